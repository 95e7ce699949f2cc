"""The judges of `grader` behind the ports: each slot a process of its own, which knows no database."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from app.draws.service import Draws
from app.jobs.runner import ToolBrokenError, ToolUnavailableError
from app.jobs.turns import SLOW_SECONDS
from app.kernel.work import Database
from app.problems.model import ENVIRONMENT, Preparation, ShownExamples
from app.problems.ports import PreparationStore
from app.submissions.faults import InputsRefusedError
from app.submissions.model import Result, internal_error
from app.submissions.ports import CaseListener, Judging
from grader.errors import SandboxBrokenError, SandboxUnavailableError, UnfitProblemError
from grader.model import Conclusion, Draw, Mode, Problem, Verdict
from grader.problem_format import WrittenInputsError, read_inputs
from grader.slots import InputsDoNotFitError, JudgeProcess, Offer, SharedCores, Task

_log = logging.getLogger(__name__)

_CHANGED = "The problem has changed since, and the inputs do not fit it any more."
_VIOLATION_SECONDS = SLOW_SECONDS
UNFIT = "This problem cannot be judged at the moment, which is no fault of yours. It does not count."
"""What a student reads where the problem's own programs fail."""


class JudgeSlot:
    """Implements `app.submissions.ports.Slot` with a judge in a process of its own."""

    def __init__(self, preparations: Preparations, draws: Draws, judge: JudgeProcess) -> None:
        self._preparations, self._draws, self._judge = preparations, draws, judge
        self._violated = False

    def judge(self, task: Judging, tell: CaseListener) -> Result:
        """Have every case run; the fresh ones were drawn for this submission, and a retry meets them again."""
        problem, submission = task.problem, task.submission
        limits = problem.limits
        asked = Task(
            problem.version,
            submission.source,
            submission.mode,
            submission.inputs,
            task.diagnose,
            limits.load_seconds + limits.submission_seconds,
        )
        with _translate_for_the_runner():
            try:
                if submission.mode is Mode.SUBMIT:
                    make = partial(self._draw, problem)
                    asked = replace(asked, draws=self._draws.complete(problem, submission.id, task.draws, make))
                conclusion, cases = self._judge.judge(asked, lambda: self._preparations.offer(problem), tell)
            except InputsDoNotFitError as error:
                return Result(problem.version, Conclusion(Verdict.CANCELLED, message=f"{_CHANGED} {error}"))
            except UnfitProblemError as error:
                _log.error("submission %s: the problem %s cannot be judged: %s", submission.id, problem.id, error)
                return internal_error(problem.version, UNFIT)
        self._violated = any(case.verdict is Verdict.SECURITY_VIOLATION for case in cases)
        return Result(problem.version, conclusion, cases)

    def draw(self, problem: Problem, draws: Sequence[Draw]) -> tuple[Draw, ...]:
        """Have draws made with their right answers."""
        with _translate_for_the_runner():
            return self._draw(problem, draws)

    def _draw(self, problem: Problem, draws: Sequence[Draw]) -> tuple[Draw, ...]:
        return self._judge.draw(problem.version, draws, lambda: self._preparations.offer(problem))

    def prepare(self, problem: Problem) -> Preparation:
        """Have the problem's own programs run."""
        with _translate_for_the_runner():
            try:
                made = self._judge.prepare(problem.version, Offer(problem.files))
            except UnfitProblemError as error:
                return Preparation(problem.judging_version, ENVIRONMENT, fault=str(error))
        examples = ShownExamples(made.expected, made.worked)
        return Preparation(problem.judging_version, ENVIRONMENT, made.content, examples)

    def settle(self) -> None:
        """Hold the slot for a while after a violation: such programs cost a fresh zygote each, so they come slowly."""
        if self._violated:
            self._violated = False
            time.sleep(_VIOLATION_SECONDS)

    def close(self) -> None:
        """End the judge."""
        self._judge.close()


@dataclass(frozen=True, slots=True)
class Preparations:
    """What an installation has stored of problems, for judges that do not know them yet."""

    database: Database
    store: PreparationStore

    def offer(self, problem: Problem) -> Offer:
        """A problem with whatever was prepared of it; raises UnfitProblemError."""
        with self.database.read() as work:
            found = self.store.get(work, problem.judging_version, ENVIRONMENT)
        if found is not None and found.fault:
            raise UnfitProblemError(found.fault)
        return Offer(problem.files, found.content if found else b"")


@dataclass(slots=True)
class JudgeMaker:
    """Starts a judge for each thread that asks for one; the first that stands has tried the walls for all."""

    preparations: Preparations
    draws: Draws
    cores: SharedCores
    memory_mb: int
    _tried: bool = False
    _trying: threading.Lock = field(default_factory=threading.Lock)

    def make(self) -> JudgeSlot:
        """A judge that is ready; raises ToolUnavailableError, ToolBrokenError."""
        with _translate_for_the_runner():
            return JudgeSlot(self.preparations, self.draws, self._start())

    def _start(self) -> JudgeProcess:
        with self._trying:
            if not self._tried:
                first = JudgeProcess(self.cores, self.memory_mb)
                self._tried = True
                return first
        return JudgeProcess(self.cores, self.memory_mb, tried=True)


@contextmanager
def _translate_for_the_runner() -> Iterator[None]:
    """What a judge's sandbox and its death come to, in the runner's words."""
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
