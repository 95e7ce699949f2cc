from __future__ import annotations

from collections.abc import Callable

from app.jobs.model import Job
from app.jobs.ports import Tool
from app.kernel.work import Work
from tests.toy.sql import NoteStore


class ShoutHandler:
    def __init__(self) -> None:
        self._store = NoteStore()

    def begin(self, work: Work, job: Job) -> tuple[str, str] | None:
        text = self._store.get(work, job.key)
        return None if text is None else (job.key, text)

    def run(self, task: tuple[str, str], tool: Tool) -> Callable[[Work], None]:
        name, text = task
        return lambda work: self._store.change(work, name, text.upper())

    def give_up(self, work: Work, job: Job) -> None:
        self._store.change(work, job.key, "gave up")
