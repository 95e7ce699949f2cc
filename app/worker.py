"""Takes submissions from the queue, has them judged, records the results: the one place with a broad except."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field
from functools import partial

from app.domain.faults import StoreFullError
from app.domain.submission import MAX_TRIES, Result, Submission, internal_error
from app.ports import Feed, JobQueue, Slot, SlotMaker, SubmissionStore
from app.services.catalogue import Catalogue
from app.services.recover import GAVE_UP
from grader.errors import SandboxBrokenError, SandboxUnavailableError

_log = logging.getLogger(__name__)

_PAUSE_SECONDS = 0.2
_NO_ROOM_SECONDS = 1.0
"""How long is waited for room in the store before the next look."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Everything that a worker works with."""

    catalogue: Catalogue
    store: SubmissionStore
    queue: JobQueue
    feed: Feed
    make_slot: SlotMaker


@dataclass(slots=True)
class _Slots:
    """How many of the slots are open or shut for good, and why they are."""

    wanted: int
    open: int = 0
    shut: int = 0
    fault: str = ""
    changed: threading.Condition = field(default_factory=threading.Condition)


class Worker:
    """N threads, each with a slot of its own."""

    def __init__(self, bench: Bench, slots: int) -> None:
        """Take what is worked with; nothing starts yet."""
        self._bench = bench
        self._slots = _Slots(slots)
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, name=f"judge-{number}", daemon=True) for number in range(slots)
        ]

    def start(self) -> None:
        """Start every thread; each opens its slot by itself."""
        for thread in self._threads:
            thread.start()

    def stop(self, drain_seconds: float = 30.0) -> None:
        """Take nothing new, finish what is being judged, close the slots. What still waits stays in the store."""
        self._stopping.set()
        self._bench.queue.close()
        deadline = time.monotonic() + drain_seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def unready(self) -> str | None:
        """Why not every slot is judging, or None."""
        slots = self._slots
        with slots.changed:
            if slots.fault:
                return f"Nothing can be judged here: {slots.fault}"
            return None if slots.open == slots.wanted else "The sandboxes are still starting."

    def wait_until_settled(self, seconds: float) -> None:
        """Wait until every slot is open, or one is known to be impossible."""
        slots = self._slots
        with slots.changed:
            slots.changed.wait_for(lambda: slots.fault or slots.open == slots.wanted, seconds)

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                self._serve()
            except SandboxUnavailableError as error:
                _log.critical("nothing can be judged here: %s", error)
                self._shut(str(error))
                return
            except SandboxBrokenError as error:
                _log.warning("a sandbox broke and is replaced: %s", error)
                self._stopping.wait(_PAUSE_SECONDS)
            except StoreFullError:
                _log.critical("the disk is full: nothing is judged until there is room")
                self._stopping.wait(_NO_ROOM_SECONDS)
            except Exception:  # noqa: BLE001 - whatever it is, it is our fault: try again, with a fresh slot
                _log.exception("a slot failed and is replaced")
                self._stopping.wait(_PAUSE_SECONDS)

    def _serve(self) -> None:
        """Open a slot and judge with it until the queue is closed; any exception ends the slot."""
        slot = self._bench.make_slot()
        self._count(1)
        try:
            while (submission_id := self._bench.queue.take()) is not None:
                self._handle(submission_id, slot)
        finally:
            self._count(-1)
            slot.close()

    def _handle(self, submission_id: str, slot: Slot) -> None:
        """Judge one submission; where that fails it goes back into the queue, and its tries are counted."""
        finished = False
        try:
            submission = self._bench.store.take(submission_id)
            if submission is not None:
                self._record(submission, self._judge(submission, slot))
            finished = True
        finally:
            if not finished:
                _log.warning("submission %s was not judged and is tried again", submission_id)
                self._bench.queue.put_back(submission_id)

    def _judge(self, submission: Submission, slot: Slot) -> Result:
        if submission.tries > MAX_TRIES:
            _log.error("submission %s was tried %d times and never judged", submission.id, MAX_TRIES)
            return internal_error(submission.problem_version, GAVE_UP)
        self._bench.feed.begin(submission.id)
        tell = partial(self._bench.feed.tell, submission.id)
        return slot.judge(self._bench.catalogue.get(submission.problem_id), submission, tell)

    def _record(self, submission: Submission, result: Result) -> None:
        """Store the result; where there is no room it is kept until there is, for judging again would take as much."""
        while not self._finished(submission, result):
            if self._stopping.wait(_NO_ROOM_SECONDS):
                raise StoreFullError
        self._bench.feed.publish(submission.id)

    def _finished(self, submission: Submission, result: Result) -> bool:
        try:
            self._bench.store.finish(submission.id, result)
        except StoreFullError:
            _log.critical("the disk is full: the result of submission %s waits until there is room", submission.id)
            return False
        return True

    def _count(self, change: int) -> None:
        with self._slots.changed:
            self._slots.open += change
            self._slots.changed.notify_all()

    def _shut(self, reason: str) -> None:
        slots = self._slots
        with slots.changed:
            slots.fault = reason
            slots.shut += 1
            nobody = slots.shut == slots.wanted
            slots.changed.notify_all()
        if nobody:
            self._bench.queue.refuse(f"Nothing can be judged here: {reason}")
