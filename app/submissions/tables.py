"""The tables of submissions and their results."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.storage.columns import Base, UTCDateTime


class SubmissionRow(Base):
    """A submission; ``number`` is the order in which they came, ``judged`` how many results it has."""

    __tablename__ = "submission"
    __table_args__ = (
        Index("submission_of_owner", "owner", "problem_id", "number"),
        Index("submission_unfinished", "state", "number"),
    )

    number: Mapped[int] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(String(64), unique=True)
    problem_id: Mapped[str] = mapped_column(String(64))
    problem_version: Mapped[str] = mapped_column(String(128))
    mode: Mapped[str] = mapped_column(String(16))
    source: Mapped[bytes] = mapped_column(LargeBinary)
    owner: Mapped[str | None] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(UTCDateTime)
    state: Mapped[str] = mapped_column(String(16))
    inputs: Mapped[dict[str, str] | None] = mapped_column(JSON(none_as_null=True))
    judged: Mapped[int] = mapped_column(default=0)


class ResultRow(Base):
    """What came of a submission; ``judging`` counts from 1, and the last one is what is shown.

    The cases stand last: what lists read lies before them.
    """

    __tablename__ = "result"

    submission: Mapped[int] = mapped_column(ForeignKey("submission.number"), primary_key=True)
    judging: Mapped[int] = mapped_column(primary_key=True)
    problem_version: Mapped[str] = mapped_column(String(128))
    verdict: Mapped[str] = mapped_column(String(32))
    reason: Mapped[str | None] = mapped_column(String(32))
    message: Mapped[str] = mapped_column(Text)
    line: Mapped[int | None]
    score: Mapped[float]
    max_score: Mapped[float]
    seconds: Mapped[float]
    diagnosis: Mapped[str] = mapped_column(Text)
    mistake: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    peak_kb: Mapped[int | None]
    cases: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
