"""The judge of `grader` behind the ports: slots for the worker, examples for the catalogue."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from typing import Any

from app.domain.examples import Examples
from app.domain.faults import ExamplesError, InputsRefusedError
from app.domain.submission import Result, Submission
from app.ports import CaseListener
from grader.errors import GraderError, SandboxBrokenError
from grader.judge import Judged, examples, judge, judge_inputs, mistake_table
from grader.model import Conclusion, Problem, Verdict
from grader.problem_format import WrittenInputsError, read_inputs
from grader.reports import case_object, mistake_object
from grader.sandbox import Sandbox

_log = logging.getLogger(__name__)

_CHANGED = "The problem has changed since, and the inputs do not fit it any more."


class SandboxSlot:
    """Implements `app.ports.Slot` with a sandbox of its own."""

    def __init__(self) -> None:
        """Start the sandbox; raises SandboxUnavailableError."""
        self._sandbox = Sandbox()
        self._sandbox.start()

    def judge(self, problem: Problem, submission: Submission, tell: CaseListener) -> Result:
        """Run every case; the submission's id picks the fresh ones, so that a retry repeats them."""
        try:
            judged = self._judged(problem, submission)
        except WrittenInputsError as error:
            return Result(problem.version, Verdict.CANCELLED, message=f"{_CHANGED} {error}")
        cases: list[dict[str, Any]] = []
        for found in judged:
            if isinstance(found, Conclusion):
                return _result(problem, cases, found)
            cases.append(_plain(case_object(found)))
            tell(cases[-1])
        raise AssertionError("judging ends with a conclusion")

    def _judged(self, problem: Problem, submission: Submission) -> Iterator[Judged]:
        """The cases of a mode, or the one whose inputs were written; raises WrittenInputsError."""
        source = submission.source
        if submission.inputs is None:
            return judge(problem, source, self._sandbox, submission.mode, seed=submission.id)
        inputs = read_inputs(problem.arguments, submission.inputs)
        return judge_inputs(problem, source, self._sandbox, inputs.values, inputs.dims)

    def close(self) -> None:
        """End the sandbox."""
        self._sandbox.close()


def _result(problem: Problem, cases: list[dict[str, Any]], conclusion: Conclusion) -> Result:
    return Result(
        problem_version=problem.version,
        verdict=conclusion.verdict,
        reason=conclusion.reason.value if conclusion.reason else None,
        message=_text(conclusion.message),
        line=conclusion.line,
        score=conclusion.score,
        max_score=conclusion.max_score,
        seconds=conclusion.seconds,
        cases=tuple(cases),
        diagnosis=_text(conclusion.diagnosis),
        mistake=_plain(mistake_object(conclusion.mistake)),
        peak_kb=conclusion.peak_kb,
    )


def check_inputs(problem: Problem, texts: Mapping[str, str]) -> None:
    """Implements `app.ports.InputChecker`."""
    try:
        read_inputs(problem.arguments, texts)
    except WrittenInputsError as error:
        raise InputsRefusedError(error.faults) from error


def make_examples(problem: Problem) -> Examples:
    """Run the reference and `worked` in a sandbox that is opened for it; raises ExamplesError."""
    try:
        with Sandbox() as sandbox:
            made = examples(problem, sandbox)
    except SandboxBrokenError as error:
        raise ExamplesError(str(error), lasting=False) from error
    except GraderError as error:
        raise ExamplesError(str(error), lasting=True) from error
    return Examples(made.expected, made.worked)


def rehearse(problem: Problem) -> None:
    """Implements `app.ports.Rehearsal`: run the mistakes in a sandbox that is opened for it."""
    try:
        with Sandbox() as sandbox:
            mistake_table(problem, sandbox)
    except GraderError as error:
        _log.warning("the mistakes of %s are run again when a submission fails: %s", problem.id, error)


def _plain(found: Any) -> Any:
    """As JSON that every database and every client can take: a student's text may hold half a surrogate pair."""
    return json.loads(_text(json.dumps(found, ensure_ascii=False, allow_nan=False)))


def _text(text: str) -> str:
    return text.encode("utf-8", errors="replace").decode("utf-8")
