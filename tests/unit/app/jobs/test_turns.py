"""Turns are taken by client, and half of the slots are kept from those who are slow or unknown."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.jobs.model import Job, Turn
from app.jobs.turns import SLOW_SECONDS, Turns, runners_for

QUICK, SLOW = SLOW_SECONDS / 10, SLOW_SECONDS * 2


def known(turns: Turns, *clients: str, seconds: float = QUICK) -> Turns:
    """Each has had one job that took so long."""
    for client in clients:
        job = Job("judge", f"first of {client}", client=client)
        turns.add(job)
        assert turns.take() == job
        turns.end(job, seconds)
    return turns


def ask(turns: Turns, client: str, count: int = 1) -> None:
    for number in range(count):
        turns.add(Job("judge", f"{client}{number}", client=client))


def take_all(turns: Turns) -> list[str]:
    """Whatever may run at this moment."""
    taken = []
    while (job := turns.take()) is not None:
        taken.append(job.key)
    return taken


def test_whoever_hands_in_much_delays_others_by_one_job():
    turns = known(Turns(1), "ada", "bo")
    ask(turns, "ada", 100)
    ask(turns, "bo", 2)
    order = []
    for _ in range(6):
        job = turns.take()
        order.append(job.key)
        turns.end(job, QUICK)
    assert order == ["ada0", "bo0", "ada1", "bo1", "ada2", "ada3"]
    assert turns.waiting == 96


@pytest.mark.parametrize(("slots", "unsure"), [(1, 1), (2, 1), (3, 1), (4, 2), (8, 4)])
def test_all_who_are_new_or_slow_hold_at_most_half(slots: int, unsure: int):
    turns = known(Turns(slots), *"abcd", seconds=SLOW)
    for client in "abcdwxyz":
        ask(turns, client)
    assert len(take_all(turns)) == unsure


@pytest.mark.parametrize("slots", [1, 2, 3, 8])
def test_whoever_is_known_to_be_quick_never_waits_for_those(slots: int):
    turns = known(Turns(slots), "quick")
    for number in range(50):
        ask(turns, f"sleeper {number} ")
    sleepers = take_all(turns)
    ask(turns, "quick")
    assert take_all(turns) == ["quick0"]
    assert len(sleepers) < runners_for(slots)


def test_no_client_holds_more_than_half_however_quick():
    turns = known(Turns(4), "ada", "bo")
    ask(turns, "ada", 10)
    ask(turns, "bo", 10)
    assert take_all(turns) == ["ada0", "bo0", "ada1", "bo1"]


def test_the_last_job_says_whether_a_client_is_slow():
    turns = known(Turns(2), "ada", seconds=SLOW)
    known(turns, "ada", "bo")
    ask(turns, "ada")
    ask(turns, "bo")
    assert take_all(turns) == ["ada0", "bo0"]


def test_what_nobody_waits_for_comes_last_and_holds_at_most_half():
    turns = known(Turns(2), "ada")
    for name in "xyz":
        turns.add(Job("prepare", name, Turn.AHEAD_OF_NEED))
    ask(turns, "ada")
    assert turns.waiting == 1
    assert take_all(turns) == ["ada0", "x"]


def test_a_client_is_forgotten_after_ten_thousand_others():
    turns = Turns(2)
    known(turns, "ada", *map(str, range(9_999)))
    ask(turns, "ada")
    ask(turns, "0")
    assert len(take_all(turns)) == 2
    turns = Turns(2)
    known(turns, "ada", *map(str, range(10_000)))
    ask(turns, "ada")
    ask(turns, "new")
    assert len(take_all(turns)) == 1


@given(
    slots=st.integers(1, 5),
    steps=st.lists(st.tuples(st.sampled_from("abcd"), st.booleans(), st.booleans()), max_size=60),
)
def test_nothing_is_lost_or_done_twice_and_no_bound_is_broken(slots: int, steps: list[tuple[str, bool, bool]]):
    turns, running, done = Turns(slots), [], []
    for number, (client, ahead, slow) in enumerate(steps):
        turn = Turn.AHEAD_OF_NEED if ahead else Turn.WAITED_FOR
        turns.add(Job("judge", str(number), turn, client))
        while len(running) < runners_for(slots) and (job := turns.take()) is not None:
            running.append(job)
        assert max(Counter(job.client for job in running).values(), default=0) <= max(1, slots // 2)
        if slow and running:
            done.append(running.pop(0))
            turns.end(done[-1], SLOW if ahead else QUICK)
    while running or (job := turns.take()) is not None:
        running += [job] if not running else []
        done.append(running.pop(0))
        turns.end(done[-1], QUICK)
    assert sorted(int(job.key) for job in done) == list(range(len(steps)))
    assert turns.waiting == 0
