"""Arrays: type, shape and dtype first, then one pass over the values; the report is only made for what is wrong."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from grader.checkers.array_report import form_difference, value_difference
from grader.checkers.closeness import all_close, right_elements
from grader.checkers.difference import Context, Difference
from grader.checkers.goals import goal_difference
from grader.checkers.moments import moments_difference
from grader.checkers.properties import property_difference
from grader.checkers.shapes import declared_shape
from grader.checkers.unordered import unordered_difference
from grader.errors import UnfitProblemError
from grader.model import ELEMENTS_SHOWN, ArraySpec, Value

Array = np.ndarray[Any, Any]


def compare_array(expected: Value, got: Value, spec: ArraySpec, context: Context, path: str) -> Difference | None:
    """Hold an answer against an expected array of the declared dtype.

    Raises:
        UnfitProblemError: the expected value is no such array, so the problem is at fault.
    """
    dtype = _dtype(spec.dtype)
    if type(expected) is not np.ndarray or expected.dtype != dtype:
        need = f"a numpy.ndarray {declared_shape(spec)} of {spec.dtype}"
        raise UnfitProblemError(f"the reference does not give {need} for {path or 'its result'}")
    if type(got) is not np.ndarray or got.shape != expected.shape:
        return form_difference(expected, got, spec, context, path)
    if got.dtype != dtype:
        if got.dtype.newbyteorder("=") != dtype:
            return form_difference(expected, got, spec, context, path)
        got = got.astype(dtype)
    if spec.properties or not spec.by_value:
        return _beyond_values(expected, got, spec, context, path)
    return _by_value(expected, got, spec, context, path)


def wrong_indices(expected: Array, got: Value, spec: ArraySpec, context: Context) -> tuple[int, ...]:
    """Flat indices, in C order, of the elements that `compare_array` takes for wrong.

    Values of another dtype are held against the expected ones all the same: so it is seen what the wrong dtype does to
    them. There are none of an array of another shape, of one that is not compared value by value, or of more elements
    than are ever shown.
    """
    if type(got) is not np.ndarray or got.shape != expected.shape or not spec.by_value or got.size > ELEMENTS_SHOWN:
        return ()
    right = right_elements(expected, got, spec.tolerance or context.tolerance)
    if spec.properties and got.dtype.kind in "fc":
        right = right & np.isfinite(got)
    return tuple(np.flatnonzero(~right).tolist())


def _by_value(expected: Array, got: Array, spec: ArraySpec, context: Context, path: str) -> Difference | None:
    """Each value against its own."""
    tolerance = spec.tolerance or context.tolerance
    if all_close(expected, got, tolerance):
        return None
    right = right_elements(expected, got, tolerance)
    return None if right.all() else value_difference((expected, got, right), spec, context, path)


def _beyond_values(expected: Array, got: Array, spec: ArraySpec, context: Context, path: str) -> Difference | None:
    """What holding each value against its own cannot say: properties first, then order, outcome or moments."""
    if got.dtype.kind in "fc" and (spec.properties or not spec.unordered) and not np.isfinite(got).all():
        return value_difference((expected, got, np.isfinite(got)), spec, context, path)
    for wanted in spec.properties:
        difference = property_difference(got, wanted, spec, context, path)
        if difference is not None:
            return difference
    if spec.moments:
        return moments_difference(expected, got, spec, context, path)
    if spec.goal is not None:
        return goal_difference(expected, got, spec.goal, context, path)
    if spec.free:
        return None
    difference = _by_value(expected, got, spec, context, path)
    if difference is None or not spec.unordered:
        return difference
    return unordered_difference((expected, got), spec.tolerance or context.tolerance, spec, context, path)


@lru_cache(maxsize=64)
def _dtype(name: str) -> np.dtype[Any]:
    """A dtype by its name."""
    return np.dtype(name)
