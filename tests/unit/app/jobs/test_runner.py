"""The runner with handlers and tools of a few lines: what it does about whatever goes wrong in them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from app.jobs.embedded import EmbeddedQueue
from app.jobs.memory import MemoryJobStore
from app.jobs.model import MAX_TRIES, Job, JudgingUnavailableError
from app.jobs.runner import Runner, ToolBrokenError, ToolUnavailableError
from app.kernel.faults import StoreFullError
from app.kernel.work import Work
from app.storage.memory import MemoryDatabase, table_of

KIND = "count"


@dataclass
class Spanner:
    """A tool that counts."""

    opened: int = 0
    closed: int = 0
    settle: Callable[[], None] = lambda: None

    def make(self) -> Spanner:
        self.opened += 1
        return self

    def close(self) -> None:
        self.closed += 1


@dataclass
class Counting:
    """Does a job by calling a function with it, and stores what that gives."""

    do: Callable[[Job], str] = lambda job: f"did {job.key}"
    nothing_left: frozenset[str] = frozenset()
    begun: list[Job] = field(default_factory=list)

    def begin(self, work: Work, job: Job) -> Job | None:
        self.begun.append(job)
        return None if job.key in self.nothing_left else job

    def run(self, task: Job, tool: Spanner) -> Callable[[Work], None]:
        done = self.do(task)
        return lambda work: self.store(work, task, done)

    def give_up(self, work: Work, job: Job) -> None:
        self.store(work, job, "gave up")

    def store(self, work: Work, job: Job, what: str) -> None:
        outcomes = table_of(work, "outcome")
        outcomes[job.key] = [*outcomes.get(job.key, []), what]


@dataclass
class Place:
    """A database, a queue and a handler."""

    handler: Counting = field(default_factory=Counting)
    tool: Spanner = field(default_factory=Spanner)
    database: MemoryDatabase = field(default_factory=MemoryDatabase)

    def __post_init__(self) -> None:
        self.queue = EmbeddedQueue(self.database, MemoryJobStore(), 100, 100)

    def ask(self, *keys: str) -> None:
        for key in keys:
            with self.database.unit_of_work() as work:
                self.queue.put(work, Job(KIND, key))

    @property
    def waiting(self) -> list[str]:
        with self.database.read() as work:
            return [job.key for job in MemoryJobStore().all(work)]

    @property
    def outcomes(self) -> dict[str, list[str]]:
        with self.database.read() as work:
            return dict(table_of(work, "outcome"))

    @contextmanager
    def running(self, threads: int = 1, make: Callable[[], Spanner] | None = None) -> Iterator[Runner[Spanner]]:
        handlers = {KIND: self.handler}
        runner = Runner(self.database, self.queue, handlers, make or self.tool.make, threads)
        runner.start()
        try:
            yield runner
        finally:
            runner.stop(5)


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.jobs.runner._PAUSE_SECONDS", 0.01)
    monkeypatch.setattr("app.jobs.runner._NO_ROOM_SECONDS", 0.01)


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline, "waited for ten seconds"
        time.sleep(0.005)


def test_everything_that_waits_is_done_once():
    place = Place()
    keys = [str(number) for number in range(20)]
    place.ask(*keys)
    with place.running(threads=3):
        wait_until(lambda: not place.waiting)
    assert place.outcomes == {key: [f"did {key}"] for key in keys}
    assert (place.tool.opened, place.tool.closed) == (3, 3)


def test_each_kind_has_its_handler():
    place, other = Place(), Counting(lambda job: f"otherwise {job.key}")
    place.ask("a")
    with place.database.unit_of_work() as work:
        place.queue.put(work, Job("other", "a2"))
    runner = Runner(place.database, place.queue, {KIND: place.handler, "other": other}, place.tool.make, 1)
    runner.start()
    wait_until(lambda: not place.waiting)
    runner.stop(5)
    assert place.outcomes == {"a": ["did a"], "a2": ["otherwise a2"]}


def test_a_job_with_nothing_left_to_do_is_dropped():
    place = Place(Counting(nothing_left=frozenset("a")))
    place.ask("a", "b")
    with place.running():
        wait_until(lambda: not place.waiting)
    assert place.outcomes == {"b": ["did b"]}


def test_what_is_done_already_is_not_begun():
    place = Place()
    place.ask("a")
    place.queue.give_back(Job(KIND, "a"))  # it waits twice
    place.ask("b")
    with place.running():
        wait_until(lambda: not place.waiting)
    assert place.outcomes == {"a": ["did a"], "b": ["did b"]}
    assert [job.key for job in place.handler.begun] == ["a", "b"]


def test_a_broken_tool_is_replaced_and_the_job_tried_again():
    def do(job: Job) -> str:
        if job.tries < MAX_TRIES:
            raise ToolBrokenError("it died")
        return f"did it at try {job.tries}"

    place = Place(Counting(do))
    place.ask("a")
    with place.running():
        wait_until(lambda: not place.waiting)
    assert place.outcomes == {"a": [f"did it at try {MAX_TRIES}"]}
    assert place.tool.opened == place.tool.closed == MAX_TRIES


@pytest.mark.parametrize("fault", [ZeroDivisionError("our own fault"), MemoryError()], ids=["a fault", "no memory"])
def test_a_poison_job_is_given_up_and_the_next_is_done(fault: Exception):
    def do(job: Job) -> str:
        if job.key == "poison":
            raise fault
        return "did it"

    place = Place(Counting(do))
    place.ask("poison", "good")
    with place.running():
        wait_until(lambda: not place.waiting)
    assert place.outcomes == {"poison": ["gave up"], "good": ["did it"]}
    assert [job.tries for job in place.handler.begun if job.key == "poison"] == [1, 2, 3]


class FullDatabase(MemoryDatabase):
    """A database on a full disk: once it is full nothing goes in until there is room."""

    def __init__(self) -> None:
        super().__init__()
        self.refused = 0
        self.full = False

    @contextmanager
    def unit_of_work(self) -> Iterator[Work]:
        if self.full:
            self.refused += 1
            raise StoreFullError
        with super().unit_of_work() as work:
            yield work


def full_place() -> tuple[Place, FullDatabase]:
    """The disk fills while a job is done."""
    database = FullDatabase()

    def do(job: Job) -> str:
        database.full = True
        return f"did it at try {job.tries}"

    return Place(Counting(do), database=database), database


def test_an_outcome_waits_for_room_and_nothing_is_done_twice():
    place, database = full_place()
    place.ask("a")
    with place.running():
        wait_until(lambda: database.refused > 2 * MAX_TRIES)
        database.full = False
        wait_until(lambda: not place.waiting)
    assert (place.outcomes, place.tool.opened) == ({"a": ["did it at try 1"]}, 1)


def test_a_stop_does_not_wait_for_room():
    place, database = full_place()
    place.ask("a")
    with place.running() as runner:
        wait_until(lambda: database.refused)
        runner.stop(5)
        assert not any(thread.is_alive() for thread in runner._threads)
    assert place.waiting == ["a"]


def test_without_a_tool_nothing_is_done_and_everyone_is_told():
    def refuse() -> Spanner:
        raise ToolUnavailableError("seccomp is missing")

    place = Place()
    place.ask("a")
    with place.running(threads=2, make=refuse) as runner:
        runner.wait_until_settled(5)
        wait_until(lambda: not any(thread.is_alive() for thread in runner._threads))
        assert "seccomp is missing" in (runner.unready() or "")
        with pytest.raises(JudgingUnavailableError, match="seccomp is missing"):
            place.ask("b")
    assert place.waiting == ["a"]


def test_it_is_ready_once_every_tool_is_open():
    gate, tool = threading.Event(), Spanner()

    def slow() -> Spanner:
        gate.wait(5)
        return tool.make()

    with Place().running(threads=2, make=slow) as runner:
        assert runner.unready() == "The sandboxes are still starting."
        gate.set()
        runner.wait_until_settled(5)
        assert runner.unready() is None


def test_a_tool_that_cannot_be_made_now_is_tried_again():
    failures, tool = [OSError("no memory"), ToolBrokenError("died at birth")], Spanner()

    def make() -> Spanner:
        if failures:
            raise failures.pop()
        return tool.make()

    with Place().running(make=make) as runner:
        runner.wait_until_settled(5)
        assert runner.unready() is None
    assert failures == []


def test_stopping_finishes_what_is_being_done_and_leaves_the_rest():
    begun = threading.Event()

    def do(_: Job) -> str:
        begun.set()
        time.sleep(0.2)
        return "did it"

    place = Place(Counting(do))
    place.ask("a", "b")
    with place.running():
        begun.wait(5)
    assert place.outcomes == {"a": ["did it"]}
    assert place.waiting == ["b"]


def test_a_tool_settles_once_the_outcome_is_stored_and_before_the_next_job():
    place, settling, settled = Place(), threading.Event(), threading.Event()

    def settle() -> None:
        settling.set()
        settled.wait(5)

    place.tool.settle = settle
    with place.running():
        place.ask("a", "b")
        assert settling.wait(5)
        assert place.outcomes == {"a": ["did a"]}
        settled.set()
        wait_until(lambda: "b" in place.outcomes)
