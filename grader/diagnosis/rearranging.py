"""The right numbers in wrong places: axes changed, reversed, shifted by one, or scattered."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from grader.diagnosis.view import View

_MOST_AXES = 4
_LEAST_COMPARED = 3


def spot_rearranging(view: View) -> str:
    """Permuted axes, reversed along an axis, or the same numbers elsewhere: their sum is the right one."""
    slack = view.expected.size * max(view.allowed, 1e-12 * view.scale)
    if not view.varied or float(np.abs(view.difference.sum())) > slack:
        return ""
    return spot_permutation(view) or spot_reversal(view) or _spot_scattering(view)


def spot_permutation(view: View) -> str:
    """The axes have changed places; `got` may have another shape than `expected` here."""
    axes = range(view.expected.ndim)
    if view.expected.ndim > _MOST_AXES or view.got.ndim != view.expected.ndim:
        return ""
    for order in permutations(axes):
        moved = view.expected.transpose(order)
        if order != tuple(axes) and moved.shape == view.got.shape and view.close(view.got, moved):
            return _describe_exchange(view, order)
    return ""


def _describe_exchange(view: View, order: tuple[int, ...]) -> str:
    moved = [axis for axis, source in enumerate(order) if axis != source and view.expected.shape[axis] > 0]
    if not view.axes:
        return "The numbers are right, but the axes have changed places: look for a transpose too many, or too few."
    names = [view.axes[axis] for axis in moved]
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"The numbers are right, but {listed} have changed places: look at the order of the axes."


def spot_reversal(view: View) -> str:
    """Reversed along one axis."""
    for axis in view.long_axes():
        if view.near(view.corner(axis, 0), view.corner(axis, -1)) and view.close(
            view.got, np.flip(view.expected, axis)
        ):
            mend = " Does a loop run from the end?" if view.is_step(axis) else ""
            return f"The numbers are right, but in reverse order along the axis {view.name(axis)!r}.{mend}"
    return ""


def _spot_scattering(view: View) -> str:
    """The same numbers in another order."""
    if not view.close(np.sort(view.got, axis=None), np.sort(view.expected, axis=None)):
        return ""
    return "All the right numbers are there, but not in their places: look at reshape, transpose and their order."


def spot_shift(view: View) -> str:
    """Moved by one along an axis; what came in at the open end is not looked at."""
    for axis in view.long_axes(3):
        late = view.near(view.corner(axis, 1), view.corner(axis, 0))
        if not late and not view.near(view.corner(axis, 0), view.corner(axis, 1)):
            continue
        near, far = _cut(view, axis, slice(None, -1)), _cut(view, axis, slice(1, None))
        if view.expected[near].size < _LEAST_COMPARED or view.close(view.expected[far], view.expected[near]):
            continue
        name = view.name(axis)
        if late and view.close(view.got[far], view.expected[near]):
            return f"Everything comes one {name} too late: each place holds what belongs to the {name} before."
        if view.close(view.got[near], view.expected[far]):
            return f"Everything comes one {name} too early: each place holds what belongs to the {name} after."
    return ""


def _cut(view: View, axis: int, part: slice) -> tuple[slice, ...]:
    """An index that takes a part of one axis and all of the others."""
    return tuple(part if other == axis else slice(None) for other in range(view.expected.ndim))
