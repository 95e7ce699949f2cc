"""The judge's end of a zygote: start it, take the child that waits, have it reaped, see it gone."""

from __future__ import annotations

import json
import os
import resource
import select
import socket
import struct
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from grader.errors import SandboxBrokenError, SandboxUnavailableError
from grader.model import Profile
from grader.sandbox import cores, processes
from grader.sandbox.cgroup import MemoryGroup
from grader.sandbox.child import Child, Exit
from grader.sandbox.requirements import REQUIRED, missing_walls
from grader.sandbox.tree import interpreter, readable_tree

CHILD_FOLDER = Path(__file__).resolve().parent.parent / "child"
DEFAULT_MEMORY_MB = 512
CPU_SECONDS = 120
"""A backstop for every class of submission; the judge's own deadlines are far below it."""
OUT_OF_MEMORY_CODE = 71
"""What a child leaves with when it cannot even tell that memory ran out."""
_START_SECONDS = 30.0
_LOOK_SECONDS, _LOOKS = 0.1, 100
"""How often a zygote that says nothing is looked at, and how many times until it is given up."""
_MESSAGE_LIMIT = 1 << 16
_CHILD_FDS = len(fields(Child))
_COMMAND = struct.Struct("<cIBB")
_EXIT = struct.Struct("<iQQQ")
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"}

_Heard = TypeVar("_Heard")

_spawner = ThreadPoolExecutor(max_workers=1, thread_name_prefix="zygote-spawner")
"""One lifelong thread starts them all: a zygote dies with the thread that started it (PR_SET_PDEATHSIG)."""


@dataclass(frozen=True, slots=True)
class ChildClass:
    """What must be fixed in a child before its problem is known; the default class always waits ready.

    Attributes:
        memory_mb: memory beyond the warm interpreter's own.
        profile: what it may open.
    """

    memory_mb: int = DEFAULT_MEMORY_MB
    profile: Profile = Profile.DEFAULT


DEFAULT_CLASS = ChildClass()


