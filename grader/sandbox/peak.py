"""The most memory that a child has held, by the kernel's own account and while it still lives.

When a child has ended, wait4(2) tells the same figure, but that takes longer than a verdict may wait (see
docs/performance.md). `VmHWM` in /proc/<pid>/status is the high-water mark of the resident set (proc(5)): nothing that
a walled child may do lowers it.
"""

from __future__ import annotations

import os
import re

_BYTES = 8192
_PID = re.compile(rb"^Pid:\s+(\d+)", re.MULTILINE)
_PEAK = re.compile(rb"^VmHWM:\s+(\d+) kB", re.MULTILINE)


def pid_of(pidfd: int) -> int | None:
    """The pid that a pidfd stands for, in our own namespace; None where /proc does not tell."""
    return _read_figure(f"/proc/self/fdinfo/{pidfd}", _PID)


def peak_kb(pid: int | None) -> int | None:
    """The high-water mark of a living process in kB; None where /proc does not tell.

    Args:
        pid: of a child that has not been reaped, so that nobody else can have it.
    """
    return None if pid is None else _read_figure(f"/proc/{pid}/status", _PEAK)


def _read_figure(path: str, wanted: re.Pattern[bytes]) -> int | None:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        found = wanted.search(os.read(descriptor, _BYTES))
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return int(found[1]) if found else None
