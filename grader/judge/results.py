"""Case results, fit for the student's eyes: of what is not told in full they carry no input, value, output or text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grader.checkers import Difference
from grader.judge.prepared_case import PreparedCase
from grader.judge.telling import Telling
from grader.judge.verdicts import Failure
from grader.model import CaseResult, Reason, Verdict, Warn
from grader.sandbox import Outcome

_HIDDEN_DIGITS = 3
"""Milliseconds."""
_STOPPED = "Not run: the program had already ended."


def report_not_run(item: PreparedCase, reason: Reason = Reason.STOPPED, message: str = _STOPPED) -> CaseResult:
    """The result of a case that was not reached."""
    case = item.case
    return CaseResult(case.name, case.group, Verdict.NOT_RUN, reason, message, hidden=case.hidden, drawn=item.drawn)


def report_failure(item: PreparedCase, why: Failure, outcome: Outcome | None, telling: Telling) -> CaseResult:
    """The result of a case whose call gave no answer; no outcome where nothing was called."""
    case = item.case
    told = {"hidden": case.hidden, "drawn": item.drawn} if outcome is None else _tell_call(item, outcome, telling)
    return CaseResult(
        case.name,
        case.group,
        why.verdict,
        why.reason,
        why.message,
        exception=why.exception,
        line=why.line,
        trace=why.trace,
        hint=case.hint,
        **told,
    )


def report_answer(
    item: PreparedCase, outcome: Outcome, difference: Difference | None, telling: Telling = Telling.FULL
) -> CaseResult:
    """The result of a case whose call gave an answer."""
    case = item.case
    told = _tell_call(item, outcome, telling)
    if telling is Telling.FULL:
        told |= {"expected": item.expected, "got": outcome.value, "returned": True}
        told |= {"wrong": difference.wrong} if difference else {}
    if outcome.changed or outcome.converted:
        told["warnings"] = _find_warnings(outcome)
    if difference is None:
        return CaseResult(case.name, case.group, Verdict.ACCEPTED, **told)
    return CaseResult(
        case.name,
        case.group,
        Verdict.WRONG_ANSWER,
        difference.reason,
        difference.message,
        max_abs_error=difference.max_abs_error,
        max_rel_error=difference.max_rel_error,
        differing=difference.differing,
        total=difference.total,
        first_index=difference.first_index,
        hint=case.hint,
        **told,
    )


def _tell_call(item: PreparedCase, outcome: Outcome, telling: Telling) -> dict[str, Any]:
    """The time, and of what is told in full the inputs and what was printed."""
    if telling is not Telling.FULL:
        return {"hidden": True, "drawn": item.drawn, "seconds": round(outcome.seconds, _HIDDEN_DIGITS)}
    return {
        "hidden": False,
        "drawn": item.drawn,
        "seconds": outcome.seconds,
        "stdout": outcome.stdout,
        "stdout_cut": outcome.stdout_cut,
        "inputs": item.case.inputs,
    }


def add_load_output(result: CaseResult, loaded: Outcome) -> CaseResult:
    """What the file printed while it was loaded stands before what its first case printed."""
    if result.hidden or not (loaded.stdout or loaded.stdout_cut):
        return result
    return replace(result, stdout=loaded.stdout + result.stdout, stdout_cut=loaded.stdout_cut or result.stdout_cut)


def _find_warnings(outcome: Outcome) -> tuple[Warn, ...]:
    found = ((bool(outcome.changed), Warn.INPUTS_CHANGED), (outcome.converted, Warn.CONVERTED))
    return tuple(warn for there, warn in found if there)
