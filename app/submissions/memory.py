"""The store of submissions in a `MemoryDatabase`, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.kernel.work import Work
from app.storage.memory import table_of
from app.submissions.model import Result, State, Submission, Summary
from app.submissions.progress import ProblemProgress, progress_of

_SUBMISSIONS = "submission"


class MemorySubmissionStore:
    """Implements `app.submissions.ports.SubmissionStore`."""

    def add(self, work: Work, submission: Submission) -> bool:
        return table_of(work, _SUBMISSIONS).setdefault(submission.id, submission) is submission

    def get(self, work: Work, submission_id: str) -> Submission | None:
        return table_of(work, _SUBMISSIONS).get(submission_id)

    def begin(self, work: Work, submission_id: str) -> Submission | None:
        return self._change(work, submission_id, state=State.RUNNING)

    def finish(self, work: Work, submission_id: str, result: Result) -> bool:
        return self._change(work, submission_id, state=State.DONE, result=result) is not None

    def unfinished(self, work: Work) -> tuple[str, ...]:
        return tuple(row.id for row in table_of(work, _SUBMISSIONS).values() if not row.done)

    def history(self, work: Work, owner: str, problem_id: str | None = None, limit: int = 50) -> tuple[Summary, ...]:
        own = self._list_of(work, owner)
        return tuple(row.summary for row in reversed(own) if problem_id in (None, row.problem_id))[:limit]

    def count_outstanding(self, work: Work, owner: str | None = None) -> int:
        rows = table_of(work, _SUBMISSIONS).values()
        return sum(not row.done and owner in (None, row.owner) for row in rows)

    def progress(self, work: Work, owner: str) -> Mapping[str, ProblemProgress]:
        return progress_of(row.summary for row in self._list_of(work, owner))

    def _change(self, work: Work, submission_id: str, **changes: object) -> Submission | None:
        rows = table_of(work, _SUBMISSIONS)
        row: Submission | None = rows.get(submission_id)
        if row is None or row.done:
            return None
        rows[submission_id] = changed = replace(row, **changes)  # type: ignore[arg-type]  # fields of its own
        return changed

    def _list_of(self, work: Work, owner: str) -> list[Submission]:
        return [row for row in table_of(work, _SUBMISSIONS).values() if row.owner == owner]
