"""Tables."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, Dialect, Index, LargeBinary, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator


class UTCDateTime(TypeDecorator[datetime]):
    """Aware times in UTC, also where the database keeps none of the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """To UTC; naive times are refused."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time must be aware")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Aware again."""
        return value if value is None else value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """The root of the tables."""


class SubmissionRow(Base):
    """A submission; the row itself is the durable queue. ``number`` is the order in which they came."""

    __tablename__ = "submission"
    __table_args__ = (
        Index("submission_of_visitor", "visitor", "problem_id", "number"),
        Index("submission_unfinished", "state", "number"),
    )

    number: Mapped[int] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(String(64), unique=True)
    problem_id: Mapped[str] = mapped_column(String(64))
    problem_version: Mapped[str] = mapped_column(String(128))
    mode: Mapped[str] = mapped_column(String(16))
    source: Mapped[bytes] = mapped_column(LargeBinary)
    visitor: Mapped[str | None] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(UTCDateTime)
    state: Mapped[str] = mapped_column(String(16))
    tries: Mapped[int] = mapped_column(default=0)
    verdict: Mapped[str | None] = mapped_column(String(32))
    reason: Mapped[str | None] = mapped_column(String(32))
    message: Mapped[str] = mapped_column(Text, default="")
    line: Mapped[int | None]
    score: Mapped[float] = mapped_column(default=0.0)
    max_score: Mapped[float] = mapped_column(default=0.0)
    seconds: Mapped[float] = mapped_column(default=0.0)
    cases: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    diagnosis: Mapped[str] = mapped_column(Text, default="")
    mistake: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    inputs: Mapped[dict[str, str] | None] = mapped_column(JSON(none_as_null=True))
    peak_kb: Mapped[int | None]


class DraftRow(Base):
    """What a visitor is writing for a problem."""

    __tablename__ = "draft"

    visitor: Mapped[str] = mapped_column(String(64), primary_key=True)
    problem_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    source: Mapped[str] = mapped_column(Text)
    revision: Mapped[int]
    saved_at: Mapped[datetime] = mapped_column(UTCDateTime)


class OpenedHintRow(Base):
    """A hint that a visitor has opened."""

    __tablename__ = "opened_hint"

    visitor: Mapped[str] = mapped_column(String(64), primary_key=True)
    problem_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    opened_at: Mapped[datetime] = mapped_column(UTCDateTime)
