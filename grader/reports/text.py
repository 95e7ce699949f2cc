"""The result object for a terminal: one line a case, and below it what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_MARKS = {"accepted": "ok  ", "not_run": "--  "}
_FAILED = "FAIL"


def _words(name: str | None) -> str:
    return (name or "").replace("_", " ")


def _case_lines(case: Mapping[str, Any]) -> list[str]:
    reason = f" ({_words(case['reason'])})" if case["reason"] else ""
    tail = "" if case["verdict"] == "accepted" else f": {_words(case['verdict'])}{reason}"
    lines = [f"  {_MARKS.get(case['verdict'], _FAILED)}  {case['group']}/{case['name']}{tail}"]
    told = [case["message"], case.get("diagnosis", ""), case.get("hint", "")]
    details = [] if case["verdict"] == "accepted" else told
    details += [f"warning: {_words(warning)}" for warning in case.get("warnings", [])]
    details += case.get("trace", "").splitlines()
    if case.get("stdout"):
        details += ["printed:", *case["stdout"].splitlines()[:20]]
    return lines + [f"        {detail}" for detail in details if detail]


def _mistake_lines(result: Mapping[str, Any]) -> list[str]:
    """The known mistake that was recognised, in its own words; hints are left to the page."""
    mistake = result.get("mistake")
    return [f"This looks like {_words(mistake['id'])}: {' '.join(mistake['message'].split())}"] if mistake else []


def text_report(result: Mapping[str, Any]) -> str:
    """Lines for people: every case, then the verdict and the score."""
    lines = [line for case in result["cases"] for line in _case_lines(case)]
    reason = f" ({_words(result['reason'])})" if result["reason"] else ""
    score = f", {result['score']:g} of {result['max_score']:g} points" if result["max_score"] else ""
    lines += _mistake_lines(result)
    lines.append(f"{result['problem']}: {_words(result['verdict'])}{reason}{score}, {result['seconds'] * 1000:.1f} ms")
    return "\n".join(lines)
