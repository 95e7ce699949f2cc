"""The bell within one process: those who ring are threads, those who listen are futures of an event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager


class LocalBell:
    """Implements `app.submissions.ports.Bell`."""

    def __init__(self) -> None:
        self._listening: dict[str, set[asyncio.Future[None]]] = {}
        self._lock = threading.Lock()

    def ring(self, *topics: str) -> None:
        """Wake everyone; under the lock, since a future is withdrawn, and its loop closed, only after this."""
        with self._lock:
            for topic in topics:
                for future in tuple(self._listening.get(topic, ())):
                    future.get_loop().call_soon_threadsafe(_wake, future)

    @contextmanager
    def listen(self, topic: str) -> Iterator[Awaitable[None]]:
        """A future, withdrawn at the end."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        with self._lock:
            self._listening.setdefault(topic, set()).add(future)
        try:
            yield future
        finally:
            with self._lock:
                futures = self._listening[topic]
                futures.discard(future)
                if not futures:
                    del self._listening[topic]


def _wake(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
