"""What every report tells of a case: what kind of outcome it was, its points, and the lines that explain it.

Everything comes from the reports, in which a hidden case carries no value; nothing is added to it here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum

from grader.model import CaseReport, Conclusion, Group, JsonValue, Problem, Scoring, Verdict
from grader.reports.codec import list_shown_values

DRAWN = "Drawn for this submission only."
_VALUE_LENGTH = 1000
_PRINTED_LINES = 20


class OutcomeKind(StrEnum):
    """How reports sort outcomes: a wrong value is a failure, an exception or a limit is an error."""

    PASSED = "passed"
    FAILURE = "failure"
    ERROR = "error"
    SKIPPED = "skipped"


_KINDS = {
    Verdict.ACCEPTED: OutcomeKind.PASSED,
    Verdict.WRONG_ANSWER: OutcomeKind.FAILURE,
    Verdict.FAILED: OutcomeKind.FAILURE,
    Verdict.NOT_RUN: OutcomeKind.SKIPPED,
    Verdict.CANCELLED: OutcomeKind.SKIPPED,
}


def kind_of(case: CaseReport) -> OutcomeKind:
    """Which kind of outcome a case had."""
    return _KINDS.get(case.verdict, OutcomeKind.ERROR)


def spell(name: str | None) -> str:
    """The name of a verdict, a reason or a warning as plain words."""
    return (name or "").replace("_", " ")


def describe_outcome(judged: CaseReport | Conclusion) -> str:
    """``wrong answer (wrong shape)``, of a case or of the whole submission."""
    return spell(judged.verdict) + (f" ({spell(judged.reason)})" if judged.reason else "")


def describe_score(conclusion: Conclusion) -> str:
    """``, 5 of 10 points``, or nothing where there are none to be had."""
    return f", {conclusion.score:g} of {conclusion.max_score:g} points" if conclusion.max_score else ""


def describe_case(case: CaseReport) -> list[str]:
    """All that is told of a case: the explanation, then what it printed."""
    return [*explain_case(case), *list_printed(case)]


def explain_case(case: CaseReport) -> list[str]:
    """The sentences of a case, then for one that is not hidden the trace and the values."""
    passed = case.verdict is Verdict.ACCEPTED
    lines = [] if passed else [case.message, case.diagnosis, case.hint]
    if case.drawn and kind_of(case) in (OutcomeKind.FAILURE, OutcomeKind.ERROR):
        lines.append(DRAWN)
    lines += [f"warning: {spell(warning)}" for warning in case.warnings]
    lines += case.trace.splitlines()
    if not passed:
        lines += _list_values(case)
    return [line for line in lines if line]


def _list_values(case: CaseReport) -> list[str]:
    """Each input, what is right and what was returned, a line each; nothing for hidden cases."""
    named = [(f"input {name}", value) for name, value in (case.inputs or {}).items()]
    named += [(name, value) for name, value in list_shown_values(case).items() if name != "inputs"]
    return [f"{name}: {_shorten(value)}" for name, value in named]


def list_printed(case: CaseReport) -> list[str]:
    """What a case printed, under a heading; nothing for hidden ones."""
    lines = case.stdout.splitlines()
    cut = ["..."] if len(lines) > _PRINTED_LINES or case.stdout_cut else []
    return ["printed:", *lines[:_PRINTED_LINES], *cut] if lines else []


def describe_whole(problem: Problem, conclusion: Conclusion) -> str:
    """One sentence on the whole: verdict and score."""
    return f"{problem.id}: {describe_outcome(conclusion)}{describe_score(conclusion)}"


def describe_mistake(conclusion: Conclusion) -> str:
    """What is told of the known mistake that was recognised, or nothing."""
    return " ".join(conclusion.mistake.message.split()) if conclusion.mistake else ""


def share_points(problem: Problem, cases: Sequence[CaseReport]) -> list[tuple[float, float]]:
    """Score and most points of each case; their sums are those of the result (a group's points, split equally)."""
    groups = {group.name: group for group in problem.groups}
    by_group = {name: [case for case in cases if case.group == name] for name in groups}
    return [_take_share(groups[case.group], case, by_group[case.group]) for case in cases]


def _take_share(group: Group, case: CaseReport, together: Sequence[CaseReport]) -> tuple[float, float]:
    """The case's share; where all must pass, nothing unless all of its group did."""
    share = group.points / len(together)
    counted = together if group.scoring is Scoring.ALL else [case]
    return (share if all(one.verdict is Verdict.ACCEPTED for one in counted) else 0.0), share


def _shorten(value: JsonValue) -> str:
    """A value on one line, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _VALUE_LENGTH else f"{text[:_VALUE_LENGTH]} ..."
