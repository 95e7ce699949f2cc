"""What is looked at has bounds, and what lies beyond is no error."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.diagnosis import Budget
from grader.diagnosis.bounds import or_nothing, weigh
from grader.diagnosis.nesting import numbers_in

numbers = st.one_of(
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.complex_numbers(),
    st.sampled_from([np.float32(1), np.int8(2), np.zeros(2), np.zeros((2, 0)), np.ones(2, dtype="c8"), np.array(1.5)]),
)
nested = st.recursive(
    numbers | st.sampled_from(["", "1", None]), lambda inner: st.lists(inner, max_size=3), max_leaves=9
)


@given(st.lists(nested, max_size=3))
def test_nested_numbers_become_the_array_that_numpy_makes_of_them(items: list[object]):
    made = numbers_in(items, 100)
    try:
        right = np.array(items)
    except ValueError:  # of unequal lengths
        assert made is None
        return
    if made is None:
        assert right.dtype.kind not in "fciub" or any(
            type(leaf) is int and abs(leaf) > 2**63 for leaf in _leaves(items)
        )
    else:
        np.testing.assert_array_equal(made, right)
        assert made.dtype == right.dtype


def _leaves(items: object) -> list[object]:
    return [leaf for item in items for leaf in _leaves(item)] if isinstance(items, list) else [items]


def test_more_elements_than_may_be_are_no_array():
    assert numbers_in([[0.0] * 50, [1.0] * 50], 99) is None
    assert numbers_in([np.zeros(50), np.zeros(50)], 99) is None
    assert numbers_in([np.zeros(50), np.zeros(50)], 100) is not None


def test_an_answer_weighs_what_stands_in_it():
    assert weigh({"a": [np.zeros((3, 4)), 1.0], "b": "text"}) == 17


def test_a_budget_is_spent_by_what_it_covers_alone():
    budget = Budget(10)
    assert not budget.covers(np.zeros(10))
    assert budget.covers([0.0] * 8)
    assert not budget.covers(None) or budget.left == 0
    assert not budget.covers(None)


@pytest.mark.parametrize("error", [MemoryError, RecursionError, OverflowError])
def test_what_is_too_large_to_look_at_tells_nothing(error: type[Exception]):
    @or_nothing("nothing")
    def look() -> str:
        raise error

    assert look() == "nothing"


def test_a_fault_of_our_own_is_not_hidden():
    @or_nothing("nothing")
    def look() -> str:
        return str(math.sqrt(-1))

    with pytest.raises(ValueError, match="domain"):
        look()
