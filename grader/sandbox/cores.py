"""Whether this machine has a core to spare, for a judge that would look for an answer rather than sleep until it comes.

A sleeper is woken late, by some tens of microseconds on a virtual machine, and a submission of twelve cases sleeps
thirteen times. Looking costs a core, so it is for slots that no other slot could use that core.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

_CORES = len(os.sched_getaffinity(0))
_CORES_FOR_ONE = 2
"""One for the child, one for the judge that looks."""

_busy: set[int] = set()


@contextmanager
def busy(slot: int) -> Iterator[None]:
    """The slot has a submission: it waits for a child, speaks with it, or has it reaped."""
    _busy.add(slot)
    try:
        yield
    finally:
        _busy.discard(slot)


def to_spare() -> bool:
    """Whether all busy slots of this process can have a core for the judge as well as one for the child."""
    return _CORES_FOR_ONE * len(_busy) <= _CORES
