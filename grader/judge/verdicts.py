"""From a fact to a judgement: verdict, reason, and a sentence that a student can act on."""

from __future__ import annotations

import builtins
import difflib
import signal
from dataclasses import dataclass, replace

from grader.judge.own_programs import LEAST_SECONDS
from grader.model import Limits, Problem, Reason, RunStatus, Verdict
from grader.sandbox import Outcome

_RAISED = {
    Reason.SYNTAX: Verdict.COMPILE_ERROR,
    Reason.TOO_LARGE: Verdict.WRONG_ANSWER,
}
_VERDICTS = {
    RunStatus.RAISED: Verdict.RUNTIME_ERROR,
    RunStatus.TIMED_OUT: Verdict.TIME_LIMIT,
    RunStatus.OUT_OF_MEMORY: Verdict.MEMORY_LIMIT,
    RunStatus.OUTPUT_OVERFLOW: Verdict.OUTPUT_LIMIT,
    RunStatus.KILLED: Verdict.RUNTIME_ERROR,
    RunStatus.VIOLATED: Verdict.SECURITY_VIOLATION,
}
_KNOWN_EXCEPTIONS = {
    name for name, item in vars(builtins).items() if isinstance(item, type) and issubclass(item, BaseException)
} | {"LinAlgError", "AxisError", "DTypePromotionError"}
"""A hidden case shows no other class name: a name that the student made up could carry the inputs out."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A judgement of a call that gave no answer.

    Attributes:
        shown_exception: the exception's class name, if it may be shown.
        trace: the student's own frames (samples only).
    """

    verdict: Verdict
    reason: Reason | None
    message: str
    line: int | None = None
    exception: str | None = None
    trace: str = ""


def explain_failure(outcome: Outcome, problem: Problem, source: str, *, hidden: bool) -> Failure:
    """The judgement of an outcome that is not OK; the problem's limits are those that the call had."""
    outcome = _drop_impossible_line(outcome, source)
    raised = outcome.status is RunStatus.RAISED and outcome.reason is not None
    verdict = _RAISED.get(outcome.reason, Verdict.RUNTIME_ERROR) if raised else _VERDICTS[outcome.status]  # type: ignore[arg-type]
    known = outcome.said.type_name if outcome.said.type_name in _KNOWN_EXCEPTIONS else None
    return Failure(
        verdict,
        outcome.reason,
        _message(outcome, problem, source, hidden=hidden),
        outcome.said.line,
        known if hidden else outcome.said.type_name or None,
        "" if hidden else outcome.said.trace,
    )


def _drop_impossible_line(outcome: Outcome, source: str) -> Outcome:
    """The outcome without a line that the file does not have: a number made up could carry the inputs out."""
    lines = source.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    if outcome.said.line is None or outcome.said.line <= lines:
        return outcome
    return replace(outcome, said=replace(outcome.said, line=None))


def _message(outcome: Outcome, problem: Problem, source: str, *, hidden: bool) -> str:
    if outcome.reason is Reason.SYNTAX:
        return _syntax(outcome, source)
    if outcome.reason is Reason.MISSING_ENTRY_POINT:
        return _missing(outcome, problem, source)
    if outcome.reason is Reason.BAD_SIGNATURE:
        return _signature(outcome, problem)
    if outcome.status is RunStatus.RAISED and outcome.reason is Reason.RAISED:
        return _raised(outcome, hidden=hidden)
    if outcome.status in (RunStatus.TIMED_OUT, RunStatus.OUT_OF_MEMORY):
        return _limit(outcome, problem.limits)
    return _ended(outcome)


def _where(line: int | None) -> str:
    return f" on line {line}" if line else ""


def _raised(outcome: Outcome, *, hidden: bool) -> str:
    said = outcome.said
    if not hidden:
        text = f": {said.message}" if said.message else ""
        return f"{said.type_name}{_where(said.line)}{text}"
    name = said.type_name if said.type_name in _KNOWN_EXCEPTIONS else "An exception of your own"
    return f"{name}{_where(said.line)}. The case is hidden, and so is the exception's text."


def _syntax(outcome: Outcome, source: str) -> str:
    start = source.lstrip()
    if start.startswith("```"):
        hint = " The file begins with a Markdown fence (```): paste only the code between the fences."
    elif start.startswith(">>>"):
        hint = " The file holds the interactive prompt (>>>): paste only the code after it."
    else:
        hint = ""
    line = f"Line {outcome.said.line}: " if outcome.said.line else ""
    what = outcome.said.message or "Python cannot compile this file"
    if outcome.said.type_name in ("MemoryError", "RecursionError"):
        what = "An expression is nested too deep for Python to compile this file"
    return f"{line}{what}{'' if what.endswith(('.', '?', '!')) else '.'}{hint}"


def _missing(outcome: Outcome, problem: Problem, source: str) -> str:
    name, said = problem.entry_point, outcome.said
    first = f"The file defines no function {name}."
    if source.lstrip().startswith("{") and '"cells"' in source:
        return f"{first} It looks like a notebook's JSON: paste the code of its cells in its place."
    if said.classes:
        return f"{first} Class {said.classes[0]} has a method of that name: move it out, to the top level of the file."
    near = difflib.get_close_matches(name.lower(), [found.lower() for found in said.names], n=1)
    twin = next((found for found in said.names if near and found.lower() == near[0]), None)
    return f"{first} It defines {twin}: is that a slip of the pen?" if twin else first


def _signature(outcome: Outcome, problem: Problem) -> str:
    names = ", ".join(argument.name for argument in problem.arguments)
    return (
        f"{problem.entry_point} is called with {len(problem.arguments)} arguments, by position: ({names}). "
        f"Yours takes {outcome.said.signature}."
    )


def _limit(outcome: Outcome, limits: Limits) -> str:
    if outcome.status is RunStatus.OUT_OF_MEMORY:
        where = _where(outcome.said.line)
        return f"It asked for more memory than the {limits.memory_mb} MB that this problem allows{where}."
    if outcome.reason is Reason.LOAD:
        return f"Loading the file took longer than {limits.load_seconds:g} s. Does a loop run at its top level?"
    if outcome.reason is Reason.SUBMISSION:
        return f"The whole submission took longer than {limits.submission_seconds:g} s."
    seconds = limits.wall_seconds or LEAST_SECONDS
    return f"The call took longer than {seconds:g} s. Is there a loop that never ends, or a wait?"


def _ended(outcome: Outcome) -> str:
    if outcome.status is RunStatus.OUTPUT_OVERFLOW and outcome.reason is Reason.TOO_LARGE:
        return "The answers to all cases together are too large: more than 256 MB."
    if outcome.status is RunStatus.OUTPUT_OVERFLOW:
        return "It printed more than 16 MB. Take the print out of the loop."
    if outcome.reason is Reason.TOO_LARGE:
        return "The answer is too large: more than 64 MB, or nested deeper or into more items than any answer here."
    if outcome.status is RunStatus.VIOLATED:
        return "The program broke the rules of the sandbox and was stopped."
    if outcome.reason is Reason.CRASHED:
        return f"The interpreter crashed ({_signal_name(outcome.signal)}) while running your code."
    return f"The program left (exit or sys.exit){_where(outcome.said.line)} where it should return an answer."


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
