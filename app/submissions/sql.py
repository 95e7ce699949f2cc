"""The store of submissions and their results on SQLAlchemy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row, and_, bindparam, case, func, insert, select, update

from app.kernel.work import Work
from app.storage.database import connection_of
from app.storage.inserting import insert_if_new
from app.submissions.model import BLAMELESS, Result, State, Submission, Summary
from app.submissions.progress import ProblemProgress
from app.submissions.tables import ResultRow, SubmissionRow
from grader.model import Conclusion, Mode, Verdict
from grader.reports import case_from_json, case_to_json, conclusion_from_json, conclusion_to_json

_Row = SubmissionRow
_Result = ResultRow
_UNFINISHED = (State.QUEUED.value, State.RUNNING.value)
_SUMMARY = (
    _Row.id,
    _Row.problem_id,
    _Row.mode,
    _Row.created_at,
    _Row.state,
    _Result.verdict,
    _Result.score,
    _Result.max_score,
    _Result.seconds,
    _Result.mistake["id"].as_string(),
    _Result.peak_kb,
    _Row.inputs.is_not(None),
)
_NEWEST = and_(_Result.submission == _Row.number, _Result.judging == _Row.judged)
# made once: to put a statement together takes longer than to run it
_SUBMISSION = select(*(column for column in _Row.__table__.c if column.name != "judged"))
_ONE = _SUBMISSION.where(_Row.id == bindparam("id"))
_RESULT = (
    select(*(column for column in _Result.__table__.c if column.name not in ("submission", "judging")))
    .join(_Row, _NEWEST)
    .where(_Row.id == bindparam("id"))
)
_HISTORY = (
    select(*_SUMMARY)
    .outerjoin(_Result, _NEWEST)
    .where(_Row.owner == bindparam("owner"))
    .order_by(_Row.number.desc())
    .limit(bindparam("limit"))
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
        func.max(case((_ATTEMPT & (_Result.verdict == Verdict.ACCEPTED), 1), else_=0)),
        func.max(case((_ATTEMPT, _Result.score), else_=0.0)),
    )
    .join(_Result, _NEWEST)
    .where(_Row.owner == bindparam("owner"), _Result.verdict.not_in(tuple(BLAMELESS)))
    .group_by(_Row.problem_id)
)


class SQLSubmissionStore:
    """Implements `app.submissions.ports.SubmissionStore`."""

    def add(self, work: Work, submission: Submission) -> bool:
        """Insert the row; the id is unique."""
        return insert_if_new(connection_of(work), _Row, _submission_columns(submission))

    def get(self, work: Work, submission_id: str) -> Submission | None:
        connection = connection_of(work)
        row = connection.execute(_ONE, {"id": submission_id}).one_or_none()
        if row is None:
            return None
        result = connection.execute(_RESULT, {"id": submission_id}).one() if row.state == State.DONE else None
        return _to_submission(row, _to_result(result) if result else None)

    def begin(self, work: Work, submission_id: str) -> Submission | None:
        """The first of the two writes."""
        statement = (
            update(_Row)
            .where(_Row.id == submission_id, _Row.state != State.DONE)
            .values(state=State.RUNNING.value)
            .returning(*_SUBMISSION.selected_columns)
        )
        row = connection_of(work).execute(statement).one_or_none()
        return _to_submission(row, None) if row else None

    def finish(self, work: Work, submission_id: str, result: Result) -> bool:
        """The second; the condition makes the first result win, whoever else believes to hold the job."""
        statement = (
            update(_Row)
            .where(_Row.id == submission_id, _Row.state != State.DONE)
            .values(state=State.DONE.value, judged=_Row.judged + 1)
            .returning(_Row.number, _Row.judged)
        )
        connection = connection_of(work)
        row = connection.execute(statement).one_or_none()
        if row is None:
            return False
        key = {"submission": row.number, "judging": row.judged}
        connection.execute(insert(_Result).values(**key, **_result_columns(result)))
        return True

    def unfinished(self, work: Work) -> tuple[str, ...]:
        """By number, which is the order of arrival."""
        statement = select(_Row.id).where(_Row.state.in_(_UNFINISHED)).order_by(_Row.number)
        return tuple(connection_of(work).scalars(statement))

    def history(self, work: Work, owner: str, problem_id: str | None = None, limit: int = 50) -> tuple[Summary, ...]:
        """By number, the newest first; only the columns that a summary needs."""
        statement = _HISTORY if problem_id is None else _HISTORY_OF_ONE
        wanted = {"owner": owner, "limit": limit} | ({} if problem_id is None else {"problem_id": problem_id})
        return tuple(_to_summary(*row) for row in connection_of(work).execute(statement, wanted))

    def count_outstanding(self, work: Work, owner: str | None = None) -> int:
        statement = select(func.count()).where(_Row.state.in_(_UNFINISHED))
        if owner is not None:
            statement = statement.where(_Row.owner == owner)
        return connection_of(work).scalar(statement) or 0

    def progress(self, work: Work, owner: str) -> Mapping[str, ProblemProgress]:
        """The rule of `app.submissions.progress.progress_of`, counted by the database."""
        return {
            problem_id: ProblemProgress(runs, attempts, bool(solved), best)
            for problem_id, runs, attempts, solved, best in connection_of(work).execute(_PROGRESS, {"owner": owner})
        }


def _submission_columns(submission: Submission) -> dict[str, object]:
    return {
        "id": submission.id,
        "problem_id": submission.problem_id,
        "problem_version": submission.problem_version,
        "mode": submission.mode.value,
        "source": submission.source,
        "owner": submission.owner,
        "created_at": submission.created_at,
        "state": submission.state.value,
        "inputs": dict(submission.inputs) if submission.inputs is not None else None,
        "judged": 0,
    }


def _result_columns(result: Result) -> dict[str, object]:
    columns = conclusion_to_json(result.conclusion)
    return {
        "problem_version": result.problem_version,
        **{_COLUMNS.get(name, name): value for name, value in columns.items()},
        "cases": [case_to_json(case) for case in result.cases],
    }


def _to_submission(row: Row[Any], result: Result | None) -> Submission:
    return Submission(
        id=row.id,
        problem_id=row.problem_id,
        problem_version=row.problem_version,
        mode=Mode(row.mode),
        source=row.source,
        owner=row.owner,
        created_at=row.created_at,
        state=State(row.state),
        result=result,
        inputs=row.inputs,
    )


def _to_summary(*columns: Any) -> Summary:
    number, problem, mode, created_at, state, verdict, score, max_score, seconds, mistake, peak_kb, custom = columns
    known = (number, problem, Mode(mode), created_at, State(state), Verdict(verdict) if verdict else None)
    figures = (score or 0.0, max_score or 0.0, seconds or 0.0)
    return Summary(*known, *figures, mistake or "", peak_kb, bool(custom))


def _to_result(row: Row[Any]) -> Result:
    fields = {name: getattr(row, _COLUMNS.get(name, name)) for name in _CONCLUSION}
    return Result(row.problem_version, conclusion_from_json(fields), tuple(map(case_from_json, row.cases)))
