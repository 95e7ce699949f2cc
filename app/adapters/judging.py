"""The judge of `grader` behind the ports: slots for the worker, examples for the catalogue."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping

from app.domain.examples import Examples, ExamplesError
from app.domain.faults import InputsRefusedError
from app.domain.submission import Result, Submission
from app.jobs.runner import ToolBrokenError, ToolUnavailableError
from app.ports import CaseListener
from grader.errors import GraderError, SandboxBrokenError, SandboxUnavailableError
from grader.judge import examples, judge, judge_inputs, mistake_table
from grader.model import CaseResult, Conclusion, Problem, Verdict
from grader.problem_format import WrittenInputsError, read_inputs
from grader.reports import report_submission
from grader.sandbox import Sandbox

_log = logging.getLogger(__name__)

_CHANGED = "The problem has changed since, and the inputs do not fit it any more."


class SandboxSlot:
    """Implements `app.ports.Slot` with a sandbox of its own."""

    def __init__(self) -> None:
        """Start the sandbox; raises ToolUnavailableError where this machine cannot confine a program."""
        self._sandbox = Sandbox()
        try:
            self._sandbox.start()
        except SandboxUnavailableError as error:
            raise ToolUnavailableError(str(error)) from error

    def judge(self, problem: Problem, submission: Submission, tell: CaseListener) -> Result:
        """Run every case; raises ToolBrokenError."""
        try:
            return self._result(problem, submission, tell)
        except SandboxUnavailableError as error:
            raise ToolUnavailableError(str(error)) from error
        except SandboxBrokenError as error:
            raise ToolBrokenError(str(error)) from error

    def _result(self, problem: Problem, submission: Submission, tell: CaseListener) -> Result:
        """The submission's id picks the fresh cases, so that a retry repeats them."""
        try:
            judged = self._judged(problem, submission)
        except WrittenInputsError as error:
            return Result(problem.version, Conclusion(Verdict.CANCELLED, message=f"{_CHANGED} {error}"))
        conclusion, cases = report_submission(problem, judged, tell)
        return Result(problem.version, conclusion, cases)

    def _judged(self, problem: Problem, submission: Submission) -> Iterator[CaseResult]:
        """The cases of a mode, or the one whose inputs were written; raises WrittenInputsError."""
        source = submission.source
        if submission.inputs is None:
            return judge(problem, source, self._sandbox, submission.mode, seed=submission.id)
        inputs = read_inputs(problem.arguments, submission.inputs)
        return iter([judge_inputs(problem, source, self._sandbox, inputs.values, inputs.dims)])

    def close(self) -> None:
        """End the sandbox."""
        self._sandbox.close()


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
