"""The embedded queue: ids in memory, in the order of arrival. What lasts is the stored row (see `services.recover`)."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.domain.faults import JudgingUnavailableError, QueueFullError

_RETRY_AFTER = 5


class EmbeddedQueue:
    """Implements `app.ports.JobQueue` within one process."""

    def __init__(self, capacity: int) -> None:
        """Let at most ``capacity`` wait."""
        self._capacity = capacity
        self._ids: deque[str] = deque()
        self._reserved = 0
        self._refusal = ""
        self._closed = False
        self._changed = threading.Condition()

    @contextmanager
    def reserve(self) -> Iterator[Callable[[str], None]]:
        """Count the place as taken from now on, so that not even a burst can overrun the capacity."""
        with self._changed:
            if self._refusal:
                raise JudgingUnavailableError(self._refusal)
            if len(self._ids) + self._reserved >= self._capacity:
                raise QueueFullError(_RETRY_AFTER)
            self._reserved += 1
        try:
            yield self.put_back
        finally:
            with self._changed:
                self._reserved -= 1

    def put_back(self, submission_id: str) -> None:
        """Append it and wake one taker."""
        with self._changed:
            self._ids.append(submission_id)
            self._changed.notify()

    def take(self) -> str | None:
        """Sleep until there is one."""
        with self._changed:
            self._changed.wait_for(lambda: self._ids or self._closed)
            return None if self._closed else self._ids.popleft()

    def refuse(self, reason: str) -> None:
        """Refuse from now on."""
        with self._changed:
            self._refusal = reason

    def close(self) -> None:
        """Wake everyone."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
