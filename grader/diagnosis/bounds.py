"""How much of a submission is looked at: what lies beyond is judged all the same, and nothing is told of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

_BEYOND = (MemoryError, RecursionError, OverflowError)
_MOST = 1_000_000
"""Elements and items of all answers of one submission that are described: about a third of a second."""

P = ParamSpec("P")
T = TypeVar("T")


def or_nothing(nothing: T) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let a function give `nothing` where an answer is too large, too deep or too far off for it.

    Tests call its ``__wrapped__``, so that a fault of our own shows.
    """

    def bounded(look: Callable[P, T]) -> Callable[P, T]:
        @wraps(look)
        def looked(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return look(*args, **kwargs)
            except _BEYOND:
                return nothing

        return looked

    return bounded


@dataclass(slots=True)
class Budget:
    """What may still be described of one submission.

    It counts elements and no seconds, so that the same submission is told the same on a busy machine.
    """

    left: int = _MOST

    def covers(self, answer: Any) -> bool:
        """Whether an answer may be described; if so it counts."""
        weight = weigh(answer)
        if weight > self.left:
            return False
        self.left -= weight
        return True


def weigh(value: Any) -> int:
    """How many elements of arrays, items and keys an answer has, however deep they stand."""
    total, waiting = 0, [value]
    while waiting:
        part = waiting.pop()
        total += 1
        if isinstance(part, np.ndarray):
            total += part.size
        elif isinstance(part, dict):
            waiting.extend(part.values())
        elif isinstance(part, list | tuple):
            waiting.extend(part)
    return total
