"""Right but for a constant: a factor, an offset, or one amount for each slice along an axis."""

from __future__ import annotations

import numpy as np

from grader.diagnosis.view import Array, View

_LEAST_ELEMENTS = 2
_ROUND = 1e-6


def spot_factor(view: View) -> str:
    """The right numbers times a constant."""
    if view.expected.size < _LEAST_ELEMENTS or not view.varied:
        return ""
    first, last = (0,) * view.got.ndim, (-1,) * view.got.ndim
    apart = abs(view.got[first] * view.expected[last] - view.got[last] * view.expected[first])
    if apart > 4 * view.allowed * view.peak:
        return ""
    weight = float(np.vdot(view.expected, view.expected).real)
    ratio = complex(np.vdot(view.expected, view.got)) / weight if weight else 0j
    if abs(ratio.real) < _ROUND or ratio.imag or not view.close(view.got, view.expected * ratio.real):
        return ""
    if abs(ratio.real + 1) < _ROUND:
        return "Your numbers have the right size and the opposite sign: look for a minus, or a difference turned round."
    return f"Your numbers are the right ones times {ratio.real:.6g}: look for a factor or a mean too many, or too few."


def spot_offset(view: View) -> str:
    """The right numbers plus a constant, or plus one amount for each position along one axis."""
    if view.expected.size < _LEAST_ELEMENTS or not view.varied:
        return ""
    first, last = (0,) * view.got.ndim, (-1,) * view.got.ndim
    reference = view.difference[first]
    if _are_alike(view, first, last) and _adds_up(view, np.full(view.difference.shape, reference)):
        return f"All numbers are off by {float(reference.real):.6g}: is a term missing from the sum, or there twice?"
    return next((found for axis in range(view.expected.ndim) if (found := _offset_along(view, axis))), "")


def _offset_along(view: View, axis: int) -> str:
    """One amount for each position along an axis, the same wherever the other axes stand."""
    others = [other for other, size in enumerate(view.expected.shape) if other != axis and size > 1]
    if view.expected.shape[axis] < 2 or not others:  # noqa: PLR2004  a pair is the least that can differ
        return ""
    if not all(_are_alike(view, view.corner(other, 0, -1), view.corner(other, -1, -1)) for other in others):
        return ""
    first = view.difference[tuple(slice(None) if other == axis else slice(0, 1) for other in range(view.got.ndim))]
    if not _adds_up(view, np.broadcast_to(first, view.difference.shape)):
        return ""
    same = " and ".join(view.name(other) for other in others)
    return (
        f"Each {view.name(axis)} is off by an amount of its own, the same for every {same}: "
        "look at what is added there, such as a bias."
    )


def _are_alike(view: View, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two elements may be off by the same amount."""
    return not abs(view.difference[one] - view.difference[other]) > 4 * view.allowed


def _adds_up(view: View, amounts: Array) -> bool:
    """Whether the answer is the expected one plus these amounts, which are no rounding errors."""
    if not float(np.abs(amounts).max()) > view.scale * _ROUND:
        return False
    return view.close(view.got, view.expected + amounts)
