"""What comes of submissions while they are judged: kept case by case, and rung for."""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from app.submissions.ports import Bell, CaseLog
from grader.model import CaseReport


@dataclass(frozen=True, slots=True)
class Tidings:
    """The log of cases, and the bell that is rung at each of them and at the end."""

    bell: Bell
    log: CaseLog

    def begin(self, submission_id: str) -> None:
        """A try begins: there is no case yet."""
        self.log.begin(submission_id)

    def tell(self, submission_id: str, case: CaseReport) -> None:
        """Keep the next case, and wake whoever wants each of them."""
        self.log.add(submission_id, case)
        self.bell.ring(_name_case_bell(submission_id))

    def end(self, submission_id: str) -> None:
        """It is done, and its cases are in the store: wake everyone."""
        self.log.forget(submission_id)
        self.bell.ring(submission_id, _name_case_bell(submission_id))

    def read_cases(self, submission_id: str, start: int) -> tuple[CaseReport, ...]:
        """The cases kept so far, from the one with index ``start`` on."""
        return self.log.since(submission_id, start)

    def listen_for_case(self, submission_id: str) -> AbstractContextManager[Awaitable[None]]:
        """An awaitable that ends at the next case, or when it is done."""
        return self.bell.listen(_name_case_bell(submission_id))

    def listen_for_end(self, submission_id: str) -> AbstractContextManager[Awaitable[None]]:
        """An awaitable that ends when it is done."""
        return self.bell.listen(submission_id)


def _name_case_bell(submission_id: str) -> str:
    return f"{submission_id}/cases"
