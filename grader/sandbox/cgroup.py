"""A memory cgroup for a zygote and its children, where the machine lets us make one.

It bounds what resource limits do not count, such as page tables and pipe buffers. See cgroups(7): version 1 has one
tree a controller, version 2 one tree for all.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

_ROOT = Path("/sys/fs/cgroup")
_SLACK_MB = 512
"""Room for the warm interpreter itself and for mapped files."""
_MEGABYTE = 1 << 20
_PREFIX = "allclose"
_REMOVAL_TRIES, _REMOVAL_PAUSE = 100, 0.005


class MemoryGroup:
    """One cgroup, to be removed when its processes are gone."""

    def __init__(self, slot: int) -> None:
        """Make one for a zygote of this process; raises OSError where that is not allowed or no controller is there."""
        name = f"{_PREFIX}-{os.getpid()}-{slot}"
        first = _ROOT / "memory"
        if (first / "memory.limit_in_bytes").exists():
            self._folder, self._limit, self.version = first / name, "memory.limit_in_bytes", 1
        elif "memory" in _read_text(_ROOT / "cgroup.subtree_control").split():
            self._folder, self._limit, self.version = _ROOT / name, "memory.max", 2
        else:
            raise FileNotFoundError(2, "no memory controller that may be used")
        self._folder.mkdir()
        self._bound_mb = 0
        self._sweep()

    def widen(self, memory_mb: int) -> None:
        """Let its processes use that much beyond the interpreter's own, if that is more than now."""
        if memory_mb > self._bound_mb:
            self._bound(memory_mb)

    def narrow(self, memory_mb: int) -> None:
        """Let them use no more than that. Wait for a child's end first: its memory is in the way of a lower bound."""
        if memory_mb < self._bound_mb:
            with contextlib.suppress(OSError):  # some of it is not yet given back; the next submission tries again
                self._bound(memory_mb)

    def _bound(self, memory_mb: int) -> None:
        (self._folder / self._limit).write_text(str((memory_mb + _SLACK_MB) * _MEGABYTE), encoding="ascii")
        self._bound_mb = memory_mb

    def add(self, pid: int) -> None:
        """Move a process in; its children are born in it."""
        (self._folder / "cgroup.procs").write_text(str(pid), encoding="ascii")

    def remove(self) -> None:
        """Remove it, once its last process is gone; one that lingers is left to a later sweep."""
        for _ in range(_REMOVAL_TRIES):
            with contextlib.suppress(OSError):
                self._folder.rmdir()
                return
            time.sleep(_REMOVAL_PAUSE)

    def _sweep(self) -> None:
        """Remove the groups of processes of ours that are gone."""
        for folder in self._folder.parent.glob(f"{_PREFIX}-*-*"):
            owner = folder.name.split("-")[1]
            if not Path(f"/proc/{owner}").exists():
                with contextlib.suppress(OSError):
                    folder.rmdir()


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        return ""
