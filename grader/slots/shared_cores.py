"""How many slots are busy, told by each judge to all others through a page of shared memory."""

from __future__ import annotations

import mmap
import os
import threading


class SharedCores:
    """One byte for each slot, 1 while it has a submission; whoever starts judges gives each a slot of its own."""

    def __init__(self, slots: int) -> None:
        self.descriptor = os.memfd_create("slots")
        os.ftruncate(self.descriptor, slots)
        self._memory = mmap.mmap(self.descriptor, slots)
        self._free = list(range(slots))
        self._lock = threading.Lock()

    def take(self) -> int:
        """A slot that no living judge has; raises IndexError where there is none."""
        with self._lock:
            return self._free.pop(0)

    def give_back(self, slot: int) -> None:
        """Its judge is gone, and busy no longer."""
        with self._lock:
            self._memory[slot] = 0
            self._free.append(slot)

    def close(self) -> None:
        """Give the memory back once the last judge is gone."""
        self._memory.close()
        os.close(self.descriptor)


class SharedBusy:
    """A judge's own view of them; a set of busy slots as `grader.sandbox.cores` wants it."""

    def __init__(self, descriptor: int, own: int) -> None:
        self._memory = mmap.mmap(descriptor, 0)
        self._own = own

    def add(self, _: int) -> None:
        """This slot has a submission."""
        self._memory[self._own] = 1

    def discard(self, _: int) -> None:
        """It has none."""
        self._memory[self._own] = 0

    def __len__(self) -> int:
        """How many slots of all judges are busy."""
        return self._memory[:].count(1)
