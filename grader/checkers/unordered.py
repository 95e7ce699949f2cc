"""Rows in any order: each row of the answer must have a partner of its own among the expected ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.checkers.difference import Context, Difference
from grader.checkers.shapes import axis_names
from grader.checkers.wording import subject
from grader.errors import UnfitProblemError
from grader.model import ArraySpec, Reason

Array = np.ndarray[Any, Any]

ROWS_LIMIT = 1000
"""Most rows that are matched: the work grows with their square."""


def unordered_difference(
    pair: tuple[Array, Array], right: Callable[[Array, Array], Array], spec: ArraySpec, context: Context, path: str
) -> Difference | None:
    """The first row that has no partner, or None.

    Args:
        pair: expected and got, of one shape and dtype.
        right: which elements of an answer are right, given what is expected of them.
        spec: names the axes.
        context: says what may be told.
        path: the part of the answer.

    Raises:
        UnfitProblemError: the array has no rows, or too many.
    """
    expected, got = pair
    if not expected.ndim or len(expected) > ROWS_LIMIT:
        raise UnfitProblemError(f"rows in any order need one axis or more and at most {ROWS_LIMIT} rows")
    fits = _fits(expected, got, right)
    partners = _matched(fits)
    alone = [row for row in range(len(got)) if row not in partners]
    if not alone:
        return None
    names = axis_names(spec, got.ndim, context)
    place = f"{names[0] if names else 'row'} {alone[0]}"
    many = f" {len(alone)} of {len(got)} have none." if not context.hidden else ""
    message = f"{subject(path)} has a row without a partner among the expected ones, first {place}.{many}"
    return Difference(Reason.PROPERTY_FAILED, f"{message} Rows may stand in any order.", path, first_index=place)


def _fits(expected: Array, got: Array, right: Callable[[Array, Array], Array]) -> Array:
    """For each given row, which expected rows it agrees with; the tolerance is scaled by the whole expected array."""
    found = np.empty((len(got), len(expected)), dtype=bool)
    for row in range(len(got)):
        repeated = np.broadcast_to(got[row], expected.shape)
        found[row] = right(expected, repeated).reshape(len(expected), -1).all(axis=1)
    return found


def _matched(fits: Array) -> dict[int, int]:
    """A largest matching of given rows to expected ones (augmenting paths, Kuhn 1955)."""
    taken: dict[int, int] = {}
    for start in range(len(fits)):
        before, end = _path(fits, start, taken)
        while end is not None:
            row = before[end]
            previous = next((column for column, owner in taken.items() if owner == row), None)
            taken[end] = row
            end = previous if row != start else None
    return {row: column for column, row in taken.items()}


def _path(fits: Array, start: int, taken: dict[int, int]) -> tuple[dict[int, int], int | None]:
    """Breadth first from a row to an expected row that nobody has; through which row each one was reached."""
    before: dict[int, int] = {}
    waiting = [start]
    for row in waiting:
        for column in np.flatnonzero(fits[row]).tolist():
            if column in before:
                continue
            before[column] = row
            if column not in taken:
                return before, column
            waiting.append(taken[column])
    return before, None
