"""The judge of `grader` behind the ports: slots for the runner, and a look at inputs that a student wrote."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from app.jobs.runner import ToolBrokenError, ToolUnavailableError
from app.problems.model import Preparation
from app.problems.shelf import Shelf
from app.submissions.faults import InputsRefusedError
from app.submissions.model import Result, Submission, internal_error
from app.submissions.ports import CaseListener
from grader.errors import SandboxBrokenError, SandboxUnavailableError, UnfitProblemError
from grader.judge import Judged, Prepared, judge, judge_inputs
from grader.model import Conclusion, Problem, Verdict
from grader.problem_format import WrittenInputsError, read_inputs
from grader.reports import report_submission
from grader.sandbox import Sandbox

_log = logging.getLogger(__name__)

_CHANGED = "The problem has changed since, and the inputs do not fit it any more."
UNFIT = "This problem cannot be judged at the moment, which is no fault of yours. It does not count."
"""What a student reads where the problem's own programs fail."""


class SandboxSlot:
    """Implements `app.submissions.ports.Slot` with a sandbox of its own."""

    def __init__(self, shelf: Shelf) -> None:
        """Start the sandbox; raises ToolUnavailableError where this machine cannot confine a program."""
        self._shelf = shelf
        self._sandbox = Sandbox()
        with _told_to_the_runner():
            self._sandbox.start()

    def judge(self, problem: Problem, submission: Submission, tell: CaseListener) -> Result:
        """Run every case; the submission's id picks the fresh ones, so that a retry repeats them."""
        with _told_to_the_runner():
            try:
                prepared = self._shelf.take(problem, self._sandbox)
                conclusion, cases = report_submission(self._judged(prepared, submission), tell)
            except WrittenInputsError as error:
                return Result(problem.version, Conclusion(Verdict.CANCELLED, message=f"{_CHANGED} {error}"))
            except UnfitProblemError as error:
                _log.error("submission %s: the problem %s cannot be judged: %s", submission.id, problem.id, error)
                return internal_error(problem.version, UNFIT)
        return Result(problem.version, conclusion, cases)

    def _judged(self, prepared: Prepared, submission: Submission) -> Iterator[Judged]:
        """The cases of a mode, or the one whose inputs were written; raises WrittenInputsError."""
        if submission.inputs is None:
            return judge(prepared, submission.source, self._sandbox, submission.mode, seed=submission.id)
        inputs = read_inputs(prepared.problem.arguments, submission.inputs)
        return judge_inputs(prepared, submission.source, self._sandbox, inputs.values, inputs.dims)

    def prepare(self, problem: Problem) -> Preparation:
        """Run the problem's own programs."""
        with _told_to_the_runner():
            return self._shelf.prepare(problem, self._sandbox)

    def close(self) -> None:
        """End the sandbox."""
        self._sandbox.close()


@contextmanager
def _told_to_the_runner() -> Iterator[None]:
    """What a sandbox raises, in the runner's words."""
    try:
        yield
    except SandboxUnavailableError as error:
        raise ToolUnavailableError(str(error)) from error
    except SandboxBrokenError as error:
        raise ToolBrokenError(str(error)) from error


def check_inputs(problem: Problem, texts: Mapping[str, str]) -> None:
    """Implements `app.submissions.ports.InputChecker`."""
    try:
        read_inputs(problem.arguments, texts)
    except WrittenInputsError as error:
        raise InputsRefusedError(error.faults) from error
