"""Wait for a submission without holding a thread or a database session, and without polling."""

from __future__ import annotations

import asyncio

from app.domain.submission import Submission
from app.ports import Feed, SubmissionStore

MAX_WAIT_SECONDS = 60.0
"""The longest that anyone may wait in one request."""


class Watch:
    """Waits for final results."""

    def __init__(self, store: SubmissionStore, feed: Feed) -> None:
        """Take the ports."""
        self._store = store
        self._feed = feed

    async def finished(self, submission: Submission, seconds: float) -> Submission:
        """The submission once it is done, or as it stands after that many seconds (at most 60)."""
        if submission.done or seconds <= 0:
            return submission
        # subscribed before it is read again: a result that lands in between is not missed
        with self._feed.subscribe(submission.id) as published:
            now = await self._read(submission)
            if now.done:
                return now
            try:
                await asyncio.wait_for(published, min(seconds, MAX_WAIT_SECONDS))
            except TimeoutError:
                return now
        return await self._read(submission)

    async def _read(self, submission: Submission) -> Submission:
        return await asyncio.to_thread(self._store.get, submission.id) or submission
