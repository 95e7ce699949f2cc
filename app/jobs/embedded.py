"""The embedded queue: rows in the database, and a line in memory that wakes whoever takes from it."""

from __future__ import annotations

from functools import partial

from app.jobs.model import Job
from app.jobs.ports import JobStore
from app.jobs.turns import Turns
from app.jobs.waiting import WaitingLine
from app.kernel.work import Database, Work


class EmbeddedQueue:
    """Implements `app.jobs.ports.JobQueue` within one process."""

    def __init__(self, database: Database, store: JobStore, capacity: int, slots: int) -> None:
        """Let ``capacity`` jobs wait for ``slots`` runners (see `app.jobs.turns.Turns`)."""
        self._database = database
        self._store = store
        self._line = WaitingLine(capacity, Turns(slots))

    def put(self, work: Work, job: Job) -> bool:
        """Store the row; the job joins the line once that is committed."""
        self._line.reserve(job.turn)
        work.after_rollback(partial(self._line.release, job.turn))
        new = self._store.add(work, job)
        work.after_commit(partial(self._line.fill, job) if new else partial(self._line.release, job.turn))
        return new

    def take(self) -> Job | None:
        return self._line.take()

    def begin(self, work: Work, job: Job) -> Job | None:
        return self._store.count_try(work, job)

    def remove(self, work: Work, job: Job) -> bool:
        return self._store.remove(work, job)

    def give_back(self, job: Job) -> None:
        self._line.append(job)

    def end(self, job: Job, seconds: float) -> None:
        """Let it be another's turn."""
        self._line.end(job, seconds)

    def recover(self) -> int:
        """Everything that has a row."""
        with self._database.read() as work:
            jobs = self._store.all(work)
        for job in jobs:
            self._line.append(job)
        return len(jobs)

    def refuse(self, reason: str) -> None:
        self._line.refuse(reason)

    def close(self) -> None:
        self._line.close()
