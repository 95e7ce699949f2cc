"""The store of drafts on SQLAlchemy."""

from __future__ import annotations

from sqlalchemy import Engine, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.adapters.sql.models import DraftRow
from app.adapters.sql.writing import writing
from app.domain.draft import Draft

_Row = DraftRow


class SQLDraftStore:
    """Implements `app.ports.DraftStore`."""

    def __init__(self, engine: Engine) -> None:
        """Use this engine, whose database is migrated."""
        self._engine = engine

    def get(self, visitor: str, problem_id: str) -> Draft | None:
        """Read one row."""
        with Session(self._engine) as session:
            row = session.get(_Row, (visitor, problem_id))
            return Draft(row.visitor, row.problem_id, row.source, row.revision, row.saved_at) if row else None

    def save(self, draft: Draft) -> bool:
        """Insert the first revision, update a later one under the condition that the one before it is stored."""
        if draft.revision == 1:
            return self._insert(draft)
        before = (_Row.visitor == draft.visitor, _Row.problem_id == draft.problem_id)
        statement = (
            update(_Row)
            .where(*before, _Row.revision == draft.revision - 1)
            .values(source=draft.source, revision=draft.revision, saved_at=draft.saved_at)
            .returning(_Row.revision)
        )
        with writing(self._engine) as session:
            return session.scalar(statement) is not None

    def _insert(self, draft: Draft) -> bool:
        row = _Row(
            visitor=draft.visitor,
            problem_id=draft.problem_id,
            source=draft.source,
            revision=draft.revision,
            saved_at=draft.saved_at,
        )
        try:
            with writing(self._engine) as session:
                session.add(row)
        except IntegrityError:
            return False
        return True
