"""Holding a reference's own result against what the problem declares."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from grader.checkers.difference import Context
from grader.checkers.shapes import declared_shape, fits
from grader.checkers.structure import compare
from grader.checkers.unordered import check_rows
from grader.errors import UnfitProblemError
from grader.model import ArraySpec, DictSpec, Reason, SequenceSpec, Spec, Value


def check_expected(expected: Value, spec: Spec, context: Context) -> None:
    """Make sure that a reference's result can be compared with anything at all.

    Raises:
        UnfitProblemError: it does not have the declared type, keys, length, shape or dtype, or holds NaN although the
            problem does not say ``equal_nan``, or has more rows in any order than can be matched. The message speaks
            to the author and may hold values.
    """
    difference = compare(expected, expected, spec, replace(context, hidden=False))
    if difference is not None and difference.reason is Reason.PROPERTY_FAILED:
        raise UnfitProblemError(f"the reference misses what the problem asks for: {difference.message}")
    if difference is not None:
        raise UnfitProblemError(f"the reference does not equal itself: {difference.message}")
    _check_shapes(expected, spec, context, "")


def _check_shapes(expected: Value, spec: Spec, context: Context, path: str) -> None:
    """Every array has its declared shape in this case, and rows that may stand in any order can be matched."""
    if isinstance(spec, ArraySpec) and isinstance(expected, np.ndarray) and not fits(expected.shape, spec, context):
        need = f"{declared_shape(spec)} with {dict(context.dims)}"
        raise UnfitProblemError(f"the reference gives shape {expected.shape} for {path or 'its result'}, need {need}")
    if isinstance(spec, ArraySpec) and isinstance(expected, np.ndarray) and spec.unordered:
        check_rows(expected)
    if isinstance(spec, DictSpec) and isinstance(expected, dict):
        for key, item in spec.items.items():
            _check_shapes(expected[key], item, context, f"{path}.{key}" if path else key)
    if isinstance(spec, SequenceSpec) and isinstance(expected, list | tuple):
        for index, item in enumerate(spec.items):
            _check_shapes(expected[index], item, context, f"{path}[{index}]")
