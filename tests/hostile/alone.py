"""Zygotes with walls left away, and attempts in their children: what a wall is good for shows in its absence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
import tempfile
import textwrap
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from grader.model import Reason, RunStatus, Value
from grader.sandbox import Outcome, Run, frames, wire
from grader.sandbox import zygote as zygote_module
from grader.sandbox.tree import Tree, readable_tree
from grader.sandbox.uids import UidLease
from grader.sandbox.zygote import Zygote
from tests.integration.test_sandbox_elsewhere import copied_python

SECONDS = 10.0
_SLOT = 9_000
"""Far from the numbers of real slots: they name cgroups."""
HEAD = """
import ctypes, mmap, os, resource, signal, socket, struct, sys, time
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_long

def called(result):
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result

def forked(work):
    pid = os.fork()
    if pid == 0:
        try:
            os._exit(work() or 0)
        except BaseException:
            os._exit(99)
    return os.waitpid(pid, 0)[1]

def attempt(told):
"""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Something that one wall forbids.

    Attributes:
        wall: the wall, by the name that `Zygote` takes for what is to be left away, or `uid`.
        overlapping: the walls that would stop it as well.
        body: the body of a function of `told`; what it returns got through, what it raises was denied.
    """

    wall: str
    overlapping: frozenset[str]
    body: str


def attempt(wall: str, *overlapping: str, body: str) -> Attempt:
    """An attempt, with the walls that overlap given one by one; `uid` among them means that the child is root."""
    return Attempt(wall, frozenset(overlapping), body)


@dataclass
class Zygotes:
    """Warm processes by what they lack and who they are; each is started when it is first asked for."""

    stack: ExitStack = field(default_factory=ExitStack)
    started: dict[tuple[frozenset[str], bool], Zygote] = field(default_factory=dict)

    def without(self, walls: frozenset[str], *, root: bool = False) -> Zygote:
        """One that lacks these walls."""
        key = (walls, root)
        if key not in self.started:
            number = _SLOT + len(self.started)
            uid = None if root else self.stack.enter_context(UidLease()).uid
            self.started[key] = zygote = Zygote(number, uid, without=walls)
            self.stack.callback(zygote.close)
        return self.started[key]

    def outcome(self, body: str, told: Value, walls: frozenset[str], root: bool = False) -> Outcome:  # noqa: FBT001, FBT002
        """What comes of an attempt where these walls are missing."""
        return outcome(self.without(walls, root=root), body, told)


@contextmanager
def zygotes() -> Iterator[Zygotes]:
    """Zygotes that are gone when the block is left, of an interpreter that every uid can read."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="allclose-alone-")))
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        python, tree = readable_copy(folder)
        patch.setattr(zygote_module, "interpreter", lambda: str(python))
        patch.setattr(zygote_module, "readable_tree", lambda: tree)
        yield Zygotes(stack)


def readable_copy(folder: Path) -> tuple[Path, Tree]:
    """Copy the interpreter and NumPy to where every uid can read them; the copy's tree."""
    python, tree, standard = copied_python(folder), readable_tree(), sysconfig.get_path("stdlib")
    above = str(Path(tree.numpy).parents[1])
    places = {standard: str(folder / "lib" / Path(standard).name), above: str(folder / "packages")}
    for path in tree.packages:
        shutil.copytree(path, _moved(path, places), ignore=shutil.ignore_patterns("tests"))
    subprocess.run(["chmod", "-R", "a+rX", str(folder)], check=True)  # noqa: S607  of the system

    def moved(paths: tuple[str, ...]) -> tuple[str, ...]:
        there = [_moved(path, places) for path in paths]
        return tuple(path for path in there if Path(path).exists())

    return python, Tree(
        _moved(tree.numpy, places),
        moved(tree.visible),
        moved(tree.covered),
        moved(tree.packages),
        moved(tree.readable),
    )


def _moved(path: str, places: dict[str, str]) -> str:
    """Where a path is in the copy."""
    old = next((old for old in places if Path(path).is_relative_to(old)), None)
    return path if old is None else places[old] + path.removeprefix(old)


def source(body: str) -> str:
    """The file that makes an attempt."""
    return HEAD + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n"


def loaded(run: Run, text: str, entry_point: str = "attempt") -> Outcome:
    """Load a file whose entry point takes one argument."""
    run.send(frames.load(text, entry_point, 1))
    return run.receive(0, SECONDS, Reason.LOAD)


def outcome(zygote: Zygote, body: str, told: Value, seconds: float = SECONDS) -> Outcome:
    """Make the attempt in a fresh child; `told` is what it is told of the world outside."""
    run = Run(zygote, zygote.take(), time.monotonic() + 3 * SECONDS)
    try:
        came = loaded(run, source(body))
        if came.status is RunStatus.OK:
            run.send(frames.request(frames.CALL, 1, wire.encode((told,))))
            came = run.receive(1, seconds, Reason.CASE)
    finally:
        if run.close():
            zygote.await_exit()
    return came


def denied(came: Outcome) -> bool:
    """Whether an attempt raised an error of the system, or nothing was to be had; anything unclear is not denied."""
    if came.status is RunStatus.OUT_OF_MEMORY:
        return True
    expected = ("PermissionError", "OSError", "ModuleNotFoundError", "ConnectionRefusedError", "FileNotFoundError")
    expected += ("ProcessLookupError", "BlockingIOError", "RuntimeError", "MemoryError", "ValueError")
    return came.status is RunStatus.RAISED and came.said.type_name in expected


def through(came: Outcome) -> bool:
    """Whether an attempt got through."""
    return came.status is RunStatus.OK and isinstance(came.value, str) and came.value.startswith("got")


def privileged(zygote: Zygote) -> bool:
    """Whether this machine puts up the walls that need privilege: without them nothing may be left away."""
    return zygote.walls["namespaces"] == "on" and (zygote.walls["uid"] == "on" or os.geteuid() != 0)
