"""The feed within one process: workers are threads, waiters are futures of an event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager


class LocalFeed:
    """Implements `app.ports.Feed`."""

    def __init__(self) -> None:
        """Start with nobody waiting."""
        self._waiting: dict[str, set[asyncio.Future[None]]] = {}
        self._lock = threading.Lock()

    def publish(self, submission_id: str) -> None:
        """Set every future of this id, each in its own loop."""
        with self._lock:
            futures = tuple(self._waiting.get(submission_id, ()))
            for future in futures:
                # under the lock: a future is withdrawn, and its loop closed, only after this
                future.get_loop().call_soon_threadsafe(_set, future)

    @contextmanager
    def subscribe(self, submission_id: str) -> Iterator[Awaitable[None]]:
        """A future, withdrawn at the end."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        with self._lock:
            self._waiting.setdefault(submission_id, set()).add(future)
        try:
            yield future
        finally:
            with self._lock:
                futures = self._waiting[submission_id]
                futures.discard(future)
                if not futures:
                    del self._waiting[submission_id]


def _set(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
