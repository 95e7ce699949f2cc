"""Rows in any order: each row of the answer must have a partner of its own among the expected ones.

Which rows agree is found in time that is linear in their bytes, as long as few expected rows lie within the tolerance
of each other. Each row is first seen as one number, the sum of its elements times weights that are drawn: where two
rows agree, these numbers lie as near as the tolerance allows. Only pairs of which that holds are compared in full.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from grader.checkers.closeness import allowed, right_elements, with_atol
from grader.checkers.difference import Context, Difference
from grader.checkers.matching import match_rows
from grader.checkers.shapes import axis_names
from grader.checkers.wording import subject
from grader.errors import UnfitProblemError
from grader.model import ArraySpec, Reason, Tolerance

Array = np.ndarray[Any, Any]

ROWS_LIMIT = 1000
"""Most rows that are matched: pairs grow with their square."""

_SEED = 17
_ROUNDING = 4 * float(np.finfo(np.float64).eps)
_HUGE = 1e290
"""Only such a tolerance lets a number pass that overflows when it is divided by the largest expected one."""


def check_rows(expected: Array) -> None:
    """Make sure that the rows of an expected array can be matched.

    Raises:
        UnfitProblemError: the array has no rows, or too many.
    """
    if not expected.ndim or len(expected) > ROWS_LIMIT:
        raise UnfitProblemError(f"rows in any order need one axis or more and at most {ROWS_LIMIT} rows")


def unordered_difference(
    pair: tuple[Array, Array], tolerance: Tolerance, spec: ArraySpec, context: Context, path: str
) -> Difference | None:
    """The first row that has no partner, or None.

    Args:
        pair: expected and got, of one shape and dtype.
        tolerance: how far elements may lie apart, scaled by the whole expected array.
        spec: names the axes.
        context: says what may be told.
        path: the part of the answer.

    Raises:
        UnfitProblemError: the array has no rows, or too many.
    """
    expected, got = pair
    check_rows(expected)
    with np.errstate(all="ignore"):
        partners = match_rows(_fits(expected, got, with_atol(expected, tolerance)))
    alone = np.flatnonzero(partners < 0).tolist()
    if not alone:
        return None
    names = axis_names(spec, got.ndim, context)
    place = f"{names[0] if names else 'row'} {alone[0]}"
    many = f" {len(alone)} of {len(got)} have none." if not context.hidden else ""
    message = f"{subject(path)} has a row without a partner among the expected ones, first {place}.{many}"
    return Difference(Reason.PROPERTY_FAILED, f"{message} Rows may stand in any order.", path, first_index=place)


def _fits(expected: Array, got: Array, tolerance: Tolerance) -> Array:
    """For each given row, which expected rows it agrees with."""
    expected, got = (rows.reshape(len(rows), -1) for rows in (expected, got))
    found = _find_candidates(expected, got, tolerance)
    for given, wanted in _portions(found):
        found[given, wanted] = right_elements(expected[wanted], got[given], tolerance).all(axis=1)
    return found


def _portions(maybe: Array) -> Iterator[tuple[Array, Array]]:
    """Pairs of rows, as many at a time as there are rows, so that no more memory is taken than they have."""
    given, wanted = np.nonzero(maybe)
    for start in range(0, len(given), len(maybe)):
        portion = slice(start, start + len(maybe))
        yield given[portion], wanted[portion]


def _find_candidates(expected: Array, got: Array, tolerance: Tolerance) -> Array:
    """For each given row, with which expected rows it may agree: those whose numbers lie near its own."""
    peak = float(np.max(np.abs(expected), where=np.isfinite(expected), initial=0.0)) or 1.0
    weights = np.random.Generator(np.random.PCG64(_SEED)).uniform(0.5, 1.5, expected.shape[1])
    wanted, gaps, size = _sum_rows(expected, weights, peak)
    given, other_gaps, other_size = _sum_rows(got, weights, peak)
    exact = expected.dtype.kind not in "fc"
    bound = np.zeros(len(expected)) if exact else np.nan_to_num(allowed(expected, tolerance) / peak) @ weights
    rounding = _ROUNDING * (1 + expected.shape[1])
    found = np.empty((len(got), len(expected)), dtype=bool)
    for row in range(len(got)):
        far = np.abs(given[row] - wanted) > bound + rounding * (bound + size + other_size[row])
        near = ~far if np.isfinite(given[row]) else bound > _HUGE
        found[row] = near & (gaps == other_gaps[row])
    return found


def _sum_rows(rows: Array, weights: Array, peak: float) -> tuple[Array, Array, Array]:
    """Each row as one number, the same of where it is not finite, and of its elements' sizes.

    What is not finite must be so in both rows at the same places, and counts as zero.
    """
    there = np.isfinite(rows)
    scaled = np.where(there, rows, 0) / peak
    return scaled @ weights, ~there @ weights, np.abs(scaled) @ weights
