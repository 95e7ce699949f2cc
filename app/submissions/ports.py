"""What submissions need from outside, as Protocols.

SubmissionStore   submissions and results: two writes after the insert (begun, finished), the first result wins
Bell              wakes whoever waits for a submission
CaseLog           the cases of submissions that are being judged
Slot              judges one submission at a time in a sandbox of its own
InputChecker      looks at inputs that a student wrote

A store is given the work that it takes part in (`app.kernel.work`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from app.draws.model import KeptDraw
from app.kernel.work import Work
from app.problems.model import Preparation
from app.submissions.model import Result, Submission, Summary
from app.submissions.progress import ProblemProgress
from grader.model import CaseReport, Draw, Problem

InputChecker: TypeAlias = Callable[[Problem, Mapping[str, str]], None]
"""Looks at inputs that a student wrote, by argument; raises InputsRefusedError where they do not fit."""

CaseListener: TypeAlias = Callable[[CaseReport], None]
"""Is told each case as soon as it is judged, in their order."""


class SubmissionStore(Protocol):
    """Where submissions and their results are kept."""

    def add(self, work: Work, submission: Submission) -> bool:
        """Store a new submission; it is acknowledged once this is committed. False where its id is stored."""

    def get(self, work: Work, submission_id: str) -> Submission | None:
        """The submission with its newest result, or None."""

    def begin(self, work: Work, submission_id: str) -> Submission | None:
        """Set it running and return it; None when it is done or unknown."""

    def finish(self, work: Work, submission_id: str, result: Result) -> bool:
        """Store the result. True for the first one; a later one changes nothing and gives False."""

    def unfinished(self, work: Work) -> tuple[str, ...]:
        """The ids of all that is queued or running, oldest first."""

    def history(self, work: Work, owner: str, problem_id: str | None = None, limit: int = 50) -> tuple[Summary, ...]:
        """An owner's submissions, newest first, of one problem or of all; neither sources nor cases are read."""

    def count_outstanding(self, work: Work, owner: str | None = None) -> int:
        """How many are queued or running: of one owner, or in all."""

    def progress(self, work: Work, owner: str) -> Mapping[str, ProblemProgress]:
        """An owner's progress by problem id (see `app.submissions.progress.progress_of`)."""


class Bell(Protocol):
    """Wakes whoever waits for something; what has happened is then read where it is kept."""

    def ring(self, *topics: str) -> None:
        """Wake everyone who listens to one of these; from any thread."""

    def listen(self, topic: str) -> AbstractContextManager[Awaitable[None]]:
        """An awaitable that ends at the next ring; used in a running event loop."""


class CaseLog(Protocol):
    """The cases of submissions that are being judged; those of one that is done are in its result.

    Every method may be called from any thread.
    """

    def begin(self, submission_id: str) -> None:
        """Forget the cases of an earlier try."""

    def add(self, submission_id: str, case: CaseReport) -> None:
        """Keep the next case."""

    def since(self, submission_id: str, start: int) -> tuple[CaseReport, ...]:
        """The cases kept so far, from the one with index ``start`` on."""

    def forget(self, submission_id: str) -> None:
        """Its cases are in the store by now."""


@dataclass(frozen=True, slots=True)
class Judging:
    """A submission that is to be judged, and by what.

    Attributes:
        diagnose: whether to say what is wrong beyond each case's message; not where a judge has died of it before.
        draws: the fresh cases that it was given.
    """

    submission: Submission
    problem: Problem
    diagnose: bool = True
    draws: tuple[KeptDraw, ...] = ()


class Slot(Protocol):
    """Judges one submission at a time, and prepares problems. Made, used and closed in one thread."""

    def judge(self, task: Judging, tell: CaseListener) -> Result:
        """The result; a student's fault is a value. ``tell`` hears each case as soon as it is judged.

        Raises:
            ToolBrokenError: the sandbox is of no more use; the submission is not to blame.
        """

    def draw(self, problem: Problem, draws: Sequence[Draw]) -> tuple[Draw, ...]:
        """Draws with their right answers; raises UnfitProblemError, ToolBrokenError."""

    def prepare(self, problem: Problem) -> Preparation:
        """What the problem's own programs compute, or why they cannot; raises ToolBrokenError."""

    def settle(self) -> None:
        """Make ready for the next; after a program that broke the sandbox's rules this takes a second."""

    def close(self) -> None:
        """Give everything back."""


SlotMaker: TypeAlias = Callable[[], Slot]
"""Opens a slot; raises ToolUnavailableError where this machine cannot confine a program."""
