"""Which cases a submission gets, and in which order: what may be shown comes before what may not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.judge.prepared import Prepared, PreparedEntry
from grader.judge.prepared_case import PreparedCase
from grader.judge.selection import groups_before_hidden, list_cases_of
from grader.model import CaseEntry, Group, Mode, Problem, TestCase


def item(group: str, name: str, *, drawn: bool = False) -> PreparedCase:
    """A prepared case without inputs."""
    return PreparedCase(TestCase(name, group, {}), b"", None, drawn=drawn)


PREPARED = (
    PreparedEntry((item("late", "l1"),)),
    PreparedEntry((item("sample", "s1"),)),
    PreparedEntry((item("fresh", "secret 1"), item("fresh", "secret 2")), 3, ("0" * 32, "1" * 32)),
    PreparedEntry((item("early", "e1"),)),
    PreparedEntry((item("late", "secret 3"),), 1, ("2" * 32,)),
    PreparedEntry((item("sample", "s2"),)),
)
DRAWS = [item("late", "g", drawn=True), *(item("fresh", "f", drawn=True) for _ in range(3))]
GROUPS = (Group("sample"), Group("early"), Group("fresh"), Group("late"))


def never(seed: int) -> TestCase:
    raise AssertionError(f"nothing is drawn here, not even with {seed}")


@pytest.fixture
def problem(rnn_cell: Problem) -> Problem:
    entries = tuple(CaseEntry(e.cases[0].case, e.count, never if e.seeds else None) for e in PREPARED)
    return replace(rnn_cell, groups=GROUPS, entries=entries)


def names(problem: Problem, mode: Mode = Mode.SUBMIT) -> list[str]:
    """The names of the cases in their order."""
    draws = DRAWS if mode is Mode.SUBMIT else ()
    return [one.case.name for one in list_cases_of(Prepared(problem, PREPARED), mode, draws)]


def test_a_run_meets_the_samples_alone(problem: Problem):
    assert names(problem, Mode.RUN) == ["s1", "s2"]


def test_samples_then_fresh_cases_then_what_is_fixed_and_hidden(problem: Problem):
    assert names(problem) == ["s1", "s2", "f 1", "f 2", "f 3", "g", "e1", "l1"]


def test_the_secret_set_is_met_by_no_submission(problem: Problem):
    assert not any("secret" in name for name in names(problem))


def test_fresh_cases_that_wait_for_hidden_ones_come_after_them(problem: Problem):
    gated = replace(problem, groups=(*GROUPS[:2], Group("fresh", requires=("early",)), GROUPS[3]))
    assert names(gated) == ["s1", "s2", "g", "e1", "f 1", "f 2", "f 3", "l1"]
    assert groups_before_hidden(gated) == {"sample", "early", "late"}


def test_what_is_waited_for_may_wait_itself(problem: Problem):
    groups = (GROUPS[0], GROUPS[1], Group("fresh", requires=("sample",)), Group("late", requires=("fresh",)))
    assert groups_before_hidden(replace(problem, groups=groups)) == {"sample", "early", "fresh", "late"}
    groups = (GROUPS[0], GROUPS[1], Group("fresh", requires=("early",)), Group("late", requires=("fresh",)))
    assert groups_before_hidden(replace(problem, groups=groups)) == {"sample", "early"}


@pytest.mark.parametrize("draws", [[], DRAWS[:3], [*DRAWS, DRAWS[0]]])
def test_without_its_own_draws_nothing_is_judged(problem: Problem, draws: list[PreparedCase]):
    with pytest.raises(ValueError, match="a submission gets 4"):
        list_cases_of(Prepared(problem, PREPARED), Mode.SUBMIT, draws)
