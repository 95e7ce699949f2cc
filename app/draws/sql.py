"""The table of draws, and its store."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import ForeignKey, Index, LargeBinary, String, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.orm import Mapped, mapped_column

from app.draws.model import KeptDraw, StockKey
from app.kernel.work import Work
from app.storage.columns import Base
from app.storage.database import connection_of
from grader.model import Draw


class DrawRow(Base):
    """A draw: in stock while it has no submission, and gone with the submission that it was given to."""

    __tablename__ = "draw"

    number: Mapped[int] = mapped_column(primary_key=True)
    judging_version: Mapped[str] = mapped_column(String(128))
    environment: Mapped[str] = mapped_column(String(64))
    entry: Mapped[int]
    seed: Mapped[str] = mapped_column(String(32))
    submission: Mapped[str | None] = mapped_column(ForeignKey("submission.id", ondelete="CASCADE"))
    content: Mapped[bytes] = mapped_column(LargeBinary)


_Row = DrawRow
_IN_STOCK = _Row.submission.is_(None)
Index("draw_in_stock", _Row.judging_version, _Row.environment, _Row.entry, sqlite_where=_IN_STOCK,
      postgresql_where=_IN_STOCK)  # fmt: skip
Index("draw_of_submission", _Row.submission)

_OF_KEY = (_Row.judging_version == bindparam("version"), _Row.environment == bindparam("by"), _IN_STOCK)
# made once: to put a statement together takes longer than to run it
_OLDEST = (
    select(_Row.number).where(*_OF_KEY, _Row.entry == bindparam("of")).order_by(_Row.number).limit(bindparam("most"))
)
_CLAIM = update(_Row).where(_Row.number.in_(_OLDEST)).values(submission=bindparam("for_whom"))
_COUNT = select(_Row.entry, func.count()).where(*_OF_KEY).group_by(_Row.entry)
_OF_SUBMISSION = select(_Row.__table__).where(_Row.submission == bindparam("for_whom")).order_by(_Row.number)
_USED = select(_Row.number).where(_Row.judging_version == bindparam("version"), _Row.submission.is_not(None)).limit(1)


class SQLDrawStore:
    """Implements `app.draws.ports.DrawStore`."""

    def add(self, work: Work, key: StockKey, draws: Sequence[Draw], submission: str | None = None) -> None:
        if draws:
            rows = [{**_columns(key, draw), "submission": submission} for draw in draws]
            connection_of(work).execute(insert(_Row), rows)

    def claim(self, work: Work, key: StockKey, counts: Mapping[int, int], submission: str) -> int:
        connection, of = connection_of(work), {**_bound(key), "for_whom": submission}
        found = (connection.execute(_CLAIM, {**of, "of": entry, "most": most}) for entry, most in counts.items())
        return sum(result.rowcount for result in found)

    def of_submission(self, work: Work, submission: str) -> tuple[KeptDraw, ...]:
        rows = connection_of(work).execute(_OF_SUBMISSION, {"for_whom": submission})
        return tuple(
            KeptDraw(row.number, StockKey(row.judging_version, row.environment), Draw(row.entry, row.seed, row.content))
            for row in rows
        )

    def renew(self, work: Work, kept: Sequence[KeptDraw]) -> None:
        for one in kept:
            connection_of(work).execute(
                update(_Row).where(_Row.number == one.number).values(**_columns(one.key, one.draw))
            )

    def count_stock(self, work: Work, key: StockKey) -> Mapping[int, int]:
        return {row[0]: row[1] for row in connection_of(work).execute(_COUNT, _bound(key))}

    def is_used(self, work: Work, judging_version: str) -> bool:
        return connection_of(work).execute(_USED, {"version": judging_version}).one_or_none() is not None

    def keep_only(self, work: Work, judging_versions: Collection[str], environment: str) -> None:
        others = or_(_Row.judging_version.not_in(tuple(judging_versions)), _Row.environment != environment)
        connection_of(work).execute(delete(_Row).where(_IN_STOCK, others))


def _bound(key: StockKey) -> dict[str, str]:
    return {"version": key.judging_version, "by": key.environment}


def _columns(key: StockKey, draw: Draw) -> dict[str, object]:
    return {
        "judging_version": key.judging_version,
        "environment": key.environment,
        "entry": draw.entry,
        "seed": draw.seed,
        "content": draw.content,
    }
