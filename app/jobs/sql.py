"""The table of jobs, and its store."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sqlalchemy import String, UniqueConstraint, delete, select, update
from sqlalchemy.orm import Mapped, mapped_column

from app.jobs.model import Job, Turn
from app.kernel.work import Work
from app.storage.columns import Base
from app.storage.database import connection_of
from app.storage.inserting import insert_if_new

MIGRATIONS = Path(__file__).parent / "migrations"
"""Those of the table of jobs."""


class JobRow(Base):
    """A job that is asked for and not done; ``number`` is the order in which they came."""

    __tablename__ = "job"
    __table_args__ = (UniqueConstraint("kind", "key"),)

    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(32))
    key: Mapped[str] = mapped_column(String(128))
    turn: Mapped[int]
    client: Mapped[str] = mapped_column(String(128), default="")
    tries: Mapped[int] = mapped_column(default=0)


_Row = JobRow


class SQLJobStore:
    """Implements `app.jobs.ports.JobStore`."""

    def add(self, work: Work, job: Job) -> bool:
        values = {"kind": job.kind, "key": job.key, "turn": job.turn.value, "client": job.client, "tries": job.tries}
        return insert_if_new(connection_of(work), _Row, values)

    def count_try(self, work: Work, job: Job) -> Job | None:
        statement = (
            update(_Row)
            .where(_Row.kind == job.kind, _Row.key == job.key)
            .values(tries=_Row.tries + 1)
            .returning(_Row.tries)
        )
        tries = connection_of(work).execute(statement).scalar_one_or_none()
        return None if tries is None else replace(job, tries=tries)

    def remove(self, work: Work, job: Job) -> bool:
        statement = delete(_Row).where(_Row.kind == job.kind, _Row.key == job.key)
        return connection_of(work).execute(statement).rowcount == 1

    def all(self, work: Work) -> tuple[Job, ...]:
        statement = select(_Row.kind, _Row.key, _Row.turn, _Row.client, _Row.tries).order_by(_Row.number)
        rows = connection_of(work).execute(statement)
        return tuple(Job(kind, key, Turn(turn), client, tries) for kind, key, turn, client, tries in rows)
