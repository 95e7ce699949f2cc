"""Wrong shapes whose numbers are right: axes too many, too few, in another order, a step too many, broadcasting."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from grader.diagnosis.rearranging import spot_permutation
from grader.diagnosis.view import Array, View


def spot_shape(view: View) -> str:
    """What may be said of an answer of another shape; `got` and `expected` differ in shape here."""
    if not view.expected.size or not view.got.size:
        return ""
    for observe in (_length_one, spot_permutation, _spot_extra_slice, _spot_flattening, _spot_repetition, _pairs):
        found = observe(view)
        if found:
            return found
    return ""


def _drop_ones(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(size for size in shape if size != 1)


def _length_one(view: View) -> str:
    """Axes of length 1 come or go."""
    if _drop_ones(view.got.shape) != _drop_ones(view.expected.shape) or not _same_numbers(view):
        return ""
    if view.got.ndim > view.expected.ndim:
        return "The numbers are right; there is only an axis of length 1 that should not be there."
    if view.got.ndim < view.expected.ndim:
        return "The numbers are right; there is only an axis of length 1 missing: a slice or keepdims=True keeps it."
    return "The numbers are right; only the axis of length 1 stands in another place."


def _same_numbers(view: View) -> bool:
    return view.got.size == view.expected.size and view.close(view.got.reshape(view.expected.shape), view.expected)


def _spot_flattening(view: View) -> str:
    if not _same_numbers(view):
        return ""
    return "The numbers are right and in the right order; only the shape is another: look at the last reshape."


def _spot_extra_slice(view: View) -> str:
    """One slice too many or too few along one axis, the rest right."""
    if view.got.ndim != view.expected.ndim:
        return ""
    apart = [
        axis for axis, pair in enumerate(zip(view.got.shape, view.expected.shape, strict=True)) if len({*pair}) > 1
    ]
    if len(apart) != 1:
        return ""
    axis = apart[0]
    more = view.got.shape[axis] - view.expected.shape[axis]
    if abs(more) != 1:
        return ""
    longer, shorter = (view.got, view.expected) if more > 0 else (view.expected, view.got)
    place = _find_surplus(view, (longer, shorter), axis)
    name = view.name(axis)
    if not place:
        return ""
    return f"There is one {name} {'too many' if more > 0 else 'too few'}, at the {place}; the others are right."


def _find_surplus(view: View, pair: tuple[Array, Array], axis: int) -> str:
    """At which end the longer array has one slice more than the shorter one."""
    longer, shorter = pair
    if not shorter.size:
        return ""
    for place, part in (("start", slice(1, None)), ("end", slice(None, -1))):
        cut = longer[tuple(part if other == axis else slice(None) for other in range(longer.ndim))]
        if view.close(shorter, cut):
            return place
    return ""


def _spot_repetition(view: View) -> str:
    """The right array, broadcast to a larger shape."""
    try:
        wider = np.broadcast_to(view.expected, view.got.shape)
    except ValueError:
        return ""
    if not view.close(view.got, wider):
        return ""
    return "The numbers are right but stand there several times: broadcasting stretched the array along an axis."


def _pairs(view: View) -> str:
    """A square whose diagonal is the expected vector: a column met a row."""
    flat = view.expected.reshape(-1)
    if view.got.shape != (flat.size, flat.size) or flat.size < 2:  # noqa: PLR2004  one number is no vector
        return ""
    diagonal = replace(view, expected=flat, got=np.diagonal(view.got))
    if diagonal.wrong.any():
        return ""
    return "The right numbers stand on the diagonal: a column met a row, and broadcasting made a square of all pairs."
