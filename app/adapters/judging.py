"""The judge of `grader` behind the ports: slots for the worker, examples for the catalogue."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping

from app.domain.examples import Examples, ExamplesError
from app.domain.faults import InputsRefusedError
from app.domain.submission import Result, Submission
from app.jobs.runner import ToolBrokenError, ToolUnavailableError
from app.ports import CaseListener
from grader.errors import GraderError, SandboxBrokenError, SandboxUnavailableError
from grader.judge import Judged, Prepared, complete, judge, judge_inputs, prepare, work_examples
from grader.model import Conclusion, Problem, Verdict
from grader.problem_format import WrittenInputsError, read_inputs
from grader.reports import report_submission
from grader.sandbox import Sandbox

_log = logging.getLogger(__name__)

_CHANGED = "The problem has changed since, and the inputs do not fit it any more."


_KEPT = 64


class PreparedProblems:
    """What was computed of problems, by version, for all slots together; the oldest go first."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Prepared] = OrderedDict()

    def prepare(self, problem: Problem, sandbox: Sandbox) -> Prepared:
        """What is known of a problem, computed now if need be; raises GraderError."""
        with self._lock:
            kept = self._kept.get(problem.version)
        return kept or self._keep(prepare(problem, sandbox))

    def complete(self, problem: Problem, sandbox: Sandbox) -> Prepared:
        """The same with mistakes and examples; raises GraderError."""
        return self._keep(complete(self.prepare(problem, sandbox), sandbox))

    def make_examples(self, problem: Problem) -> Examples:
        """Run the reference and `worked` in a sandbox that is opened for it; raises ExamplesError."""
        try:
            with Sandbox() as sandbox:
                prepared = self.prepare(problem, sandbox)
                made = prepared.examples or work_examples(prepared, sandbox)
        except SandboxBrokenError as error:
            raise ExamplesError(str(error), lasting=False) from error
        except GraderError as error:
            raise ExamplesError(str(error), lasting=True) from error
        return Examples(made.expected, made.worked)

    def rehearse(self, problem: Problem) -> None:
        """Implements `app.ports.Rehearsal`: run the mistakes in a sandbox that is opened for it."""
        try:
            with Sandbox() as sandbox:
                self.complete(problem, sandbox)
        except GraderError as error:
            _log.warning("the mistakes of %s are run again when a submission fails: %s", problem.id, error)

    def _keep(self, prepared: Prepared) -> Prepared:
        with self._lock:
            self._kept[prepared.problem.version] = prepared
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return prepared


class SandboxSlot:
    """Implements `app.ports.Slot` with a sandbox of its own."""

    def __init__(self, problems: PreparedProblems) -> None:
        """Start the sandbox; raises ToolUnavailableError where this machine cannot confine a program."""
        self._problems = problems
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
        conclusion, cases = report_submission(judged, tell)
        return Result(problem.version, conclusion, cases)

    def _judged(self, problem: Problem, submission: Submission) -> Iterator[Judged]:
        """The cases of a mode, or the one whose inputs were written; raises WrittenInputsError."""
        source = submission.source
        inputs = None if submission.inputs is None else read_inputs(problem.arguments, submission.inputs)
        prepared = self._problems.prepare(problem, self._sandbox)
        if inputs is None:
            return judge(prepared, source, self._sandbox, submission.mode, seed=submission.id)
        return judge_inputs(prepared, source, self._sandbox, inputs.values, inputs.dims)

    def close(self) -> None:
        """End the sandbox."""
        self._sandbox.close()


def check_inputs(problem: Problem, texts: Mapping[str, str]) -> None:
    """Implements `app.ports.InputChecker`."""
    try:
        read_inputs(problem.arguments, texts)
    except WrittenInputsError as error:
        raise InputsRefusedError(error.faults) from error
