"""The contract of `app.jobs.ports.JobQueue`, held on every database."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.jobs.embedded import EmbeddedQueue
from app.jobs.memory import MemoryJobStore
from app.jobs.model import Job, JudgingUnavailableError, QueueFullError, Turn
from app.jobs.ports import JobStore
from app.jobs.sql import SQLJobStore
from app.kernel.work import Database
from tests.unit.app.databases import KINDS, opened


class Queues:
    """Queues on one database, as one process after another would have them."""

    def __init__(self, database: Database, store: JobStore) -> None:
        self.database, self.store = database, store
        self.queue = self.another(5)

    def another(self, capacity: int = 5) -> EmbeddedQueue:
        self.queue = EmbeddedQueue(self.database, self.store, capacity, 100)
        return self.queue

    def put(self, key: str, turn: Turn = Turn.WAITED_FOR, client: str = "") -> bool:
        with self.database.unit_of_work() as work:
            return self.queue.put(work, Job("judge", key, turn, client))

    def begin(self, key: str) -> Job | None:
        with self.database.unit_of_work() as work:
            return self.queue.begin(work, Job("judge", key))

    def remove(self, key: str) -> bool:
        with self.database.unit_of_work() as work:
            return self.queue.remove(work, Job("judge", key))

    def taken(self) -> str:
        job = self.queue.take()
        assert job is not None
        return job.key

    def stored(self) -> list[str]:
        with self.database.read() as work:
            return [job.key for job in self.store.all(work)]


@pytest.fixture(params=KINDS)
def queues(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Queues]:
    with opened(request.param, tmp_path) as database:
        yield Queues(database, MemoryJobStore() if request.param == "memory" else SQLJobStore())


def test_jobs_come_out_in_the_order_they_went_in(queues: Queues):
    for name in "abc":
        assert queues.put(name)
    assert [queues.taken() for _ in range(3)] == ["a", "b", "c"]


def test_whoever_waits_comes_before_what_is_made_ahead_of_need(queues: Queues):
    queues.put("ahead", Turn.AHEAD_OF_NEED)
    queues.put("waited for")
    assert [queues.taken(), queues.taken()] == ["waited for", "ahead"]


def test_of_one_kind_and_key_there_is_one_job(queues: Queues):
    assert queues.put("a")
    assert not queues.put("a")
    assert queues.remove("a")
    assert not queues.remove("a")
    assert queues.put("a")
    assert queues.stored() == ["a"]


def test_a_job_waits_from_the_commit_on_and_not_before(queues: Queues):
    with ThreadPoolExecutor(1) as pool:
        taker = pool.submit(queues.taken)
        with queues.database.unit_of_work() as work:
            queues.queue.put(work, Job("judge", "a"))
            with pytest.raises(TimeoutError):
                taker.result(0.05)
        assert taker.result(5) == "a"


def test_a_place_that_was_not_filled_is_given_back(queues: Queues):
    queues.another(1)
    with pytest.raises(OSError, match="disk"), queues.database.unit_of_work() as work:
        queues.queue.put(work, Job("judge", "lost"))
        raise OSError("disk")
    queues.put("a")
    with pytest.raises(QueueFullError):
        queues.put("b")
    assert queues.stored() == ["a"]
    assert queues.taken() == "a"


def test_a_job_that_is_there_already_takes_no_place(queues: Queues):
    queues.another(2)
    queues.put("a")
    assert not queues.put("a")
    assert queues.put("b")


def test_a_burst_does_not_overrun_the_capacity(queues: Queues):
    start = threading.Barrier(16)

    def one(number: int) -> bool:
        start.wait()
        try:
            return queues.put(str(number))
        except QueueFullError:
            return False

    with ThreadPoolExecutor(16) as pool:
        taken = list(pool.map(one, range(16)))
    assert sum(taken) == 5
    assert len(queues.stored()) == 5


def test_what_is_made_ahead_of_need_takes_no_place(queues: Queues):
    queues.another(1)
    for name in "abc":
        queues.put(name, Turn.AHEAD_OF_NEED)
    assert queues.put("waited for")


def test_tries_are_counted_in_the_row(queues: Queues):
    queues.put("a", client="ada")
    tries = [queues.begin("a"), queues.begin("a")]
    assert [job.tries if job else None for job in tries] == [1, 2]
    queues.another().recover()
    assert queues.queue.take() == Job("judge", "a", client="ada", tries=2)
    queues.remove("a")
    assert queues.begin("a") is None


def test_the_next_process_finds_what_was_not_done_in_its_order(queues: Queues):
    for name in "abcd":
        queues.put(name)
    queues.begin("a")
    queues.remove("c")
    # more than the capacity: what was acknowledged is never refused
    assert queues.another(1).recover() == 3
    assert [queues.taken() for _ in range(3)] == ["a", "b", "d"]


def test_where_nobody_can_do_it_nothing_new_is_let_in(queues: Queues):
    queues.put("a")
    queues.queue.refuse("no walls")
    queues.queue.give_back(Job("judge", "back"))
    with pytest.raises(JudgingUnavailableError, match="no walls"):
        queues.put("c")
    assert [queues.taken(), queues.taken()] == ["a", "back"]
    assert queues.stored() == ["a"]


def test_closing_wakes_every_taker_and_keeps_the_rest(queues: Queues):
    with ThreadPoolExecutor(4) as pool:
        takers = [pool.submit(queues.queue.take) for _ in range(4)]
        queues.queue.close()
        assert [taker.result(5) for taker in takers] == [None] * 4
    queues.put("later")
    assert queues.queue.take() is None
    assert queues.stored() == ["later"]
