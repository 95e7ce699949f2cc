"""What others need of jobs, and what jobs need of others, as Protocols.

JobStore   the rows of jobs
JobQueue   durable jobs; a row lasts from the transaction that asks for it to the one that stores what came of it
Handler    does the jobs of one kind
Tool       what a handler works with, one for each thread of the runner, such as a sandbox
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from app.jobs.model import Job
from app.kernel.work import Work


class Tool(Protocol):
    """What jobs are done with. Made, used and closed in one thread."""

    def settle(self) -> None:
        """Make ready for the next job, once what came of the last is stored; may take a while."""

    def close(self) -> None:
        """Give everything back."""


class JobStore(Protocol):
    """The rows of jobs."""

    def add(self, work: Work, job: Job) -> bool:
        """Store a job; False where one of its kind and key is stored already."""

    def count_try(self, work: Work, job: Job) -> Job | None:
        """Count one try more; the job as it is now, or None where there is none."""

    def remove(self, work: Work, job: Job) -> bool:
        """Delete the row; whether there was one."""

    def all(self, work: Work) -> tuple[Job, ...]:
        """Every job, oldest first."""


class JobQueue(Protocol):
    """Jobs that wait. Every method may be called from any thread."""

    def put(self, work: Work, job: Job) -> bool:
        """Ask for a job; False where one of its kind and key is asked for already. It waits from the commit on.

        Raises:
            QueueFullError: every place is taken.
            JudgingUnavailableError: `refuse` was called.
        """

    def take(self) -> Job | None:
        """Wait for the next job; None once the queue is closed."""

    def begin(self, work: Work, job: Job) -> Job | None:
        """Count one try more; the job as it is now, or None where it is done already."""

    def remove(self, work: Work, job: Job) -> bool:
        """The job is done. True the first time: then, and only then, is what came of it to be stored."""

    def give_back(self, job: Job) -> None:
        """Let a job that was taken and not done wait again; never refused."""

    def end(self, job: Job, seconds: float) -> None:
        """A job that was taken is no longer being done, whatever came of it, and took that long."""

    def recover(self) -> int:
        """At start: let everything wait that was asked for and is not done, oldest first; how many there are."""

    def refuse(self, reason: str) -> None:
        """Let nothing new in from here on: there is nobody to do it."""

    def close(self) -> None:
        """Wake every taker; what still waits stays stored."""


ToolT_contra = TypeVar("ToolT_contra", contravariant=True)
TaskT = TypeVar("TaskT")


class Handler(Protocol[TaskT, ToolT_contra]):
    """Does the jobs of one kind, in three steps, of which the runner calls the first and the last in a transaction."""

    def begin(self, work: Work, job: Job) -> TaskT | None:
        """Note that a try begins, and gather what it needs; None where nothing is left to do."""

    def run(self, task: TaskT, tool: ToolT_contra) -> Callable[[Work], None]:
        """Do it, outside any transaction; gives what stores the outcome, in the transaction that ends the job."""

    def give_up(self, work: Work, job: Job) -> None:
        """Store that it was tried too often."""
