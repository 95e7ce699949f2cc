"""The tables of drafts and opened hints, and their stores."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String, Text, bindparam, select, update
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.work import Work
from app.storage.columns import Base, UTCDateTime
from app.storage.database import connection_of
from app.storage.inserting import insert_if_new
from app.workspace.model import Draft, OpenedHint


class DraftRow(Base):
    """What an owner is writing for a problem."""

    __tablename__ = "draft"

    owner: Mapped[str] = mapped_column(String(64), primary_key=True)
    problem_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    source: Mapped[str] = mapped_column(Text)
    revision: Mapped[int]
    saved_at: Mapped[datetime] = mapped_column(UTCDateTime)


class OpenedHintRow(Base):
    """A hint that an owner has opened."""

    __tablename__ = "opened_hint"

    owner: Mapped[str] = mapped_column(String(64), primary_key=True)
    problem_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    opened_at: Mapped[datetime] = mapped_column(UTCDateTime)


class SQLDraftStore:
    """Implements `app.workspace.ports.DraftStore`."""

    def get(self, work: Work, owner: str, problem_id: str) -> Draft | None:
        statement = select(DraftRow.__table__).where(DraftRow.owner == owner, DraftRow.problem_id == problem_id)
        row = connection_of(work).execute(statement).one_or_none()
        return Draft(row.owner, row.problem_id, row.source, row.revision, row.saved_at) if row else None

    def save(self, work: Work, draft: Draft) -> bool:
        """Insert the first revision, update a later one under the condition that the one before it is stored."""
        kept = {"source": draft.source, "revision": draft.revision, "saved_at": draft.saved_at}
        key = {"owner": draft.owner, "problem_id": draft.problem_id}
        if draft.revision == 1:
            return insert_if_new(connection_of(work), DraftRow, {**key, **kept})
        statement = update(DraftRow).filter_by(**key).where(DraftRow.revision == draft.revision - 1).values(**kept)
        return connection_of(work).execute(statement).rowcount == 1


_OPENED = select(OpenedHintRow.number).where(
    OpenedHintRow.owner == bindparam("owner"), OpenedHintRow.problem_id == bindparam("problem_id")
)


class SQLHintStore:
    """Implements `app.workspace.ports.HintStore`."""

    def list_opened(self, work: Work, owner: str, problem_id: str) -> frozenset[int]:
        numbers = connection_of(work).scalars(_OPENED, {"owner": owner, "problem_id": problem_id})
        return frozenset(numbers)

    def open(self, work: Work, hint: OpenedHint) -> None:
        """Insert a row; where it is there already, the first one stays."""
        values = {
            "owner": hint.owner,
            "problem_id": hint.problem_id,
            "number": hint.number,
            "opened_at": hint.opened_at,
        }
        insert_if_new(connection_of(work), OpenedHintRow, values)
