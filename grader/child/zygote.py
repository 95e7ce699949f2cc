"""The warm process: it forks one child ahead of need, puts the last walls on it, and reaps it when told.

It speaks over one SOCK_SEQPACKET socket with the judge: `C` with five descriptors (pidfd, request, answer, stdout,
bell) offers a child; `W`, the next child's memory class and whether the machine is busy ask to reap it; `E` tells how
it ended.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import resource
import signal
import socket
import struct
from typing import Any, NoReturn

import kernel
import seccomp
import streams
import submission
import warm

_MEGABYTE = 1 << 20
_ADDRESS_SLACK_MB = 256
"""Room for file mappings (lazily imported libraries) beside what is counted as data."""
_OUT_OF_MEMORY_CODE = 71
_REQUEST_PIPE_BYTES = 256 << 10
"""So that the inputs of many cases go in one write; as much as an ordinary user may ask for."""
_EXIT = struct.Struct("<iQQQ")
_COMMAND = struct.Struct("<cIBB")


class Zygote:
    """Forks children and reaps them; single-threaded, and never reads a byte of submitted code."""

    def __init__(self, control: socket.socket, statm: int, config: dict[str, Any]) -> None:
        """Measure the warm baseline: `statm` is this process's own /proc/self/statm, opened before the walls."""
        self._cpu_seconds = config["cpu_seconds"]
        self._busy = 0
        self._without = frozenset(config["without"])
        self._own_uid = config["uid"] is not None
        self._filters = (seccomp.Filter(), seccomp.Filter(strict=True))
        pages = os.pread(statm, 200, 0).split()
        os.close(statm)
        self._address_space = int(pages[0]) * resource.getpagesize()
        self._data = int(pages[5]) * resource.getpagesize()
        self._control = control
        self._null = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, streams.FIRST_FOREIGN_FD)
        self._put(self._null, self._null, self._null, self._null)  # so that nothing is made on a child's own numbers
        streams.open_streams()

    def run(self, memory_mb: int) -> None:
        """Offer a child, wait for the word to reap it, and again, until the judge is gone."""
        strict = 0
        while True:
            pid = self._offer(memory_mb, strict)
            command = self._control.recv(_COMMAND.size)
            if len(command) < _COMMAND.size:
                os._exit(0)
            _, memory_mb, strict, self._busy = _COMMAND.unpack(command)
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
        bell = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        with contextlib.suppress(OSError):  # this user has no room left for pipes: then it takes several writes
            fcntl.fcntl(requests[1], fcntl.F_SETPIPE_SZ, _REQUEST_PIPE_BYTES)
        self._put(requests[0], replies[1], prints[1], bell)
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            self._become_child(parent, memory_mb, strict)
        ours = (os.pidfd_open(pid), requests[1], replies[0], prints[0], bell)
        socket.send_fds(self._control, [b"C"], ours)
        self._put(self._null, self._null, self._null, self._null)
        for descriptor in (*ours, requests[0], replies[1], prints[1]):
            os.close(descriptor)
        return pid

    @staticmethod
    def _put(request: int, reply: int, prints: int, bell: int) -> None:
        """Set the six descriptors that a child keeps; 0 is /dev/null from the start."""
        own = ((request, streams.REQUEST_FD), (reply, streams.REPLY_FD), (bell, streams.BELL_FD))
        targets = (*own, (prints, 1), (prints, 2))
        for source, target in targets:
            os.dup2(source, target, inheritable=False)

    def _become_child(self, parent: int, memory_mb: int, strict: int) -> NoReturn:
        """Never returns: whatever happens, this process ends here and not in the zygote's loop."""
        try:
            self._wall_in(parent, memory_mb, strict)
            warm.pages(busy=bool(self._busy))
            submission.serve()
        except MemoryError:
            os._exit(_OUT_OF_MEMORY_CODE)
        except BaseException:  # noqa: BLE001  the judge hears of it by the exit code
            os._exit(70)
        os._exit(0)

    def _wall_in(self, parent: int, memory_mb: int, strict: int) -> None:
        """Put the last walls on this child; seccomp closes the door behind the others."""
        if "descriptors" not in self._without:
            kernel.close_from(streams.FIRST_FOREIGN_FD)
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
