"""What must hold of an array itself: orthonormal columns, unit length, sums of one, order."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.checkers.difference import Context, Difference
from grader.checkers.shapes import axis_names
from grader.checkers.wording import power_of_ten, power_words, subject
from grader.model import ArraySpec, Property, Reason

Array = np.ndarray[Any, Any]

_WORDS = {
    "orthogonal": "does not have orthonormal columns",
    "unit_norm": "does not have length 1 along {axis}",
    "sums_to_one": "does not sum to 1 along {axis}",
    "sorted": "is not sorted along {axis}",
}
_LOOK = {
    "orthogonal": "The product of its transpose with itself must be the identity.",
    "unit_norm": "Divide by the norm along that axis.",
    "sums_to_one": "Divide by the sum along that axis.",
    "sorted": "Each element must be at least as large as the one before it.",
}


def property_difference(
    got: Array, wanted: Property, spec: ArraySpec, context: Context, path: str
) -> Difference | None:
    """What an array misses of a property, or None.

    Args:
        got: the student's array, of the right shape and dtype, and finite.
        wanted: the property with its own tolerance.
        spec: names the axes.
        context: a hidden case tells the error as a power of ten.
        path: the part of the answer.
    """
    lacks_axes = got.ndim < (2 if wanted.kind == "orthogonal" else 1) or not -got.ndim <= wanted.axis < got.ndim
    if lacks_axes:
        return Difference(Reason.PROPERTY_FAILED, f"{subject(path)} has too few axes for {wanted.kind}.", path)
    if wanted.kind == "orthogonal" and got.shape[-1] > got.shape[-2]:  # their products would take their square
        message = f"{subject(path)} has more columns than rows, so that they cannot be orthonormal."
        return Difference(Reason.PROPERTY_FAILED, message, path)
    with np.errstate(all="ignore"):
        error = _ERRORS[wanted.kind](got, wanted)
    worst = float(error.max(initial=0.0))
    if worst <= wanted.atol:
        return None
    told = _describe_miss(wanted, spec, got.ndim, context)
    size = power_of_ten(worst) if context.hidden else worst
    message = f"{subject(path)} {told}{_write_size(size, hidden=context.hidden)}. {_choose_advice(wanted)}"
    return Difference(Reason.PROPERTY_FAILED, message, path, max_abs_error=size)


def _orthogonal(got: Array, _: Property) -> Array:
    """How far Q^H Q is from the identity, for the last two axes."""
    product = np.conj(np.swapaxes(got, -1, -2)) @ got
    return np.asarray(np.abs(product - np.eye(got.shape[-1])))


def _unit_norm(got: Array, wanted: Property) -> Array:
    return np.asarray(np.abs(np.linalg.norm(got, axis=wanted.axis) - 1))


def _sums_to_one(got: Array, wanted: Property) -> Array:
    return np.asarray(np.abs(got.sum(axis=wanted.axis) - 1))


def _sorted(got: Array, wanted: Property) -> Array:
    """How far an element lies below the one before it."""
    moved = np.moveaxis(got, wanted.axis, -1)
    before, after = moved[..., :-1], moved[..., 1:]
    if wanted.descending:
        before, after = after, before
    if got.dtype.kind != "f":  # whole numbers are compared as they are
        return np.asarray(before > after, dtype=np.float64)
    return np.asarray(np.maximum(before.astype(np.float64) - after, 0.0))


_ERRORS: dict[str, Callable[[Array, Property], Array]] = {
    "orthogonal": _orthogonal,
    "unit_norm": _unit_norm,
    "sums_to_one": _sums_to_one,
    "sorted": _sorted,
}


def _describe_miss(wanted: Property, spec: ArraySpec, ndim: int, context: Context) -> str:
    """What is missed, with the axis by its name."""
    names = axis_names(spec, ndim, context)
    axis = f"the axis {names[wanted.axis]}" if names else f"axis {wanted.axis % ndim}"
    return _WORDS[wanted.kind].format(axis=axis)


def _choose_advice(wanted: Property) -> str:
    look = _LOOK[wanted.kind]
    return look.replace("large", "small") if wanted.descending else look


def _write_size(error: float | None, *, hidden: bool) -> str:
    if error is None or not math.isfinite(error):
        return ""
    return f" (off by about {power_words(error)})" if hidden else f" (off by {error:.3g})"
