"""The store of opened hints on SQLAlchemy."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from app.adapters.sql.models import OpenedHintRow
from app.domain.hints import OpenedHint
from app.kernel.work import Work
from app.storage.database import connection_of
from app.storage.inserting import insert_if_new

_Row = OpenedHintRow
_OPENED = select(_Row.number).where(_Row.owner == bindparam("owner"), _Row.problem_id == bindparam("problem_id"))


class SQLHintStore:
    """Implements `app.ports.HintStore`."""

    def opened(self, work: Work, owner: str, problem_id: str) -> frozenset[int]:
        """Read the numbers."""
        found = connection_of(work).scalars(_OPENED, {"owner": owner, "problem_id": problem_id})
        return frozenset(found)

    def open(self, work: Work, hint: OpenedHint) -> None:
        """Insert a row; where it is there already, the first one stays."""
        values = {
            "owner": hint.owner,
            "problem_id": hint.problem_id,
            "number": hint.number,
            "opened_at": hint.opened_at,
        }
        insert_if_new(connection_of(work), _Row, values)
