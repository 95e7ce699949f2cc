"""What a difference looks like, in one or two sentences; each is said only once it has been verified.

Only what is told in full is described: samples, and the first fresh case that fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from grader.checkers import Context, Difference, compare
from grader.diagnosis.bounds import or_nothing
from grader.diagnosis.locating import spot_location
from grader.diagnosis.nesting import numbers_in
from grader.diagnosis.precision import spot_rounding, spot_single_precision
from grader.diagnosis.ranges import spot_argument, spot_constant, spot_not_finite, spot_saturation, spot_unbounded
from grader.diagnosis.rearranging import spot_rearranging, spot_shift
from grader.diagnosis.scaling import spot_factor, spot_offset
from grader.diagnosis.shaping import spot_shape
from grader.diagnosis.view import View, finite, in_double, named_axes
from grader.model import ArraySpec, DictSpec, Reason, SequenceSpec, Spec, Value

_ELEMENTS_MOST = 200_000
_VALUES: tuple[Callable[[View], str], ...] = (
    spot_constant,
    spot_single_precision,
    spot_rounding,
    spot_factor,
    spot_offset,
    spot_rearranging,
    spot_shift,
    spot_argument,
    spot_location,
    spot_saturation,
    spot_unbounded,
)
_VALUE_REASONS = (Reason.WRONG_VALUE, Reason.NOT_FINITE)


@or_nothing("")
def describe(
    difference: Difference, answer: tuple[Value, Value], spec: Spec, context: Context, inputs: Mapping[str, Value]
) -> str:
    """What a wrong answer looks like, or nothing.

    Args:
        difference: the first thing that is wrong, as the checker told it.
        answer: the expected value, and what the submission gave.
        spec: the declared type of the answer.
        context: tolerance and sizes.
        inputs: the case's arguments.
    """
    found = _part(answer, spec, difference.path)
    if found is None:
        return ""
    expected, got, part = found
    if not part.by_value and difference.reason in (Reason.PROPERTY_FAILED, Reason.WRONG_VALUE):
        return ""  # an element is not to be like its own, so that a pattern would mean nothing
    own = _with_tolerance(part, context)
    with np.errstate(all="ignore"):
        arrays = _arrays(expected, got)
        if arrays is None:
            return ""
        view = View(*arrays, named_axes(arrays[0], part, context), own, difference.path, _arguments(inputs))
        told = _observe(view, difference.reason)
    also = _others_right(answer, spec, difference, context)
    return " ".join(sentence for sentence in (told, also) if sentence)


def _with_tolerance(spec: ArraySpec, context: Context) -> Context:
    """The circumstances with the output's own tolerance, if it has one."""
    return context if spec.tolerance is None else replace(context, tolerance=spec.tolerance)


def _part(answer: tuple[Value, Value], spec: Spec, path: str) -> tuple[Value, Value, ArraySpec] | None:
    """The part of the answer that a path such as ``outputs`` or ``[0].x`` names, if it is an array."""
    expected: Any = answer[0]
    got: Any = answer[1]
    for step in path.replace("[", ".").replace("]", "").split("."):
        if not step:
            continue
        if not isinstance(spec, DictSpec | SequenceSpec):
            return None
        try:
            key: Any = int(step) if isinstance(spec, SequenceSpec) else step
            expected, got, spec = expected[key], got[key], spec.items[key]
        except (KeyError, ValueError):  # a key with a dot in it
            return None
    return (expected, got, spec) if isinstance(spec, ArraySpec) else None


def _arrays(expected: Any, got: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]] | None:
    """Both in double precision, or None where there is nothing to look at."""
    if isinstance(got, list | tuple):
        got = numbers_in(got, _ELEMENTS_MOST)
    if type(got) is not np.ndarray or max(got.size, expected.size) > _ELEMENTS_MOST or not expected.size:
        return None
    pair = in_double(expected), in_double(got)
    if pair[0] is None or pair[1] is None or not finite(pair[0]):
        return None
    return pair[0], pair[1]


def _arguments(inputs: Mapping[str, Value]) -> dict[str, np.ndarray[Any, Any]]:
    return {name: value for name, value in inputs.items() if isinstance(value, np.ndarray)}


def _observe(view: View, reason: Reason) -> str:
    """The first observation that holds."""
    if reason is Reason.WRONG_SHAPE:
        return spot_shape(view) if finite(view.got) else ""
    if view.got.shape != view.expected.shape:
        return ""
    if reason in (Reason.WRONG_TYPE, Reason.WRONG_DTYPE):
        return _numbers_right(view)
    if not finite(view.got):
        return spot_not_finite(view)
    return next((told for observe in _VALUES if (told := observe(view))), "")


def _numbers_right(view: View) -> str:
    """Of an answer of the wrong type or dtype: whether its numbers are right."""
    if not finite(view.got):
        return ""
    if not view.wrong.any():
        return "The numbers themselves are right."
    if view.error <= 1e-5 * view.scale:
        return "The numbers themselves are right to about six digits."
    return spot_rounding(view)


def _others_right(answer: tuple[Any, Any], spec: Spec, difference: Difference, context: Context) -> str:
    """Of a dict in which one value is wrong: the others that are right."""
    if not isinstance(spec, DictSpec) or difference.reason not in _VALUE_REASONS or "." in difference.path:
        return ""
    expected, got = answer
    right = [
        f"`{key}`"
        for key, item in spec.items.items()
        if key != difference.path and _right(expected[key], got[key], item, context)
    ]
    return f"{' and '.join(right)} {'is' if len(right) == 1 else 'are'} right." if right else ""


def _right(expected: Any, got: Any, spec: Spec, context: Context) -> bool:
    """Whether one value is right; of a wrong array no report is made."""
    if type(got) is not np.ndarray or not isinstance(spec, ArraySpec) or got.dtype.kind != "f" or not got.size:
        return compare(expected, got, spec, context) is None
    if got.shape != expected.shape or got.dtype != expected.dtype:
        return False
    view = View(expected, got, (), _with_tolerance(spec, context))
    with np.errstate(all="ignore"):
        return view.near((0,) * got.ndim, (0,) * got.ndim) and compare(expected, got, spec, context) is None
