"""The store of drafts on SQLAlchemy."""

from __future__ import annotations

from sqlalchemy import select, update

from app.adapters.sql.models import DraftRow
from app.domain.draft import Draft
from app.kernel.work import Work
from app.storage.database import connection_of
from app.storage.inserting import insert_if_new

_Row = DraftRow


class SQLDraftStore:
    """Implements `app.ports.DraftStore`."""

    def get(self, work: Work, owner: str, problem_id: str) -> Draft | None:
        """Read one row."""
        statement = select(_Row.__table__).where(_Row.owner == owner, _Row.problem_id == problem_id)
        row = connection_of(work).execute(statement).one_or_none()
        return Draft(row.owner, row.problem_id, row.source, row.revision, row.saved_at) if row else None

    def save(self, work: Work, draft: Draft) -> bool:
        """Insert the first revision, update a later one under the condition that the one before it is stored."""
        kept = {"source": draft.source, "revision": draft.revision, "saved_at": draft.saved_at}
        key = {"owner": draft.owner, "problem_id": draft.problem_id}
        if draft.revision == 1:
            return insert_if_new(connection_of(work), _Row, {**key, **kept})
        statement = update(_Row).filter_by(**key).where(_Row.revision == draft.revision - 1).values(**kept)
        return connection_of(work).execute(statement).rowcount == 1
