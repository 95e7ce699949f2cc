"""A uid for each slot: unprivileged, and nobody else's on this machine while the slot lives.

Limits such as the number of threads count by uid (setrlimit(2), RLIMIT_NPROC), so two slots that shared one could take
them from each other. Every judging process of the machine takes its uids from one range, and what is taken is marked by
an abstract socket of that name (unix(7)): the kernel lets one process bind it, and frees it when that process ends.
"""

from __future__ import annotations

import itertools
import os
import socket
from typing import Self

from grader.errors import SandboxUnavailableError

FIRST_UID, UIDS = 61_000, 4_000
_MARK = "\0allclose-uid-{}"
_turns = itertools.count()


class UidLease:
    """The uid of a slot as long as it is not closed; `uid` is None where we are not root and cannot give one."""

    def __init__(self) -> None:
        """Take a free uid; raises SandboxUnavailableError when all of them are taken."""
        self._mark: socket.socket | None = None
        self.uid: int | None = None
        if os.geteuid() == 0:
            self.uid, self._mark = _take_uid()

    def __enter__(self) -> Self:
        """Have it until the block is left."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give it back."""
        self.close()

    def close(self) -> None:
        """Give it back; nothing of that uid may be running any more."""
        if self._mark is not None:
            self._mark.close()
            self._mark = None


def _take_uid() -> tuple[int, socket.socket]:
    """A uid and its mark. The search starts elsewhere each time: one that was just given back is not taken at once."""
    start = os.getpid() * 16 + next(_turns)
    for step in range(UIDS):
        uid = FIRST_UID + (start + step) % UIDS
        mark = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            mark.bind(_MARK.format(uid))
        except OSError:
            mark.close()
            continue
        return uid, mark
    raise SandboxUnavailableError(f"every uid from {FIRST_UID} to {FIRST_UID + UIDS - 1} is in use by another slot")
