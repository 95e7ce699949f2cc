"""What the kernel tells of a process that does not answer (proc(5)): whether it was stopped, so that it cannot."""

from __future__ import annotations

from pathlib import Path

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
    """The process behind a pidfd of ours (pidfd_open(2)); -1 when it was reaped."""
    for line in Path(f"/proc/self/fdinfo/{pidfd}").read_text(encoding="ascii").splitlines():
        if line.startswith("Pid:"):
            return int(line.split()[1])
    return -1
