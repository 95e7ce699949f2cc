from __future__ import annotations

from app.jobs.model import Job
from app.jobs.ports import JobQueue
from app.kernel.faults import NotFoundError
from app.kernel.identity import new_id
from app.kernel.work import Database
from tests.toy.model import SHOUT
from tests.toy.sql import NoteStore


class Notes:
    def __init__(self, database: Database, queue: JobQueue) -> None:
        self._database, self._queue, self._store = database, queue, NoteStore()

    def add(self, text: str) -> str:
        """The note, its audit line and its job in one transaction."""
        name = new_id()
        with self._database.unit_of_work() as work:
            self._store.add(work, name, text)
            self._queue.put(work, Job(SHOUT, name))
        return name

    def read(self, name: str) -> str:
        with self._database.read() as work:
            text = self._store.get(work, name)
        if text is None:
            raise NotFoundError("There is no such note.")
        return text
