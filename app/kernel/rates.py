"""How often something may be done: a rate, and a meter that holds whoever is counted to it.

The meter is the generic cell rate algorithm (ITU-T I.371, "virtual scheduling"): for each key it keeps one number, the
time at which all that was done would have been due at an even pace. It needs a few dozen bytes a key, no thread and no
list of times; it says exactly when the next one may come; and on a monotonic clock nobody is locked out because the
machine's time was set back.
"""

from __future__ import annotations

import math
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

MonotonicClock: TypeAlias = Callable[[], float]
"""Seconds that never go back."""

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
_RATE = re.compile(r"(\d{1,9})\s*(?:/|per)\s*(?:(\d{1,6})\s*)?(second|minute|hour|day)s?", re.IGNORECASE | re.ASCII)
_MOST_KEYS = 100_000
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and no more than so many in that many seconds in the long run."""

    amount: int
    seconds: int


def read_rate(text: str) -> Rate:
    """Read a rate such as ``30/minute``, ``5 per 10 seconds`` or ``1000/day``.

    Raises:
        ValueError: it is none.
    """
    match = _RATE.fullmatch(text.strip())
    if match is None or not int(match[1]) or match[2] == "0":
        raise ValueError(f"{text!r} is not a rate")
    return Rate(int(match[1]), int(match[2] or 1) * _SECONDS[match[3].lower()])


class Meter:
    """Counts by key, and says how long to wait. May be used from any thread."""

    def __init__(self, rate: Rate, clock: MonotonicClock = time.monotonic, most_keys: int = _MOST_KEYS) -> None:
        """Hold each key to a rate; of more than ``most_keys`` the one not seen for longest is forgotten."""
        self._step = rate.seconds / rate.amount
        self._ahead = rate.seconds - self._step  # how far ahead of an even pace a key may be
        self._clock = clock
        self._most_keys = most_keys
        self._due: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def count(self, key: str) -> int:
        """Count one, and give 0; or count nothing, and give the whole seconds after which it may be tried again."""
        with self._lock:
            now = self._clock()
            due = max(self._due.get(key, now), now)
            wait = due - now - self._ahead
            if wait > _ROUNDING:
                return math.ceil(wait)
            self._due[key] = due + self._step
            self._due.move_to_end(key)
            self._forget(now)
            return 0

    def _forget(self, now: float) -> None:
        """Drop the oldest key if it counts for nothing any more, or if there are too many."""
        oldest = next(iter(self._due))
        if self._due[oldest] <= now or len(self._due) > self._most_keys:
            del self._due[oldest]
