"""Which cases are asked for together: none whose inputs an earlier answer, still owed, could carry out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from grader.judge.batches import KeptBatches, find_batches
from grader.judge.function_properties import PreparedProperty
from grader.judge.prepared_case import PreparedCase
from grader.judge.templates import AnswerTemplate
from grader.model import Group, Problem, TestCase
from grader.sandbox import frames

GROUPS = (Group("sample"), Group("fresh"), Group("main"), Group("more"), Group("last", requires=("main",)))
EARLY = frozenset({"fresh"})
PLAIN = AnswerTemplate(b"T", ())


def item(group: str, *, size: int = 1, drawn: bool = False, template: AnswerTemplate | None = PLAIN) -> PreparedCase:
    """A prepared case whose inputs have so many bytes."""
    return PreparedCase(TestCase("a case", group, {}), bytes(size), None, drawn=drawn, template=template)


@pytest.fixture
def problem(rnn_cell: Problem) -> Problem:
    return replace(rnn_cell, groups=GROUPS, returns=rnn_cell.returns)


def spans(problem: Problem, items: Sequence[PreparedCase]) -> dict[int, int]:
    return find_batches(items, problem, EARLY)


def test_samples_are_asked_for_one_by_one(problem: Problem):
    assert spans(problem, [item("sample")] * 3) == {}


def test_fresh_cases_that_may_be_shown_go_together_and_what_is_fixed_and_hidden_goes_after_them(problem: Problem):
    fresh, fixed = item("fresh", drawn=True), item("main")
    assert spans(problem, [item("sample"), fresh, fresh, fixed, fixed, fixed]) == {1: 3, 3: 6}


def test_a_fresh_case_of_a_late_group_goes_with_the_fixed_ones(problem: Problem):
    assert spans(problem, [item("main"), item("main", drawn=True), item("more")]) == {0: 3}


def test_a_group_waits_for_what_it_requires(problem: Problem):
    assert spans(problem, [item("main"), item("more"), item("last"), item("last")]) == {0: 2, 2: 4}


def test_a_single_case_is_no_batch(problem: Problem):
    assert spans(problem, [item("main"), item("fresh", drawn=True), item("last")]) == {}


def test_a_case_with_a_property_or_without_a_template_stands_alone(problem: Problem, held: PreparedProperty):
    special, strange = replace(item("main"), properties=(held,)), item("main", template=None)
    for odd in (special, strange):
        assert spans(problem, [item("main"), item("main"), odd, item("main"), item("main")]) == {0: 2, 3: 5}


@pytest.fixture
def held() -> PreparedProperty:
    return object.__new__(PreparedProperty)


def test_what_no_pipe_holds_is_asked_for_in_parts(problem: Problem):
    large = item("main", size=100_000)
    assert spans(problem, [large] * 5) == {0: 2, 2: 4}


def test_the_last_request_of_a_batch_asks_for_the_bell(problem: Problem):
    batch = KeptBatches().find_all([item("sample"), *[item("main")] * 3], problem, EARLY)[1]
    one = frames.REQUEST.size + 1
    kinds = [batch.requests[start] for start in range(0, len(batch.requests), one)]
    assert kinds == [frames.CALL, frames.CALL, frames.LAST]
    assert (batch.end, len(batch.items)) == (4, 3)


def test_a_batch_of_fixed_cases_is_made_once_and_one_of_other_cases_anew(problem: Problem):
    kept, fixed, drawn = KeptBatches(), [item("main"), item("main")], [item("fresh", drawn=True)] * 2
    first = kept.find_all(drawn + fixed, problem, EARLY)
    second = kept.find_all(drawn + fixed, problem, EARLY)
    assert second[2] is first[2]
    assert second[0] is not first[0]
    assert kept.find_all([*drawn, item("main"), item("main")], problem, EARLY)[2] is not first[2]


def test_what_is_kept_does_not_outlive_the_groups_that_it_was_made_by(problem: Problem):
    kept, items = KeptBatches(), [item("main"), item("more")]
    assert list(kept.find_all(items, problem, EARLY)) == [0]
    gated = tuple(replace(group, requires=("main",)) if group.name == "more" else group for group in GROUPS)
    assert kept.find_all(items, replace(problem, groups=gated), EARLY) == {}
