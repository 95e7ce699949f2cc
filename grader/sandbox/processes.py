"""What the kernel tells of a process that does not answer (proc(5)): whether it was stopped, so that it cannot."""

from __future__ import annotations

import re
from pathlib import Path

_PID = re.compile(rb"^Pid:\s+(-?\d+)", re.MULTILINE)
_STOPPED = ("T", "t")
"""By a signal, or by somebody who traces it."""


def stopped(pid: int) -> bool:
    """Whether a process is stopped; one that is gone, or hidden from us, is not."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] in _STOPPED  # the name before it may hold anything


def children(pid: int) -> list[int]:
    """The processes that one has forked and not reaped; none where the kernel does not list them."""
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
    except OSError:
        return []


def pid_of(pidfd: int) -> int:
    """The process behind a pidfd of ours (pidfd_open(2)); -1 when it was reaped. Raises OSError where that is none."""
    with open(f"/proc/self/fdinfo/{pidfd}", "rb", buffering=0) as file:  # noqa: PTH123  asked for every submission
        found = _PID.search(file.read())
    return int(found[1]) if found else -1
