"""A slot: one zygote, replaced in good time, and one submission at a time."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Self

from grader.errors import SandboxBrokenError, SandboxUnavailableError
from grader.model import Limits
from grader.sandbox import cores
from grader.sandbox.child import Child
from grader.sandbox.doctor import require_self_test
from grader.sandbox.requirements import require_machine, require_walls
from grader.sandbox.run import Run
from grader.sandbox.uids import UidLease
from grader.sandbox.zygote import ChildClass, Zygote

_CHILDREN_PER_ZYGOTE = 2_000
_SPARE_AHEAD = 50
"""How many children before its last a zygote's successor is started."""

_self_tested = threading.Event()
_slots, _zygotes = itertools.count(), itertools.count()
_starter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="zygote-spare")


class Sandbox:
    """One slot. Not to be shared between threads; as many as there are cores make sense."""

    def __init__(self, *, tried: bool = False) -> None:
        """Nothing is started until `start` or the first run; ``tried``: another process has tried the walls here."""
        if tried:
            _self_tested.set()
        self._slot = next(_slots)
        self._lease: UidLease | None = None
        self._zygote: Zygote | None = None
        self._spare: Future[Zygote] | None = None
        self._exit_due = False
        self._on_trial = False
        self._distrusted = False

    def __enter__(self) -> Self:
        """Start it."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def start(self) -> None:
        """Start the zygote; the first slot of a process also tries to break every wall.

        Raises:
            SandboxUnavailableError: a required wall is missing, an attempt got through, or no such machine can judge.
        """
        if self._zygote is not None:
            return
        require_machine()
        self._lease = self._lease or UidLease()
        try:
            self._zygote = self._successor()
        except BaseException:
            self.close()
            raise
        if not _self_tested.is_set():
            self._try_the_walls()

    def _try_the_walls(self) -> None:
        """Let the attempts be made in children of this very zygote: one that dies of them is not replaced."""
        self._on_trial = True
        try:
            require_self_test(self, __file__)
            _self_tested.set()
        except SandboxBrokenError as error:
            raise SandboxUnavailableError(f"the zygote died of the self-test: {error}") from error
        finally:
            self._on_trial = False
            if not _self_tested.is_set():
                self.close()

    def close(self) -> None:
        """End the zygote and all that it forked."""
        spare, self._spare = self._spare, None
        if spare is not None and spare.exception() is None:
            spare.result().close()
        self._give_up()
        if self._lease is not None:
            self._lease.close()
            self._lease = None

    def _give_up(self) -> None:
        """End the zygote; a successor that is under way takes its place at the next start."""
        if self._zygote is not None:
            self._zygote.close()
            self._zygote = None
        self._exit_due = self._distrusted = False

    def _successor(self) -> Zygote:
        """The zygote that was started ahead, or a new one."""
        spare, self._spare = self._spare, None
        return self._started() if spare is None else spare.result()

    @property
    def uid(self) -> int | None:
        """What children run as, or None: as who we are, or not started yet."""
        return None if self._lease is None else self._lease.uid

    @property
    def walls(self) -> dict[str, str]:
        """What the zygote said of each wall: "on", or "off: why"."""
        self.start()
        assert self._zygote is not None  # noqa: S101  start() leaves one or raises
        return self._zygote.walls

    def _started(self) -> Zygote:
        zygote = Zygote(next(_zygotes), self.uid)
        try:
            require_walls(zygote.walls)
        except BaseException:
            zygote.close()
            raise
        return zygote

    @contextmanager
    def open(self, limits: Limits) -> Iterator[Run]:
        """A run in a fresh child; the child is dead when the block is left."""
        wanted = ChildClass(limits.memory_mb, limits.profile)
        with cores.busy(self._slot):
            run = Run(*self._child(wanted), time.monotonic() + limits.submission_seconds)
            try:
                yield run
            finally:
                self._release(run)

    def _child(self, wanted: ChildClass) -> tuple[Zygote, Child]:
        """The child that waits; a zygote that is gone is replaced once."""
        try:
            return self._taken(wanted)
        except SandboxBrokenError:
            if self._on_trial:
                raise
            self._give_up()
            return self._taken(wanted)

    def _taken(self, wanted: ChildClass) -> tuple[Zygote, Child]:
        self.start()
        assert self._zygote is not None  # noqa: S101  start() leaves one or raises
        self._settle()
        child = self._zygote.take()
        if self._zygote.next_class != wanted:
            child.kill()
            child.close()
            self._zygote.reap(wanted)
            self._zygote.await_exit()
            child = self._zygote.take()
        return self._zygote, child

    def _settle(self) -> None:
        """Read how the last child ended, if nobody has yet."""
        if self._exit_due and self._zygote is not None:
            self._exit_due = False
            self._zygote.await_exit()

    def _release(self, run: Run) -> None:
        """Have the child reaped; a zygote that is broken or has served its time goes."""
        try:
            self._exit_due = run.close()
        except SandboxBrokenError:
            self._give_up()
            return
        self._distrusted = self._distrusted or run.violated
        self._renew()

    def _renew(self) -> None:
        """Start the successor ahead of need, and change over once it is ready or it is high time."""
        if self._zygote is None:
            return
        if not self._distrusted and self._zygote.children < _CHILDREN_PER_ZYGOTE - _SPARE_AHEAD:
            return
        if self._spare is None:
            self._spare = _starter.submit(self._started)
        if self._zygote.children >= _CHILDREN_PER_ZYGOTE or (self._distrusted and self._spare.done()):
            self._give_up()
            self._zygote = self._successor()
