"""A child as the judge holds it, and how it ended."""

from __future__ import annotations

import contextlib
import os
import signal
from dataclasses import dataclass

from grader.sandbox import processes


@dataclass(frozen=True, slots=True)
class Child:
    """A walled process that waits for a request, the judge's ends of its pipes, and a bell for both (eventfd(2))."""

    pidfd: int
    request: int
    answer: int
    stdout: int
    bell: int

    def kill(self) -> None:
        """End it now, by its pidfd: pids are used again."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)

    def stopped(self) -> bool:
        """Whether somebody outside stopped it: it may send no signal itself."""
        return processes.stopped(processes.pid_of(self.pidfd))

    def close(self) -> None:
        """Close our ends."""
        for descriptor in (self.pidfd, self.request, self.answer, self.stdout, self.bell):
            os.close(descriptor)


@dataclass(frozen=True, slots=True)
class Exit:
    """How a child ended (wait4(2)): the raw status, CPU seconds and peak memory in kB."""

    status: int
    cpu_seconds: float
    peak_kb: int

    @property
    def signal(self) -> int:
        """The signal that ended it, or 0."""
        return os.WTERMSIG(self.status) if os.WIFSIGNALED(self.status) else 0

    @property
    def code(self) -> int:
        """Its exit code, or 0 when a signal ended it."""
        return os.WEXITSTATUS(self.status) if os.WIFEXITED(self.status) else 0