class Zygote:
    """One warm process, started clean; it has at most one child at a time."""

    def __init__(self, slot: int, uid: int | None, without: frozenset[str] = frozenset()) -> None:
        """Start it and wait until its walls stand.

        Args:
            slot: a number that names its cgroup.
            uid: what its children run as, or None to stay who we are.
            without: walls to leave away, by name, so that a test can see what each is good for; what is left away
                is reported as off, and a `Sandbox` refuses it.

        Raises:
            SandboxUnavailableError: a wall that should stand could not be put up.
        """
        self.next_class = DEFAULT_CLASS
        self.children = 0
        self._without = without
        self._group: MemoryGroup | None = None
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(_START_SECONDS)
        with theirs:
            self._process = _spawner.submit(_spawn, theirs.fileno()).result()
        cgroup = self._join_group(slot)
        self._send_configuration(uid)
        self.walls = {**self._await_ready(), "cgroup": cgroup}
        self._control.settimeout(_LOOK_SECONDS)

    @property
    def pid(self) -> int:
        """The process that was started; with a PID namespace the zygote proper is its child."""
        return self._process.pid

    def _join_group(self, slot: int) -> str:
        """Put the new process into a memory cgroup where that is allowed; "on: version N", or "off: why"."""
        if "cgroup" in self._without:
            return "off: left away"
        try:
            self._group = MemoryGroup(slot)
            self._group.widen(DEFAULT_MEMORY_MB)
            self._group.add(self._process.pid)
        except OSError as error:
            return f"off: {error.strerror}"
        return f"on: version {self._group.version}"

    def _send_configuration(self, uid: int | None) -> None:
        tree = readable_tree()
        told = {
            "parent": os.getpid(),
            "uid": uid,
            "memory_mb": DEFAULT_MEMORY_MB,
            "without": sorted(self._without),
            "cpu_seconds": CPU_SECONDS,
            "numpy": tree.numpy,
            "visible": tree.visible,
            "covered": tree.covered,
            "packages": tree.packages,
            "readable": tree.readable,
        }
        self._control.send(json.dumps(told).encode())

    def _await_ready(self) -> dict[str, str]:
        try:
            message = self._control.recv(_MESSAGE_LIMIT)
        except OSError as error:
            self.close()
            raise SandboxUnavailableError(f"the zygote did not start: {error}") from error
        if message[:1] == b"R":
            walls: dict[str, str] = json.loads(message[1:])["walls"]
            return walls
        self.close()
        told: dict[str, Any] = json.loads(message[1:]) if message else {"error": "it ended without a word", "walls": {}}
        missing = missing_walls({**dict.fromkeys(REQUIRED, "on"), **told["walls"]})  # as far as it came
        raise SandboxUnavailableError(missing or f"the zygote could not be walled in: {told['error']}")

    def take(self) -> Child:
        """The child that was forked ahead of need; raises SandboxBrokenError when the zygote is gone."""
        message, descriptors, _, _ = self._heard(lambda: socket.recv_fds(self._control, 1, _CHILD_FDS))
        if message != b"C" or len(descriptors) != _CHILD_FDS:
            raise SandboxBrokenError("the zygote is gone")
        child = Child(*descriptors)
        if self._lost(child):
            child.close()
            raise SandboxBrokenError("the zygote or its waiting child is gone")
        self.children += 1
        return child

    def _heard(self, receive: Callable[[], _Heard]) -> _Heard:
        """What it says; one that is stopped is found out at the next look, any other is given more time."""
        for _ in range(_LOOKS):
            try:
                return receive()
            except TimeoutError:
                if self._stopped():
                    raise SandboxBrokenError("the zygote was stopped") from None
            except OSError as error:
                raise SandboxBrokenError(f"the zygote does not answer: {error}") from error
        raise SandboxBrokenError(f"the zygote said nothing for {_LOOKS * _LOOK_SECONDS:.0f} seconds")

    def _stopped(self) -> bool:
        """Whether the zygote proper is stopped: in a PID namespace it is the child of the process that was started."""
        inner = processes.children(self.pid)[:1] if self.walls["namespaces"] == "on" else [self.pid]
        return any(map(processes.stopped, inner))

    def _lost(self, child: Child) -> bool:
        """Whether either died while nobody looked: the offer of a child outlives its sender."""
        poll = select.poll()
        poll.register(self._control, 0)
        poll.register(child.pidfd, select.POLLIN)
        return bool(poll.poll(0))

    def reap(self, next_class: ChildClass = DEFAULT_CLASS) -> None:
        """Ask it to reap the child, which must be dead or dying, and to fork the next one of that class."""
        if self._group is not None:
            self._group.widen(next_class.memory_mb)
        self.next_class = next_class
        strict, busy = next_class.profile is Profile.STRICT, not cores.to_spare()
        try:
            self._control.send(_COMMAND.pack(b"W", next_class.memory_mb, strict, busy))
        except OSError as error:
            raise SandboxBrokenError(f"the zygote is gone: {error}") from error

    def await_exit(self) -> Exit:
        """How the child that was to be reaped ended."""
        message = self._heard(lambda: self._control.recv(1 + _EXIT.size))
        if message[:1] != b"E" or len(message) != 1 + _EXIT.size:
            raise SandboxBrokenError("the zygote is gone")
        if self._group is not None:
            self._group.narrow(self.next_class.memory_mb)
        status, user, system, peak = _EXIT.unpack(message[1:])
        return Exit(status, (user + system) / 1e6, peak)

    def close(self) -> None:
        """Kill it, and with it every child."""
        self._control.close()
        self._process.kill()
        self._process.wait()
        if self._group is not None:
            self._group.remove()


def _spawn(control: int) -> subprocess.Popen[bytes]:
    command = [interpreter(), "-I", "-S", "-B", str(CHILD_FOLDER), str(control)]
    process = subprocess.Popen(  # noqa: S603  our own interpreter and folder
        command,
        env=_ENVIRONMENT,
        cwd="/",
        pass_fds=(control,),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # what a terminal sends to the judge's group, such as Ctrl-C, is not for these
    )
    _, hard = resource.getrlimit(
        resource.RLIMIT_DATA
    )  # a judge may have bounded itself; its children have bounds of their own
    resource.prlimit(process.pid, resource.RLIMIT_DATA, (hard, hard))
    return process
