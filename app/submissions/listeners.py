"""How many may listen to live results at a time: each holds a connection, and connections are few."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.submissions.faults import ListenersFullError, TooManyListeningError

OF_ONE_VISITOR = 12
"""How many streams one visitor may have open: browsers open six at most over HTTP/1.1, and some people use two."""


@dataclass(frozen=True, slots=True)
class ListeningOptions:
    """How many may listen in all."""

    most: int


class Listeners:
    """Counts the streams that are open."""

    def __init__(self, most: int) -> None:
        """Allow ``most`` in all."""
        self._most = most
        self._open: Counter[str | None] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def place(self, owner: str | None) -> Iterator[None]:
        """A place for one stream; without a cookie there is no telling people apart, so only the whole is bounded.

        Raises:
            TooManyListeningError: this visitor has too many streams open.
            ListenersFullError: so have all together.
        """
        with self._lock:
            if owner is not None and self._open[owner] >= OF_ONE_VISITOR:
                raise TooManyListeningError(OF_ONE_VISITOR)
            if self._open.total() >= self._most:
                raise ListenersFullError
            self._open[owner] += 1
        try:
            yield
        finally:
            with self._lock:
                self._open[owner] -= 1
                if not self._open[owner]:
                    del self._open[owner]
