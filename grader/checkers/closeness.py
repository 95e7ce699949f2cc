"""Which elements of an array lie within the tolerance of what is expected of them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from grader.model import Tolerance

Array = np.ndarray[Any, Any]

_AUTO = 1e-3


def all_close(expected: Array, got: Array, tolerance: Tolerance) -> bool:
    """Whether all values lie within the tolerance; False where infinities or NaN ask for a closer look."""
    if not expected.size:
        return True
    if expected.dtype.kind not in "fc":
        return bool((got == expected).all())
    with np.errstate(all="ignore"):
        bound = np.abs(_widen(expected))
        peak = float(bound.max())
        atol = tolerance.rtol * _AUTO * peak if tolerance.atol is None else tolerance.atol
        if not atol + tolerance.rtol * peak < math.inf:
            return False
        bound *= tolerance.rtol
        bound += atol
        return bool((np.abs(_widen(got) - expected) <= bound).all())


def right_elements(expected: Array, got: Array, tolerance: Tolerance) -> Array:
    """Which elements are right: finite ones within the tolerance, infinities exactly, NaN only with ``equal_nan``."""
    if expected.dtype.kind not in "fc":
        return np.asarray(got == expected)
    with np.errstate(all="ignore"):
        finite = np.isfinite(expected)
        close = np.abs(_widen(got) - expected) <= allowed(expected, tolerance)
        right = (finite & np.isfinite(got) & close) | (~finite & (got == expected))
        if tolerance.equal_nan:
            right |= np.isnan(expected) & np.isnan(got)
    return np.asarray(right)


def allowed(expected: Array, tolerance: Tolerance) -> Array:
    """How far each element may lie from an expected one; of no meaning for what is not finite."""
    atol = with_atol(expected, tolerance).atol
    return np.asarray((atol or 0.0) + tolerance.rtol * np.abs(_widen(expected)))


def with_atol(expected: Array, tolerance: Tolerance) -> Tolerance:
    """The tolerance with the `atol` that the whole of an expected array sets, so that parts of it may be compared."""
    if tolerance.atol is not None or expected.dtype.kind not in "fc":
        return tolerance
    peak = float(np.max(np.abs(_widen(expected)), where=np.isfinite(expected), initial=0.0))
    return replace(tolerance, atol=tolerance.rtol * _AUTO * peak)


def _widen(array: Array) -> Array:
    """In double precision, where a tolerance does not vanish."""
    if array.dtype.itemsize >= (8 if array.dtype.kind == "f" else 16):
        return array
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)
