"""The warm process: it forks one child ahead of need, puts the last walls on it, and reaps it when told.

It speaks over one SOCK_SEQPACKET socket with the judge: `C` with four descriptors (pidfd, request, answer, stdout)
offers a child; `W` and the next child's memory class asks to reap it; `E` tells how it ended.
"""

from __future__ import annotations

import os
import random
import resource
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
        self._control = control
        self._cpu_seconds = config["cpu_seconds"]
        self._without = frozenset(config["without"])
        self._filters = (seccomp.Filter(), seccomp.Filter(strict=True))
        pages = os.pread(statm, 200, 0).split()
        os.close(statm)
        self._address_space = int(pages[0]) * resource.getpagesize()
        self._data = int(pages[5]) * resource.getpagesize()

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
            used = (int(usage.ru_utime * 1e6), int(usage.ru_stime * 1e6), usage.ru_maxrss)
            self._control.send(b"E" + _EXIT.pack(status, *used))

    def _offer(self, memory_mb: int, strict: int) -> int:
        request_r, request_w = os.pipe()
        reply_r, reply_w = os.pipe()
        stdout_r, stdout_w = os.pipe()
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            self._become_child(parent, (request_r, reply_w, stdout_w), memory_mb, strict)
        pidfd = os.pidfd_open(pid)
        ours = (pidfd, request_w, reply_r, stdout_r)
        socket.send_fds(self._control, [b"C"], ours)
        for descriptor in (*ours, request_r, reply_w, stdout_w):
            os.close(descriptor)
        return pid

    def _become_child(self, parent: int, pipes: tuple[int, int, int], memory_mb: int, strict: int) -> NoReturn:
        """Never returns: whatever happens, this process ends here and not in the zygote's loop."""
        try:
            self._wall_in(parent, pipes, memory_mb)
            if "seccomp" not in self._without:
                self._filters[strict].install()
            warm.pages()
            submission.serve()
        except MemoryError:
            os._exit(_OUT_OF_MEMORY_CODE)
        except BaseException:  # noqa: BLE001  the judge hears of it by the exit code
            os._exit(70)
        os._exit(0)

    def _wall_in(self, parent: int, pipes: tuple[int, int, int], memory_mb: int) -> None:
        high = [os.dup(end) for end in pipes]  # above 4, so that the moves below cannot overwrite an end
        for end, place in zip(high, (submission.REQUEST_FD, submission.REPLY_FD, 1), strict=True):
            os.dup2(end, place, inheritable=False)
        os.dup2(1, 2)
        if "descriptors" not in self._without:
            kernel.close_from(5)
        kernel.die_with(parent)
        if "rlimits" not in self._without:
            self._limit(memory_mb * _MEGABYTE)
        _reseed()
        _open_streams()

    def _limit(self, memory: int) -> None:
        limits = (
            (resource.RLIMIT_CPU, self._cpu_seconds),
            (resource.RLIMIT_DATA, self._data + memory),
            (resource.RLIMIT_AS, self._address_space + memory + _ADDRESS_SLACK_MB * _MEGABYTE),
        )
        for what, value in limits:
            resource.setrlimit(what, (value, value))


def _reseed() -> None:
    """Children share the zygote's memory, so its random state too: give each its own."""
    random.seed()
    np.random.seed(int.from_bytes(os.urandom(4), "little"))  # noqa: NPY002  the legacy state is what students share


def _open_streams() -> None:
    """Text streams that take any character; fd 0 is /dev/null, so that input() sees the end of a file at once."""
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  it lives as long as the process
    sys.stdout = open(1, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    vars(sys).update(__stdin__=sys.stdin, __stdout__=sys.stdout, __stderr__=sys.stderr)
