"""What a call prints: the first part is kept, the rest is drained so that it never blocks, up to a bound."""

from __future__ import annotations

import os

from grader.model import clean

KEPT_BYTES = 64 * 1024
DRAINED_BYTES = 16 << 20
_CHUNK = 1 << 16


class Output:
    """Collects one child's stdout and stderr, case by case."""

    def __init__(self, descriptor: int) -> None:
        """Read from `descriptor`, without ever waiting for it."""
        os.set_blocking(descriptor, False)
        self._descriptor = descriptor
        self._fresh = bytearray()
        self._total = 0
        self._lost = 0

    @property
    def overflowed(self) -> bool:
        """Whether more came since the last `renew` than may be drained."""
        return self._total > DRAINED_BYTES

    def drain(self) -> bool:
        """Read all that is there; False when the other end is closed."""
        while not self.overflowed:
            try:
                chunk = os.read(self._descriptor, _CHUNK)
            except BlockingIOError:
                return True
            if not chunk:
                return False
            self._keep(chunk)
        return True

    def _keep(self, chunk: bytes) -> None:
        room = max(0, KEPT_BYTES - self._total)
        self._fresh += chunk[:room]
        self._lost += max(0, len(chunk) - room)
        self._total += len(chunk)

    def take(self, count: int | None = None) -> tuple[str, bool]:
        """The text since the last call, made harmless, and whether some of it was left out.

        Args:
            count: how many bytes of it, where what follows is another call's; by default all.
        """
        if not self._fresh and not self._lost:
            return "", False
        kept = len(self._fresh) if count is None else min(count, len(self._fresh))
        lost = self._lost if count is None else min(count - kept, self._lost)
        text = bytes(self._fresh[:kept]).decode("utf-8", "replace")
        del self._fresh[:kept]
        self._lost -= lost
        return clean(text.replace("\r\n", "\n")), lost > 0

    def renew(self) -> None:
        """Bound anew what the next call prints; loading the file and the first call share one bound."""
        self._total = 0
