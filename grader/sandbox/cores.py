"""Whether this machine has a core to spare, for a judge that would look for an answer rather than sleep until it comes.

A sleeper is woken late, by some tens of microseconds on a virtual machine, and a submission of twelve cases sleeps
thirteen times. Looking costs a core, so it is for slots that no other slot could use that core.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

_CORES = len(os.sched_getaffinity(0))
_CORES_FOR_ONE = 2
"""One for the child, one for the judge that looks."""


class BusySlots(Protocol):
    """The slots that have a submission."""

    def add(self, slot: int, /) -> None:
        """This one has."""

    def discard(self, slot: int, /) -> None:
        """This one has not."""

    def __len__(self) -> int:
        """How many have."""


_busy: BusySlots = set[int]()


def share(busy_slots: BusySlots) -> None:
    """Count with other processes on this machine, whose slots want cores as well."""
    global _busy  # noqa: PLW0603 - set once, when a judge starts
    _busy = busy_slots


@contextmanager
def busy(slot: int) -> Iterator[None]:
    """The slot has a submission: it waits for a child, speaks with it, or has it reaped."""
    _busy.add(slot)
    try:
        yield
    finally:
        _busy.discard(slot)


def to_spare() -> bool:
    """Whether all busy slots can have a core for the judge as well as one for the child."""
    return _CORES_FOR_ONE * len(_busy) <= _CORES
