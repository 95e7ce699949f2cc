"""The tables of problem versions and preparations, and their stores."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import JSON, LargeBinary, String, Text, delete, insert, or_, select
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.work import Work
from app.problems.files import pack_files, unpack_files
from app.problems.model import Preparation, ShownExamples
from app.storage.columns import Base
from app.storage.database import connection_of
from app.storage.inserting import insert_if_new
from grader.model import Problem


class ProblemVersionRow(Base):
    """A version that was offered here, with its files."""

    __tablename__ = "problem_version"

    problem_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    version: Mapped[str] = mapped_column(String(128), primary_key=True)
    judging_version: Mapped[str] = mapped_column(String(128))
    files: Mapped[bytes] = mapped_column(LargeBinary)


class PreparationRow(Base):
    """What was computed of a judging version."""

    __tablename__ = "preparation"

    judging_version: Mapped[str] = mapped_column(String(128), primary_key=True)
    environment: Mapped[str] = mapped_column(String(64), primary_key=True)
    fault: Mapped[str] = mapped_column(Text)
    examples: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    content: Mapped[bytes] = mapped_column(LargeBinary)


_Version, _Row = ProblemVersionRow, PreparationRow


class SQLVersionStore:
    """Implements `app.problems.ports.VersionStore`."""

    def add(self, work: Work, problem: Problem) -> bool:
        values = {
            "problem_id": problem.id,
            "version": problem.version,
            "judging_version": problem.judging_version,
            "files": pack_files(problem.files),
        }
        return insert_if_new(connection_of(work), _Version, values)

    def files(self, work: Work, problem_id: str, version: str) -> Mapping[str, bytes] | None:
        statement = select(_Version.files).where(_Version.problem_id == problem_id, _Version.version == version)
        packed = connection_of(work).scalar(statement)
        return None if packed is None else unpack_files(packed)


class SQLPreparationStore:
    """Implements `app.problems.ports.PreparationStore`."""

    def get(self, work: Work, judging_version: str, environment: str) -> Preparation | None:
        statement = select(_Row.__table__).where(
            _Row.judging_version == judging_version, _Row.environment == environment
        )
        row = connection_of(work).execute(statement).one_or_none()
        if row is None:
            return None
        shown = row.examples
        examples = None if shown is None else ShownExamples(tuple(shown["expected"]), shown["worked"])
        return Preparation(row.judging_version, row.environment, row.content, examples, row.fault)

    def put(self, work: Work, preparation: Preparation) -> None:
        connection, examples = connection_of(work), preparation.examples
        connection.execute(
            delete(_Row).where(
                _Row.judging_version == preparation.judging_version, _Row.environment == preparation.environment
            )
        )
        values = {
            "judging_version": preparation.judging_version,
            "environment": preparation.environment,
            "fault": preparation.fault,
            "examples": None
            if examples is None
            else {"expected": list(examples.expected), "worked": dict(examples.worked)},
            "content": preparation.content,
        }
        connection.execute(insert(_Row).values(**values))

    def keep_only(self, work: Work, judging_versions: Collection[str], environment: str) -> None:
        others = or_(_Row.judging_version.not_in(tuple(judging_versions)), _Row.environment != environment)
        connection_of(work).execute(delete(_Row).where(others))
