"""What every report tells of a case: what kind of outcome it was, its points, and the lines that explain it.

Everything comes from the result object, in which a hidden case carries no value; nothing is added to it here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from grader.model import Group, Problem, Scoring, Verdict

_VALUE_LENGTH = 400
_PRINTED_LINES = 20


class Kind(StrEnum):
    """How reports sort outcomes: a wrong value is a failure, an exception or a limit is an error."""

    PASSED = "passed"
    FAILURE = "failure"
    ERROR = "error"
    SKIPPED = "skipped"


_KINDS = {
    Verdict.ACCEPTED: Kind.PASSED,
    Verdict.WRONG_ANSWER: Kind.FAILURE,
    Verdict.NOT_RUN: Kind.SKIPPED,
    Verdict.CANCELLED: Kind.SKIPPED,
}


def kind(case: Mapping[str, Any]) -> Kind:
    """Which kind of outcome a case of the result object had."""
    return _KINDS.get(Verdict(case["verdict"]), Kind.ERROR)


def words(name: str | None) -> str:
    """The name of a verdict, a reason or a warning as plain words."""
    return (name or "").replace("_", " ")


def outcome(told: Mapping[str, Any]) -> str:
    """``wrong answer (wrong shape)``, of a case or of the whole result."""
    return words(told["verdict"]) + (f" ({words(told['reason'])})" if told["reason"] else "")


def case_lines(case: Mapping[str, Any]) -> list[str]:
    """All that is told of a case: the explanation, then what it printed."""
    return [*explanation(case), *printed(case)]


def explanation(case: Mapping[str, Any]) -> list[str]:
    """The sentences of a case, then for samples the trace and the values."""
    passed = case["verdict"] == Verdict.ACCEPTED
    lines = [] if passed else [case["message"], case.get("diagnosis", ""), case.get("hint", "")]
    lines += [f"warning: {words(warning)}" for warning in case.get("warnings", ())]
    lines += case.get("trace", "").splitlines()
    if not passed:
        lines += [f"{name}: {_short(case[name])}" for name in ("inputs", "expected", "got") if name in case]
    return [line for line in lines if line]


def printed(case: Mapping[str, Any]) -> list[str]:
    """What a sample printed, under a heading; nothing for hidden cases."""
    lines = case.get("stdout", "").splitlines()
    cut = ["..."] if len(lines) > _PRINTED_LINES or case.get("stdout_cut") else []
    return ["printed:", *lines[:_PRINTED_LINES], *cut] if lines else []


def closing(result: Mapping[str, Any]) -> str:
    """One sentence on the whole: verdict and score."""
    score = f", {result['score']:g} of {result['max_score']:g} points" if result["max_score"] else ""
    return f"{result['problem']}: {outcome(result)}{score}"


def mistake_sentence(result: Mapping[str, Any]) -> str:
    """What is told of the known mistake that was recognised, or nothing."""
    mistake = result.get("mistake")
    return " ".join(mistake["message"].split()) if mistake else ""


def case_points(problem: Problem, cases: Sequence[Mapping[str, Any]]) -> list[tuple[float, float]]:
    """Score and most points of each case; their sums are those of the result (a group's points, split equally)."""
    groups = {group.name: group for group in problem.groups}
    by_group = {name: [case for case in cases if case["group"] == name] for name in groups}
    return [_points(groups[case["group"]], case, by_group[case["group"]]) for case in cases]


def _points(group: Group, case: Mapping[str, Any], together: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """The case's share; where all must pass, nothing unless all of its group did."""
    share = group.points / len(together)
    counted = together if group.scoring is Scoring.ALL else [case]
    return (share if all(one["verdict"] == Verdict.ACCEPTED for one in counted) else 0.0), share


def _short(value: Any) -> str:
    """A value on one line, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _VALUE_LENGTH else f"{text[:_VALUE_LENGTH]} ..."
