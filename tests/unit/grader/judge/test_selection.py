"""Which cases a submission gets: the same for a seed, others for another, in the order of the groups."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.judge.prepared import Prepared, PreparedCase, PreparedPool
from grader.judge.selection import select_cases
from grader.model import Group, Mode, Problem, TestCase


def pool(group: str, *names: str, count: int = 1) -> PreparedPool:
    """A prepared pool without inputs."""
    return PreparedPool(tuple(PreparedCase(TestCase(name, group, {}), b"", None) for name in names), count)


POOLS = (
    pool("late", "l1"),
    pool("sample", "s1"),
    pool("fresh", *(f"f{number}" for number in range(32)), count=4),
    pool("early", "e1"),
    pool("fresh", *(f"g{number}" for number in range(32))),
    pool("sample", "s2"),
)


@pytest.fixture
def problem(rnn_cell: Problem) -> Problem:
    return replace(rnn_cell, groups=tuple(Group(name) for name in ("sample", "early", "fresh", "late")))


def names(problem: Problem, mode: Mode, seed: str = "1") -> list[str]:
    """The names of the chosen cases."""
    return [item.case.name for item in select_cases(Prepared(problem, POOLS), mode, seed)]


def test_samples_alone_or_all_in_the_order_of_the_groups(problem: Problem):
    assert names(problem, Mode.RUN) == ["s1", "s2"]
    everything = names(problem, Mode.SUBMIT)
    assert everything[:3] == ["s1", "s2", "e1"]
    assert everything[-1] == "l1"
    assert len(everything) == 9


def test_several_draws_of_a_pool_are_numbered_and_different(problem: Problem):
    fresh = names(problem, Mode.SUBMIT)[3:7]
    assert [name.split()[1] for name in fresh] == ["1", "2", "3", "4"]
    assert len({name.split()[0] for name in fresh}) == 4
    assert names(problem, Mode.SUBMIT)[7].startswith("g")


def test_a_seed_repeats_and_others_differ(problem: Problem):
    told = {seed: tuple(names(problem, Mode.SUBMIT, seed)) for seed in map(str, range(20))}
    assert told == {seed: tuple(names(problem, Mode.SUBMIT, seed)) for seed in told}
    assert len(set(told.values())) > 15


def test_another_version_draws_anew(problem: Problem):
    seeds = list(map(str, range(10)))
    other = replace(problem, judging_version="another")
    assert [names(problem, Mode.SUBMIT, seed) for seed in seeds] != [names(other, Mode.SUBMIT, seed) for seed in seeds]


def test_every_case_of_a_pool_is_drawn_sooner_or_later(problem: Problem):
    seen = {names(problem, Mode.SUBMIT, str(seed))[7] for seed in range(400)}
    assert len(seen) == 32


def test_a_pool_of_as_many_as_are_wanted_is_taken_whole(problem: Problem):
    small = (pool("sample", "a", "b", count=2),)
    assert [item.case.name for item in select_cases(Prepared(problem, small), Mode.RUN, "")] == ["a", "b"]
