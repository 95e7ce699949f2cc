"""The cases of submissions that are being judged in this process."""

from __future__ import annotations

import threading

from grader.model import CaseReport


class MemoryCaseLog:
    """Implements `app.submissions.ports.CaseLog`."""

    def __init__(self) -> None:
        self._cases: dict[str, list[CaseReport]] = {}
        self._lock = threading.Lock()

    def begin(self, submission_id: str) -> None:
        with self._lock:
            self._cases[submission_id] = []

    def add(self, submission_id: str, case: CaseReport) -> None:
        with self._lock:
            self._cases.setdefault(submission_id, []).append(case)

    def since(self, submission_id: str, start: int) -> tuple[CaseReport, ...]:
        with self._lock:
            return tuple(self._cases.get(submission_id, [])[start:])

    def forget(self, submission_id: str) -> None:
        with self._lock:
            self._cases.pop(submission_id, None)
