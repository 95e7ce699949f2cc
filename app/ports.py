"""What services and the worker need from outside, as Protocols; `app.main` picks the adapters.

SubmissionStore   rows of submissions: two writes after the insert (taken, finished), the first result wins
JobQueue          ids of submissions that wait for a worker; the stored row, not the queue, is what lasts
Feed              tells whoever waits that a submission is done
Slot              judges one submission at a time in a sandbox of its own
ExampleMaker      computes a problem's examples in the sandbox
Clock             the time, aware and in UTC
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol, TypeAlias

from app.domain.examples import Examples
from app.domain.progress import ProblemProgress
from app.domain.submission import Result, Submission
from grader.model import Problem

Clock: TypeAlias = Callable[[], datetime]
"""The time now: aware, UTC."""

ExampleMaker: TypeAlias = Callable[[Problem], Examples]
"""Computes a problem's examples; raises ExamplesError."""


class SubmissionStore(Protocol):
    """Where submissions are kept. Every method may be called from any thread."""

    def add(self, submission: Submission) -> None:
        """Store a new submission durably; it is acknowledged once this returns."""

    def get(self, submission_id: str) -> Submission | None:
        """The submission, or None."""

    def take(self, submission_id: str) -> Submission | None:
        """Set it running with one try more and return it; None when it is done or unknown."""

    def finish(self, submission_id: str, result: Result) -> bool:
        """Store the final result. True for the first one; a later one changes nothing and gives False."""

    def unfinished(self) -> tuple[str, ...]:
        """The ids of all that is queued or running, oldest first."""

    def of_visitor(self, visitor: str, problem_id: str | None = None, limit: int = 50) -> tuple[Submission, ...]:
        """A visitor's submissions, newest first, of one problem or of all."""

    def outstanding(self, visitor: str | None = None) -> int:
        """How many are queued or running: of one visitor, or in all."""

    def progress(self, visitor: str) -> Mapping[str, ProblemProgress]:
        """A visitor's progress by problem id (see `app.domain.progress.progress_of`)."""

    def check(self) -> None:
        """Raise whatever is wrong with the store, if it cannot answer."""


class JobQueue(Protocol):
    """Ids of submissions that wait. Every method may be called from any thread."""

    def reserve(self) -> AbstractContextManager[Callable[[str], None]]:
        """A place for one submission, given back unless the yielded function fills it (after the commit).

        Raises:
            QueueFullError: every place is taken.
            JudgingUnavailableError: `refuse` was called.
        """

    def put_back(self, submission_id: str) -> None:
        """Queue what was acknowledged before; never refused."""

    def take(self) -> str | None:
        """Wait for the next id; None once the queue is closed."""

    def refuse(self, reason: str) -> None:
        """Let nothing new in from here on: there is nobody to judge it."""

    def close(self) -> None:
        """Wake every taker; what still waits stays in the store."""


class Feed(Protocol):
    """Tells that submissions are done."""

    def publish(self, submission_id: str) -> None:
        """Tell everyone who waits for it, from any thread."""

    def subscribe(self, submission_id: str) -> AbstractContextManager[Awaitable[None]]:
        """An awaitable that ends at the next `publish` of this id; used in a running event loop."""


class Slot(Protocol):
    """Judges one submission at a time. Made, used and closed in one thread."""

    def judge(self, problem: Problem, submission: Submission) -> Result:
        """The result; a student's fault is a value.

        Raises:
            SandboxBrokenError: the sandbox is of no more use; the submission is not to blame.
        """

    def close(self) -> None:
        """Give everything back."""


SlotMaker: TypeAlias = Callable[[], Slot]
"""Opens a slot; raises SandboxUnavailableError where this machine cannot confine a program."""
