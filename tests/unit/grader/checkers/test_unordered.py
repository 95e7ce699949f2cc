"""Rows in any order, against every order tried out."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.checkers import Context, check_expected, compare
from grader.checkers.matching import match_rows
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


def test_a_reference_with_more_rows_than_can_be_matched_is_told_before_any_submission():
    with pytest.raises(UnfitProblemError, match="at most 1000 rows"):
        check_expected(np.arange(ROWS_LIMIT + 1.0), SPEC, Context())


ROWS = st.lists(
    st.lists(
        st.sampled_from([0.0, 1.0, -1.0, 1e-9, 1e300, -1e308, math.nan, math.inf, -math.inf]), min_size=2, max_size=2
    ),
    min_size=1,
    max_size=4,
)


@given(ROWS, st.data(), st.sampled_from([Tolerance(1e-6, equal_nan=True), Tolerance(0.0, 0.0), Tolerance(0.5, 1.0)]))
def test_rows_that_are_not_finite_or_far_apart_are_matched_as_they_are_compared(
    rows: list[list[float]], data: st.DataObject, tolerance: Tolerance
):
    want = np.array(rows)
    got = np.array(data.draw(st.permutations(rows)))
    if data.draw(st.booleans()):
        got[0, 0] = data.draw(st.sampled_from([0.0, 1.0, math.nan, 1e-9, 1e308]))
    ordered = ArraySpec(("N", 2), tolerance=tolerance)
    right = [compare(want, got[list(order)], ordered, Context()) is None for order in permutations(range(len(want)))]
    found = compare(want, got, ArraySpec(("N", 2), unordered=True, tolerance=tolerance), Context())
    assert (found is None) is any(right)


@pytest.mark.parametrize("dtype", ["float64", "float32", "complex128", "int64", "bool"])
def test_many_rows_in_another_order_find_each_other(dtype: str):
    rng = np.random.default_rng(4)
    want = np.trunc(rng.uniform(0, 2 if dtype == "bool" else 100, (ROWS_LIMIT, 30))).astype(dtype)
    got = rng.permutation(want)
    spec = ArraySpec(("N", "D"), dtype, unordered=True)
    assert compare(want, got, spec, Context()) is None
    got[3] = got[4]
    assert compare(want, got, spec, Context()) is not None


def test_the_largest_matching_is_found_whatever_fits_what():
    rng = np.random.default_rng(6)
    for density in (0.1, 0.3, 0.6):
        for _ in range(60):
            fits = rng.random((6, 6)) < density
            best = max(sum(fits[row, column] for row, column in enumerate(order)) for order in permutations(range(6)))
            partners = match_rows(fits)
            given = np.flatnonzero(partners >= 0)
            assert len(given) == best
            assert fits[given, partners[given]].all()
            assert len(set(partners[given].tolist())) == best
