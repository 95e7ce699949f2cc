"""Numbers out of their range: saturated, all the same, an input given back, NaN and infinities."""

from __future__ import annotations

import numpy as np

from grader.diagnosis.view import Array, View

_SATURATED = 1e-9
_MANY = 0.5


def spot_saturation(view: View) -> str:
    """At least half of the numbers sit at a bound of -1 and 1 where the right ones do not."""
    if view.got.size < 4 or not 1.0 - _SATURATED < view.peak <= 1.0:  # noqa: PLR2004  too few to speak of many
        return ""
    size = np.abs(view.got)
    stuck = (size > 1.0 - _SATURATED) & (np.abs(view.expected) < 1.0 - 1e-6)
    if float(stuck.mean()) < _MANY:
        return ""
    start = "Most of your numbers sit at their bounds, -1 or 1, where the right ones do not"
    return f"{start}: what goes into the squashing function is too large."


def spot_unbounded(view: View) -> str:
    """Numbers beyond 1 where all right ones lie within."""
    if view.expected.size < 2 or view.scale > 1.0 or view.peak <= 1.0:  # noqa: PLR2004
        return ""
    return "Some of your numbers are larger than 1; the right ones all lie from -1 to 1."


def spot_constant(view: View) -> str:
    """All elements alike where the right ones are not."""
    first = view.got[(0,) * view.got.ndim]
    if first != view.got[(-1,) * view.got.ndim] or not view.varied or bool((view.got != first).any()):
        return ""
    same = next((name for name, value in view.inputs.items() if np.array_equal(value, view.got)), "")
    what = "0" if first == 0 else "the same"
    if same:
        return f"Every number in {view.subject} is {what}, as in the argument `{same}`: was that given back as it came?"
    return f"Every number in {view.subject} is {what}: is the array filled, and is it the filled one that you return?"


def spot_argument(view: View) -> str:
    """An argument came back as it was given."""
    for name, value in view.inputs.items():
        if value.shape == view.got.shape and value.size > 1 and np.array_equal(value, view.got):
            start = view.subject[0].upper() + view.subject[1:]
            return f"{start} is exactly the argument `{name}`, unchanged."
    return ""


def spot_not_finite(view: View) -> str:
    """Which kind, and where it first appears along an axis."""
    bad = ~np.isfinite(view.got)
    if bad.all() and bad.size > 1:
        missing = np.isnan(view.got)
        kind = "is NaN" if missing.all() else "is NaN or infinite" if missing.any() else "is infinite"
        return f"Every number in {view.subject} {kind}."
    return next((found for axis in view.long_axes() if (found := _first_bad(view, axis, bad))), "")


def _first_bad(view: View, axis: int, bad: Array) -> str:
    """The first position along an axis that holds one, when it is not the very first."""
    others = tuple(other for other in range(bad.ndim) if other != axis)
    first = int(np.argmax(bad.any(axis=others)))
    if first == 0:
        return ""
    kind = "NaN" if bool(np.isnan(view.got.take(first, axis)).any()) else "Infinity"
    index = tuple(slice(0, first) if other == axis else slice(None) for other in range(bad.ndim))
    so_far = "right" if not bool(view.wrong[index].any()) else "finite"
    return f"{kind} first appears at {view.at(axis, first)}; everything before it is {so_far}."
