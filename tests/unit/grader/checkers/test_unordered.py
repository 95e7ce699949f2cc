"""Rows in any order, against every order tried out."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.checkers import Context, check_expected, compare
from grader.checkers.unordered import ROWS_LIMIT
from grader.errors import UnfitProblemError
from grader.model import ArraySpec, Property, Tolerance

SPEC = ArraySpec(("N",), unordered=True, tolerance=Tolerance(0.0, 1.0))


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=5))
def test_it_agrees_with_trying_every_order(pairs: list[tuple[int, int]]):
    want, got = (np.array(side, dtype=float) for side in zip(*pairs, strict=True))
    fits = any((np.abs(got[list(order)] - want) <= 1).all() for order in permutations(range(len(want))))
    assert (compare(want, got, SPEC, Context()) is None) is fits


def test_more_rows_than_can_be_matched_are_the_problems_fault():
    rows = np.arange(ROWS_LIMIT + 1.0)
    with pytest.raises(UnfitProblemError, match="at most 1000 rows"):
        compare(rows, -rows, SPEC, Context())


def test_a_reference_that_misses_its_own_property_is_told():
    spec = ArraySpec(("N",), properties=(Property("sums_to_one"),))
    with pytest.raises(UnfitProblemError, match="misses what the problem asks for"):
        check_expected(np.array([0.5, 0.6]), spec, Context())
