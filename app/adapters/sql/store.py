"""The store of submissions on SQLAlchemy: each method is one short transaction of one statement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine, bindparam, case, func, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.adapters.sql.models import SubmissionRow
from app.adapters.sql.writing import writing
from app.domain.progress import ProblemProgress
from app.domain.submission import BLAMELESS, Result, State, Submission, Summary
from grader.model import Conclusion, Mode, Verdict
from grader.reports import case_from_json, case_to_json, conclusion_from_json, conclusion_to_json

_Row = SubmissionRow
_SUMMARY = (
    _Row.id,
    _Row.problem_id,
    _Row.mode,
    _Row.created_at,
    _Row.state,
    _Row.verdict,
    _Row.score,
    _Row.max_score,
    _Row.seconds,
    _Row.mistake["id"].as_string(),
    _Row.peak_kb,
    _Row.inputs.is_not(None),
)
# made once: to put a statement together takes longer than to run it
_HISTORY = (
    select(*_SUMMARY).where(_Row.visitor == bindparam("visitor")).order_by(_Row.number.desc()).limit(bindparam("limit"))
)
_HISTORY_OF_ONE = _HISTORY.where(_Row.problem_id == bindparam("problem_id"))
_CONCLUSION = tuple(conclusion_to_json(Conclusion(Verdict.ACCEPTED)))
_COLUMNS = {"peak_memory_kb": "peak_kb"}
"""Columns that have another name than the field has in JSON."""
_ATTEMPT = _Row.mode == Mode.SUBMIT
_PROGRESS = (
    select(
        _Row.problem_id,
        func.sum(case((_ATTEMPT, 0), else_=1)),
        func.sum(case((_ATTEMPT, 1), else_=0)),
        func.max(case((_ATTEMPT & (_Row.verdict == Verdict.ACCEPTED), 1), else_=0)),
        func.max(case((_ATTEMPT, _Row.score), else_=0.0)),
    )
    .where(_Row.visitor == bindparam("visitor"), _Row.state == State.DONE, _Row.verdict.not_in(tuple(BLAMELESS)))
    .group_by(_Row.problem_id)
)


class SQLSubmissionStore:
    """Implements `app.ports.SubmissionStore`."""

    def __init__(self, engine: Engine) -> None:
        """Use this engine, whose database is migrated."""
        self._engine = engine

    def add(self, submission: Submission) -> bool:
        """Insert the row; the id is unique."""
        try:
            with writing(self._engine) as session:
                session.add(_to_row(submission))
        except IntegrityError:
            if self.get(submission.id) is None:
                raise
            return False
        return True

    def get(self, submission_id: str) -> Submission | None:
        """Read one row."""
        with Session(self._engine) as session:
            row = session.scalar(select(_Row).where(_Row.id == submission_id))
            return _to_submission(row) if row else None

    def take(self, submission_id: str) -> Submission | None:
        """The first of the two writes."""
        statement = (
            update(_Row)
            .where(_Row.id == submission_id, _Row.state != State.DONE)
            .values(state=State.RUNNING.value, tries=_Row.tries + 1)
            .returning(_Row)
        )
        with writing(self._engine) as session:
            row = session.scalars(statement).one_or_none()
            return _to_submission(row) if row else None

    def finish(self, submission_id: str, result: Result) -> bool:
        """The second; the condition makes the first result win, whoever else believes to hold the job."""
        statement = (
            update(_Row)
            .where(_Row.id == submission_id, _Row.state != State.DONE)
            .values(state=State.DONE.value, **_result_columns(result))
            .returning(_Row.number)
        )
        with writing(self._engine) as session:
            return session.scalar(statement) is not None

    def unfinished(self) -> tuple[str, ...]:
        """By number, which is the order of arrival."""
        statement = select(_Row.id).where(_Row.state.in_((State.QUEUED, State.RUNNING))).order_by(_Row.number)
        with Session(self._engine) as session:
            return tuple(session.scalars(statement))

    def history(self, visitor: str, problem_id: str | None = None, limit: int = 50) -> tuple[Summary, ...]:
        """By number, the newest first; only the columns that a summary needs."""
        statement = _HISTORY if problem_id is None else _HISTORY_OF_ONE
        wanted = {"visitor": visitor, "problem_id": problem_id, "limit": limit}
        with Session(self._engine) as session:
            return tuple(_to_summary(*row) for row in session.execute(statement, wanted))

    def outstanding(self, visitor: str | None = None) -> int:
        """Count by state."""
        statement = select(func.count()).where(_Row.state.in_((State.QUEUED, State.RUNNING)))
        if visitor is not None:
            statement = statement.where(_Row.visitor == visitor)
        with Session(self._engine) as session:
            return session.scalar(statement) or 0

    def progress(self, visitor: str) -> Mapping[str, ProblemProgress]:
        """The rule of `app.domain.progress.progress_of`, counted by the database."""
        with Session(self._engine) as session:
            return {
                problem_id: ProblemProgress(runs, attempts, bool(solved), best)
                for problem_id, runs, attempts, solved, best in session.execute(_PROGRESS, {"visitor": visitor})
            }

    def check(self) -> None:
        """Ask the database for a number."""
        with Session(self._engine) as session:
            session.execute(text("SELECT 1"))


def _to_row(submission: Submission) -> SubmissionRow:
    return SubmissionRow(
        id=submission.id,
        problem_id=submission.problem_id,
        problem_version=submission.problem_version,
        mode=submission.mode.value,
        source=submission.source,
        visitor=submission.visitor,
        created_at=submission.created_at,
        state=submission.state.value,
        tries=submission.tries,
        inputs=dict(submission.inputs) if submission.inputs is not None else None,
        **(_result_columns(submission.result) if submission.result else {}),
    )


def _result_columns(result: Result) -> dict[str, object]:
    columns = conclusion_to_json(result.conclusion)
    return {
        "problem_version": result.problem_version,
        **{_COLUMNS.get(name, name): value for name, value in columns.items()},
        "cases": [case_to_json(case) for case in result.cases],
    }


def _to_submission(row: SubmissionRow) -> Submission:
    return Submission(
        id=row.id,
        problem_id=row.problem_id,
        problem_version=row.problem_version,
        mode=Mode(row.mode),
        source=row.source,
        visitor=row.visitor,
        created_at=row.created_at,
        state=State(row.state),
        tries=row.tries,
        result=_to_result(row) if row.verdict else None,
        inputs=row.inputs,
    )


def _to_summary(*columns: Any) -> Summary:
    number, problem, mode, created_at, state, verdict, score, max_score, seconds, mistake, peak_kb, custom = columns
    told = Verdict(verdict) if verdict else None
    place = (number, problem, Mode(mode), created_at, State(state), told)
    return Summary(*place, score, max_score, seconds, mistake or "", peak_kb, bool(custom))


def _to_result(row: SubmissionRow) -> Result:
    told = {name: getattr(row, _COLUMNS.get(name, name)) for name in _CONCLUSION}
    return Result(row.problem_version, conclusion_from_json(told), tuple(map(case_from_json, row.cases)))
