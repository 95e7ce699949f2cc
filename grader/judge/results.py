"""Case results, fit for the student's eyes: of a hidden case they carry no input, value, output or text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grader.checkers import Difference
from grader.judge.prepared import PreparedCase
from grader.judge.verdicts import Failure
from grader.model import CaseResult, Reason, TestCase, Verdict, Warn
from grader.sandbox import Outcome

_HIDDEN_DIGITS = 3
"""Milliseconds: finer, and a program could sleep its inputs out."""
_STOPPED = "Not run: the program had already ended."


def report_not_run(case: TestCase, reason: Reason = Reason.STOPPED, message: str = _STOPPED) -> CaseResult:
    """The result of a case that was not reached."""
    return CaseResult(case.name, case.group, Verdict.NOT_RUN, reason, message, hidden=case.hidden)


def report_failure(case: TestCase, why: Failure, outcome: Outcome | None = None) -> CaseResult:
    """The result of a case whose call gave no answer."""
    told = {"hidden": case.hidden} if outcome is None else _tell_call(case, outcome)
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


def report_answer(item: PreparedCase, outcome: Outcome, difference: Difference | None) -> CaseResult:
    """The result of a case whose call gave an answer."""
    case = item.case
    told = _tell_call(case, outcome)
    if not case.hidden:
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


def _tell_call(case: TestCase, outcome: Outcome) -> dict[str, Any]:
    """The time, and for samples the inputs and what was printed."""
    if case.hidden:
        return {"hidden": True, "seconds": round(outcome.seconds, _HIDDEN_DIGITS)}
    return {
        "hidden": False,
        "seconds": outcome.seconds,
        "stdout": outcome.stdout,
        "stdout_cut": outcome.stdout_cut,
        "inputs": case.inputs,
    }


def add_load_output(result: CaseResult, loaded: Outcome) -> CaseResult:
    """What the file printed while it was loaded stands before what its first case printed."""
    if result.hidden or not (loaded.stdout or loaded.stdout_cut):
        return result
    return replace(result, stdout=loaded.stdout + result.stdout, stdout_cut=loaded.stdout_cut or result.stdout_cut)


def _find_warnings(outcome: Outcome) -> tuple[Warn, ...]:
    found = ((bool(outcome.changed), Warn.INPUTS_CHANGED), (outcome.converted, Warn.CONVERTED))
    return tuple(warn for there, warn in found if there)
