"""The store of opened hints on SQLAlchemy."""

from __future__ import annotations

from sqlalchemy import Engine, bindparam, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.adapters.sql.models import OpenedHintRow
from app.adapters.sql.writing import writing
from app.domain.hints import OpenedHint

_Row = OpenedHintRow
_OPENED = select(_Row.number).where(_Row.visitor == bindparam("visitor"), _Row.problem_id == bindparam("problem_id"))


class SQLHintStore:
    """Implements `app.ports.HintStore`."""

    def __init__(self, engine: Engine) -> None:
        """Use this engine, whose database is migrated."""
        self._engine = engine

    def opened(self, visitor: str, problem_id: str) -> frozenset[int]:
        """Read the numbers."""
        with Session(self._engine) as session:
            return frozenset(session.scalars(_OPENED, {"visitor": visitor, "problem_id": problem_id}))

    def open(self, hint: OpenedHint) -> None:
        """Insert a row; where it is there already, the first one stays."""
        row = _Row(visitor=hint.visitor, problem_id=hint.problem_id, number=hint.number, opened_at=hint.opened_at)
        try:
            with writing(self._engine) as session:
                session.add(row)
        except IntegrityError:
            return
