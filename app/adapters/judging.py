"""The judge of `grader` behind the ports: slots for the worker, examples for the catalogue."""

from __future__ import annotations

import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any

from app.domain.examples import Examples
from app.domain.faults import ExamplesError, InputsRefusedError
from app.domain.submission import Result, Submission
from app.ports import CaseListener
from grader.errors import GraderError, SandboxBrokenError
from grader.judge import Judged, Prepared, complete, judge, judge_inputs, prepare, work_examples
from grader.model import Conclusion, Problem, Verdict
from grader.problem_format import WrittenInputsError, read_inputs
from grader.reports import case_object, mistake_object
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
        """Start the sandbox; raises SandboxUnavailableError."""
        self._problems = problems
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
        inputs = None if submission.inputs is None else read_inputs(problem.arguments, submission.inputs)
        prepared = self._problems.prepare(problem, self._sandbox)
        if inputs is None:
            return judge(prepared, source, self._sandbox, submission.mode, seed=submission.id)
        return judge_inputs(prepared, source, self._sandbox, inputs.values, inputs.dims)

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


def _plain(found: Any) -> Any:
    """As JSON that every database and every client can take: a student's text may hold half a surrogate pair."""
    return json.loads(_text(json.dumps(found, ensure_ascii=False, allow_nan=False)))


def _text(text: str) -> str:
    return text.encode("utf-8", errors="replace").decode("utf-8")
