"""Takes jobs from the queue, has each done by the handler of its kind, and stores what came of it.

The one place with a broad except: whatever goes wrong there is our fault, and the job is tried again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from app.jobs.model import MAX_TRIES, Job
from app.jobs.ports import Handler, JobQueue, Tool
from app.kernel.faults import StoreFullError
from app.kernel.work import Database, Work

_log = logging.getLogger(__name__)

_PAUSE_SECONDS = 0.2
_NO_ROOM_SECONDS = 1.0
"""How long is waited for room in the store before the next look."""

ToolT = TypeVar("ToolT", bound=Tool)


class ToolUnavailableError(Exception):
    """This machine cannot make the tool, now or later; the message says why."""


class ToolBrokenError(Exception):
    """The tool is of no more use; the job is not to blame, and is tried again with a fresh one."""


@dataclass(slots=True)
class _Tools:
    """How many tools are open or shut for good, and why they are."""

    wanted: int
    open: int = 0
    shut: int = 0
    fault: str = ""
    changed: threading.Condition = field(default_factory=threading.Condition)


class Runner(Generic[ToolT]):
    """N threads, each with a tool of its own."""

    def __init__(
        self,
        database: Database,
        queue: JobQueue,
        handlers: Mapping[str, Handler[Any, ToolT]],
        make_tool: Callable[[], ToolT],
        threads: int,
    ) -> None:
        """Take what is worked with; nothing starts yet. A tool is made in its thread, and may raise as told above."""
        self._database, self._queue, self._handlers, self._make_tool = database, queue, handlers, make_tool
        self._tools = _Tools(threads)
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, name=f"jobs-{number}", daemon=True) for number in range(threads)
        ]

    def start(self) -> None:
        """Start every thread; each makes its tool by itself."""
        for thread in self._threads:
            thread.start()

    def stop(self, drain_seconds: float = 30.0) -> None:
        """Take nothing new, finish what is being done, close the tools. What still waits stays stored."""
        self._stopping.set()
        self._queue.close()
        deadline = time.monotonic() + drain_seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def unready(self) -> str | None:
        """Why not every thread is working, or None."""
        tools = self._tools
        with tools.changed:
            if tools.fault:
                return f"Nothing can be judged here: {tools.fault}"
            return None if tools.open == tools.wanted else "The sandboxes are still starting."

    def wait_until_settled(self, seconds: float) -> None:
        """Wait until every tool is open, or one is known to be impossible."""
        tools = self._tools
        with tools.changed:
            tools.changed.wait_for(lambda: tools.fault or tools.open == tools.wanted, seconds)

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                self._serve()
            except ToolUnavailableError as error:
                _log.critical("nothing can be judged here: %s", error)
                self._shut(str(error))
                return
            except ToolBrokenError as error:
                _log.warning("a sandbox broke and is replaced: %s", error)
                self._stopping.wait(_PAUSE_SECONDS)
            except StoreFullError:
                _log.critical("the disk is full: nothing is done until there is room")
                self._stopping.wait(_NO_ROOM_SECONDS)
            except Exception:  # noqa: BLE001 - whatever it is, it is our fault: try again, with a fresh tool
                _log.exception("a job failed, and its tool is replaced")
                self._stopping.wait(_PAUSE_SECONDS)

    def _serve(self) -> None:
        """Make a tool and work with it until the queue is closed; any exception ends the tool."""
        tool = self._make_tool()
        self._count(1)
        try:
            while (job := self._queue.take()) is not None:
                self._handle(job, tool)
        finally:
            self._count(-1)
            tool.close()

    def _handle(self, job: Job, tool: ToolT) -> None:
        """Do one job; where that fails it goes back into the queue, and its tries are counted."""
        ended, began = False, time.monotonic()
        try:
            handler = self._handlers[job.kind]
            task = self._begun(job, handler)
            if task is not None:
                self._store(job, handler.run(task, tool))
                tool.settle()
            ended = True
        finally:
            self._queue.end(job, time.monotonic() - began)
            if not ended:
                _log.warning("%s %s was not done and is tried again", job.kind, job.key)
                self._queue.give_back(job)

    def _begun(self, job: Job, handler: Handler[Any, ToolT]) -> Any | None:
        """What the handler needs, once the try is counted; None where nothing is left to do."""
        with self._database.unit_of_work() as work:
            begun = self._queue.begin(work, job)
            if begun is None:
                return None
            if begun.tries > MAX_TRIES:
                _log.error("%s %s was tried %d times and never done", job.kind, job.key, MAX_TRIES)
                handler.give_up(work, begun)
                task = None
            else:
                task = handler.begin(work, begun)
            if task is None:
                self._queue.remove(work, job)
            return task

    def _store(self, job: Job, store: Callable[[Work], None]) -> None:
        """Store the outcome; where there is no room it is kept until there is: doing it again would take as much."""
        while True:
            try:
                with self._database.unit_of_work() as work:
                    if self._queue.remove(work, job):
                        store(work)
            except StoreFullError:
                _log.critical("the disk is full: what came of %s %s waits until there is room", job.kind, job.key)
                if self._stopping.wait(_NO_ROOM_SECONDS):
                    raise
            else:
                return

    def _count(self, change: int) -> None:
        with self._tools.changed:
            self._tools.open += change
            self._tools.changed.notify_all()

    def _shut(self, reason: str) -> None:
        tools = self._tools
        with tools.changed:
            tools.fault = reason
            tools.shut += 1
            nobody = tools.shut == tools.wanted
            tools.changed.notify_all()
        if nobody:
            self._queue.refuse(f"Nothing can be judged here: {reason}")
