from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.adapters.queue import EmbeddedQueue
from app.domain.faults import JudgingUnavailableError, QueueFullError


def put(queue: EmbeddedQueue, name: str) -> None:
    with queue.reserve() as fill:
        fill(name)


def test_ids_come_out_in_the_order_they_went_in():
    queue = EmbeddedQueue(3)
    for name in "abc":
        put(queue, name)
    assert [queue.take() for _ in range(3)] == ["a", "b", "c"]


def test_a_place_that_was_not_filled_is_given_back():
    queue = EmbeddedQueue(1)
    with pytest.raises(OSError, match="disk"), queue.reserve():
        raise OSError("disk")
    put(queue, "a")
    with pytest.raises(QueueFullError):
        put(queue, "b")
    assert queue.take() == "a"


def test_a_burst_does_not_overrun_the_capacity():
    queue = EmbeddedQueue(5)
    start = threading.Barrier(16)

    def one(number: int) -> bool:
        start.wait()
        try:
            put(queue, str(number))
        except QueueFullError:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        taken = list(pool.map(one, range(16)))
    assert sum(taken) == 5


def test_what_was_acknowledged_is_never_refused():
    queue = EmbeddedQueue(1)
    queue.refuse("no walls")
    for name in "ab":
        queue.put_back(name)
    assert [queue.take(), queue.take()] == ["a", "b"]
    with pytest.raises(JudgingUnavailableError, match="no walls"):
        put(queue, "c")


def test_closing_wakes_every_taker():
    queue = EmbeddedQueue(1)
    with ThreadPoolExecutor(4) as pool:
        takers = [pool.submit(queue.take) for _ in range(4)]
        queue.close()
        assert [taker.result(5) for taker in takers] == [None] * 4
    queue.put_back("later")
    assert queue.take() is None


def test_a_taker_is_woken_by_the_next_id():
    queue = EmbeddedQueue(1)
    with ThreadPoolExecutor(1) as pool:
        taker = pool.submit(queue.take)
        put(queue, "a")
        assert taker.result(5) == "a"
