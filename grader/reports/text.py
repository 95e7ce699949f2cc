"""A result for a terminal: one line a case, and below it what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from grader.model import CaseReport, Conclusion, Problem, Verdict
from grader.reports.details import describe_case, describe_outcome, describe_score, spell

_MARKS = {Verdict.ACCEPTED: "ok  ", Verdict.NOT_RUN: "--  "}
_FAILED = "FAIL"


def text_report(problem: Problem, conclusion: Conclusion, cases: Sequence[CaseReport]) -> str:
    """Lines for people: every case, then the verdict and the score."""
    lines = [line for case in cases for line in _case_lines(case)]
    lines += _mistake_lines(conclusion)
    took = f"{conclusion.seconds * 1000:.1f} ms"
    lines.append(f"{problem.id}: {describe_outcome(conclusion)}{describe_score(conclusion)}, {took}")
    return "\n".join(lines)


def _case_lines(case: CaseReport) -> list[str]:
    passed = case.verdict is Verdict.ACCEPTED
    tail = "" if passed else f": {describe_outcome(case)}"
    lines = [f"  {_MARKS.get(case.verdict, _FAILED)}  {case.group}/{case.name}{tail}"]
    return lines + [f"        {detail}" for detail in describe_case(case)]


def _mistake_lines(conclusion: Conclusion) -> list[str]:
    """The known mistake that was recognised, in its own words; hints are left to the page."""
    mistake = conclusion.mistake
    return [f"This looks like {spell(mistake.id)}: {' '.join(mistake.message.split())}"] if mistake else []
