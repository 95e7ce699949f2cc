"""Wait for a submission without holding a thread or a database session, and without polling."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass

from app.kernel.work import Database
from app.submissions.model import Submission
from app.submissions.ports import SubmissionStore
from app.submissions.tidings import Tidings
from grader.model import CaseReport

MAX_WAIT_SECONDS = 60.0
"""The longest that anyone may wait in one request."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One case of a submission, with its index."""

    index: int
    case: CaseReport


class Watch:
    """Waits for results: of one case after the other, and the final one."""

    def __init__(self, database: Database, store: SubmissionStore, tidings: Tidings) -> None:
        self._database = database
        self._store = store
        self._tidings = tidings

    async def wait_for_result(self, submission: Submission, seconds: float) -> Submission:
        """The submission once it is done, or as it stands after that many seconds (at most 60)."""
        if submission.done or seconds <= 0:
            return submission
        # subscribed before it is read again: a result that lands in between is not missed
        with self._tidings.listen_for_end(submission.id) as published:
            now = await self._read(submission)
            if now.done:
                return now
            await _wait_at_most(published, min(seconds, MAX_WAIT_SECONDS))
        return await self._read(submission)

    async def follow(
        self, submission: Submission, start: int, seconds: float
    ) -> AsyncIterator[list[Judged] | Submission]:
        """The cases from index ``start`` on as soon as they are judged, then the submission that is done.

        It ends without the last one where that takes longer than ``seconds``: whoever listens may come again.
        """
        end = time.monotonic() + min(seconds, MAX_WAIT_SECONDS)
        index = start
        while (left := end - time.monotonic()) > 0:
            # subscribed before what is there is looked at: nothing that lands in between is missed
            with self._tidings.listen_for_case(submission.id) as news:
                cases = self._tidings.read_cases(submission.id, index)
                now = submission if cases else await self._read(submission)
                if not cases and not now.done:
                    await _wait_at_most(news, left)
                    continue
            there = [Judged(at, case) for at, case in enumerate(cases or _cut_cases(now, index), start=index)]
            if there:
                yield there
                index += len(there)
            if now.done:
                yield now
                return

    async def _read(self, submission: Submission) -> Submission:
        return await asyncio.to_thread(self._get, submission.id) or submission

    def _get(self, submission_id: str) -> Submission | None:
        with self._database.read() as work:
            return self._store.get(work, submission_id)


def _cut_cases(submission: Submission, start: int) -> tuple[CaseReport, ...]:
    return submission.result.cases[start:] if submission.result else ()


async def _wait_at_most(news: Awaitable[None], seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(news, seconds)
