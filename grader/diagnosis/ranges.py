"""Numbers out of their range: saturated, all the same, an input given back, NaN and infinities."""

from __future__ import annotations

import numpy as np

from grader.diagnosis.view import Array, View

_SATURATED = 1e-9
_MANY = 0.5


def saturated(view: View) -> str:
    """At least half of the numbers sit at a bound of -1 and 1 where the right ones do not."""
    if view.got.size < 4 or not 1.0 - _SATURATED < view.peak <= 1.0:  # noqa: PLR2004  too few to speak of many
        return ""
    size = np.abs(view.got)
    stuck = (size > 1.0 - _SATURATED) & (np.abs(view.expected) < 1.0 - 1e-6)
    if float(stuck.mean()) < _MANY:
        return ""
    start = "Most of your numbers sit at their bounds, -1 or 1, where the right ones do not"
    return f"{start}: what goes into the squashing function is too large."


def unbounded(view: View) -> str:
    """Numbers beyond 1 where all right ones lie within; told of samples alone, since it tells of the right ones."""
    if view.hidden or view.expected.size < 2 or view.scale > 1.0 or view.peak <= 1.0:  # noqa: PLR2004
        return ""
    return "Some of your numbers are larger than 1; the right ones all lie from -1 to 1."


def constant(view: View) -> str:
    """All elements alike where the right ones are not."""
    first = view.got[(0,) * view.got.ndim]
    if first != view.got[(-1,) * view.got.ndim] or not view.varied or bool((view.got != first).any()):
        return ""
    if first == 0:
        return f"Every number in {view.subject} is 0: is the array filled, and is it the filled one that you return?"
    return f"Every number in {view.subject} is the same: is the array filled, and is it the filled one that you return?"


def given_back(view: View) -> str:
    """An argument came back as it was given."""
    for name, value in view.inputs.items():
        if value.shape != view.got.shape or not np.array_equal(value, view.got):
            continue
        if bool((value != value.flat[0]).any()):
            start = view.subject[0].upper() + view.subject[1:]
            return f"{start} is exactly the argument `{name}`, unchanged."
    return ""


def not_finite(view: View) -> str:
    """Which kind, and where it first appears along an axis."""
    bad = ~np.isfinite(view.got)
    kind = "NaN" if bool(np.isnan(view.got).any()) else "Infinity"
    if bad.all() and bad.size > 1:
        return f"Every number in {view.subject} is {'NaN' if kind == 'NaN' else 'infinite'}."
    return next((found for axis in view.long_axes() if (found := _first_bad(view, axis, (kind, bad)))), "")


def _first_bad(view: View, axis: int, what: tuple[str, Array]) -> str:
    """The first position along an axis that holds one, when it is not the very first."""
    kind, bad = what
    others = tuple(other for other in range(bad.ndim) if other != axis)
    first = int(np.argmax(bad.any(axis=others)))
    if first == 0:
        return ""
    index = tuple(slice(0, first) if other == axis else slice(None) for other in range(bad.ndim))
    so_far = "right" if not bool(view.wrong[index].any()) else "finite"
    return f"{kind} first appears at {view.at(axis, first)}; everything before it is {so_far}."
