"""The store of jobs in a `MemoryDatabase`, for tests."""

from __future__ import annotations

from dataclasses import replace

from app.jobs.model import Job
from app.kernel.work import Work
from app.storage.memory import table_of

_TABLE = "job"


class MemoryJobStore:
    """Implements `app.jobs.ports.JobStore`."""

    def add(self, work: Work, job: Job) -> bool:
        return table_of(work, _TABLE).setdefault((job.kind, job.key), job) is job

    def count_try(self, work: Work, job: Job) -> Job | None:
        kept: Job | None = table_of(work, _TABLE).get((job.kind, job.key))
        if kept is None:
            return None
        begun = replace(kept, tries=kept.tries + 1)
        table_of(work, _TABLE)[job.kind, job.key] = begun
        return begun

    def remove(self, work: Work, job: Job) -> bool:
        return table_of(work, _TABLE).pop((job.kind, job.key), None) is not None

    def all(self, work: Work) -> tuple[Job, ...]:
        return tuple(table_of(work, _TABLE).values())
