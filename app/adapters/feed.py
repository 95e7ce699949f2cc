"""The feed within one process: workers are threads, whoever listens is a future of an event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias

from grader.model import CaseReport

_Waiting: TypeAlias = "dict[str, set[asyncio.Future[None]]]"


class LocalFeed:
    """Implements `app.ports.Feed`."""

    def __init__(self) -> None:
        """Start with nobody waiting."""
        self._waiting: _Waiting = {}
        self._listening: _Waiting = {}
        self._cases: dict[str, list[CaseReport]] = {}
        self._lock = threading.Lock()

    def begin(self, submission_id: str) -> None:
        """Start with no case."""
        with self._lock:
            self._cases[submission_id] = []

    def tell(self, submission_id: str, case: CaseReport) -> None:
        """Keep it, then wake the listeners."""
        with self._lock:
            self._cases.setdefault(submission_id, []).append(case)
            _wake(self._listening, submission_id)

    def publish(self, submission_id: str) -> None:
        """Wake everyone."""
        with self._lock:
            self._cases.pop(submission_id, None)
            _wake(self._waiting, submission_id)
            _wake(self._listening, submission_id)

    def told(self, submission_id: str, start: int) -> tuple[CaseReport, ...]:
        """From the list."""
        with self._lock:
            return tuple(self._cases.get(submission_id, [])[start:])

    def subscribe(self, submission_id: str) -> AbstractContextManager[Awaitable[None]]:
        """A future for the end."""
        return self._future(self._waiting, submission_id)

    def news(self, submission_id: str) -> AbstractContextManager[Awaitable[None]]:
        """A future for whatever comes next."""
        return self._future(self._listening, submission_id)

    @contextmanager
    def _future(self, places: _Waiting, submission_id: str) -> Iterator[Awaitable[None]]:
        """A future, withdrawn at the end."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        with self._lock:
            places.setdefault(submission_id, set()).add(future)
        try:
            yield future
        finally:
            with self._lock:
                futures = places[submission_id]
                futures.discard(future)
                if not futures:
                    del places[submission_id]


def _wake(places: _Waiting, submission_id: str) -> None:
    for future in tuple(places.get(submission_id, ())):
        # under the lock: a future is withdrawn, and its loop closed, only after this
        future.get_loop().call_soon_threadsafe(_set, future)


def _set(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
