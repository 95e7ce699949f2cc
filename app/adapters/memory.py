"""Stores that forget everything at the end: for tests, held to the same contracts as the real ones."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace

from app.domain.draft import Draft
from app.domain.hints import OpenedHint
from app.domain.progress import ProblemProgress, progress_of
from app.domain.submission import Result, State, Submission, Summary


class MemorySubmissionStore:
    """Implements `app.ports.SubmissionStore`."""

    def __init__(self) -> None:
        """Start empty."""
        self._rows: dict[str, Submission] = {}
        self._lock = threading.Lock()

    def add(self, submission: Submission) -> bool:
        """Keep it."""
        with self._lock:
            return self._rows.setdefault(submission.id, submission) is submission

    def get(self, submission_id: str) -> Submission | None:
        """Look it up."""
        with self._lock:
            return self._rows.get(submission_id)

    def take(self, submission_id: str) -> Submission | None:
        """Set it running."""
        with self._lock:
            row = self._rows.get(submission_id)
            if row is None or row.done:
                return None
            self._rows[submission_id] = replace(row, state=State.RUNNING, tries=row.tries + 1)
            return self._rows[submission_id]

    def finish(self, submission_id: str, result: Result) -> bool:
        """Keep the first result."""
        with self._lock:
            row = self._rows.get(submission_id)
            if row is None or row.done:
                return False
            version = result.problem_version
            self._rows[submission_id] = replace(row, state=State.DONE, problem_version=version, result=result)
            return True

    def unfinished(self) -> tuple[str, ...]:
        """In the order of arrival, which a dict keeps."""
        with self._lock:
            return tuple(row.id for row in self._rows.values() if not row.done)

    def history(self, visitor: str, problem_id: str | None = None, limit: int = 50) -> tuple[Summary, ...]:
        """The newest first."""
        own = self._of(visitor)
        return tuple(row.summary for row in reversed(own) if problem_id in (None, row.problem_id))[:limit]

    def outstanding(self, visitor: str | None = None) -> int:
        """Count what is not done."""
        with self._lock:
            return sum(not row.done and visitor in (None, row.visitor) for row in self._rows.values())

    def progress(self, visitor: str) -> Mapping[str, ProblemProgress]:
        """The rule itself."""
        return progress_of(row.summary for row in self._of(visitor))

    def check(self) -> None:
        """Memory is always there."""

    def _of(self, visitor: str) -> list[Submission]:
        with self._lock:
            return [row for row in self._rows.values() if row.visitor == visitor]


class MemoryDraftStore:
    """Implements `app.ports.DraftStore`."""

    def __init__(self) -> None:
        """Start empty."""
        self._drafts: dict[tuple[str, str], Draft] = {}
        self._lock = threading.Lock()

    def get(self, visitor: str, problem_id: str) -> Draft | None:
        """Look it up."""
        with self._lock:
            return self._drafts.get((visitor, problem_id))

    def save(self, draft: Draft) -> bool:
        """Keep it if it follows the kept one."""
        key = (draft.visitor, draft.problem_id)
        with self._lock:
            kept = self._drafts.get(key)
            if draft.revision != (kept.revision if kept else 0) + 1:
                return False
            self._drafts[key] = draft
            return True


class MemoryHintStore:
    """Implements `app.ports.HintStore`."""

    def __init__(self) -> None:
        """Start empty."""
        self._opened: dict[tuple[str, str], frozenset[int]] = {}
        self._lock = threading.Lock()

    def opened(self, visitor: str, problem_id: str) -> frozenset[int]:
        """Look them up."""
        with self._lock:
            return self._opened.get((visitor, problem_id), frozenset())

    def open(self, hint: OpenedHint) -> None:
        """Add the number."""
        key = (hint.visitor, hint.problem_id)
        with self._lock:
            self._opened[key] = self._opened.get(key, frozenset()) | {hint.number}
