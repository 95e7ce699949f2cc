"""The most memory that a child has held, by the kernel's own account and while it still lives.

When a child has ended, wait4(2) tells the same figure, but that takes longer than a verdict may wait (see
docs/performance.md). `VmHWM` in /proc/<pid>/status is the high-water mark of the resident set (proc(5)): nothing that
a walled child may do lowers it.
"""

from __future__ import annotations

import contextlib
import os

from grader.sandbox import processes

_BYTES = 8192
_PEAK = b"\nVmHWM:"


class Peak:
    """The high-water mark of one child, whose pid nobody else can have while it is not reaped."""

    def __init__(self, pidfd: int) -> None:
        """Open its status, best while the child works, when it costs no time."""
        self._status: int | None = None
        with contextlib.suppress(OSError):
            self._status = os.open(f"/proc/{processes.pid_of(pidfd)}/status", os.O_RDONLY | os.O_CLOEXEC)

    def kb(self) -> int | None:
        """The most that it has held up to now, in kB; None where /proc does not tell, or the child is reaped."""
        if self._status is None:
            return None
        try:
            text = os.pread(self._status, _BYTES, 0)
        except OSError:
            return None
        start = text.find(_PEAK)
        return int(text[start + len(_PEAK) :].split(maxsplit=1)[0]) if start >= 0 else None

    def close(self) -> None:
        """Let go of it."""
        if self._status is not None:
            os.close(self._status)
            self._status = None
