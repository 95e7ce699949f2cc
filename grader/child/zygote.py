"""The warm process: it forks one child ahead of need, puts the last walls on it, and reaps it when told.

It speaks over one SOCK_SEQPACKET socket with the judge: `C` with four descriptors (pidfd, request, answer, stdout)
offers a child; `W` and the next child's memory class asks to reap it; `E` tells how it ended.
"""

from __future__ import annotations

import fcntl
import os
import random
import resource
import signal
import socket
import struct
import sys
from typing import Any, NoReturn

import kernel
import numpy as np
import seccomp
import submission
import warm

_MEGABYTE = 1 << 20
_ADDRESS_SLACK_MB = 256
"""Room for file mappings (lazily imported libraries) beside what is counted as data."""
_OUT_OF_MEMORY_CODE = 71
_EXIT = struct.Struct("<iQQQ")
_COMMAND = struct.Struct("<cIB")


class Zygote:
    """Forks children and reaps them; single-threaded, and never reads a byte of submitted code."""

    def __init__(self, control: socket.socket, statm: int, config: dict[str, Any]) -> None:
        """Measure the warm baseline: `statm` is this process's own /proc/self/statm, opened before the walls."""
        self._cpu_seconds = config["cpu_seconds"]
        self._without = frozenset(config["without"])
        self._own_uid = config["uid"] is not None
        self._filters = (seccomp.Filter(), seccomp.Filter(strict=True))
        pages = os.pread(statm, 200, 0).split()
        os.close(statm)
        self._address_space = int(pages[0]) * resource.getpagesize()
        self._data = int(pages[5]) * resource.getpagesize()
        self._control = control
        self._null = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, submission.FIRST_FOREIGN_FD)
        self._put(self._null, self._null, self._null)  # so that no pipe is ever made on a child's own numbers
        _open_streams()

    def run(self, memory_mb: int) -> None:
        """Offer a child, wait for the word to reap it, and again, until the judge is gone."""
        strict = 0
        while True:
            pid = self._offer(memory_mb, strict)
            command = self._control.recv(_COMMAND.size)
            if len(command) < _COMMAND.size:
                os._exit(0)
            _, memory_mb, strict = _COMMAND.unpack(command)
            _, status, usage = os.wait4(pid, 0)
            if _orphans():
                self._end_all()
            used = (int(usage.ru_utime * 1e6), int(usage.ru_stime * 1e6), usage.ru_maxrss)
            self._control.send(b"E" + _EXIT.pack(status, *used))

    def _end_all(self) -> NoReturn:
        """End with all that a child left behind: by the slot's own uid, and by the PID namespace that ends with us."""
        if self._own_uid:
            os.kill(-1, signal.SIGKILL)
        os._exit(1)

    def _offer(self, memory_mb: int, strict: int) -> int:
        """Fork a child and hand its descriptors over. What can be done before the fork costs no copied page."""
        requests, replies, prints = os.pipe(), os.pipe(), os.pipe()
        self._put(requests[0], replies[1], prints[1])
        _reseed()
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            self._become_child(parent, memory_mb, strict)
        ours = (os.pidfd_open(pid), requests[1], replies[0], prints[0])
        socket.send_fds(self._control, [b"C"], ours)
        self._put(self._null, self._null, self._null)
        for descriptor in (*ours, requests[0], replies[1], prints[1]):
            os.close(descriptor)
        return pid

    @staticmethod
    def _put(request: int, reply: int, prints: int) -> None:
        """Set the five descriptors that a child keeps; 0 is /dev/null from the start."""
        targets = ((request, submission.REQUEST_FD), (reply, submission.REPLY_FD), (prints, 1), (prints, 2))
        for source, target in targets:
            os.dup2(source, target, inheritable=False)

    def _become_child(self, parent: int, memory_mb: int, strict: int) -> NoReturn:
        """Never returns: whatever happens, this process ends here and not in the zygote's loop."""
        try:
            self._wall_in(parent, memory_mb, strict)
            warm.pages()
            submission.serve()
        except MemoryError:
            os._exit(_OUT_OF_MEMORY_CODE)
        except BaseException:  # noqa: BLE001  the judge hears of it by the exit code
            os._exit(70)
        os._exit(0)

    def _wall_in(self, parent: int, memory_mb: int, strict: int) -> None:
        """Put the last walls on this child; seccomp closes the door behind the others."""
        if "descriptors" not in self._without:
            kernel.close_from(submission.FIRST_FOREIGN_FD)
        kernel.die_with(parent)
        if "rlimits" not in self._without:
            self._limit(memory_mb * _MEGABYTE)
        if "seccomp" not in self._without:
            self._filters[strict].install()

    def _limit(self, memory: int) -> None:
        seconds = self._cpu_seconds
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))  # SIGXCPU first: SIGKILL tells no reason
        limits = (
            (resource.RLIMIT_DATA, self._data + memory),
            (resource.RLIMIT_AS, self._address_space + memory + _ADDRESS_SLACK_MB * _MEGABYTE),
        )
        for what, value in limits:
            resource.setrlimit(what, (value, value))


def _orphans() -> bool:
    """Whether there is a child that we did not fork: a process whose parent was a child of ours, and is gone."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def _reseed() -> None:
    """Give the next child random states of its own: forked children would all share the zygote's."""
    random.seed()
    np.random.seed(int.from_bytes(os.urandom(4), "little"))  # noqa: NPY002  the legacy state is what students share


def _open_streams() -> None:
    """Text streams that take any character; fd 0 is /dev/null, so that input() sees the end of a file at once."""
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  it lives as long as the process
    sys.stdout = open(1, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    vars(sys).update(__stdin__=sys.stdin, __stdout__=sys.stdout, __stderr__=sys.stderr)
