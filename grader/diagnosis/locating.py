"""Where along an axis the answer is wrong: one slice alone, or everything from some step on."""

from __future__ import annotations

import numpy as np

from grader.diagnosis.view import Array, View


def spot_location(view: View) -> str:
    """The first pattern that holds along any axis, those of a recurrence first."""
    if not view.wrong.any() or view.wrong.all():
        return ""
    along = [(axis, wrong_along(view, axis)) for axis in view.long_axes()]
    telling = [(axis, wrong) for axis, wrong in along if not wrong.all()]
    for pattern in (_find_one_wrong, _find_onset, _find_one_right):
        for axis, wrong in telling:
            found = pattern(view, axis, wrong)
            if found:
                return found
    return ""


def wrong_along(view: View, axis: int) -> Array:
    """For each position along an axis, whether anything there is wrong."""
    others = tuple(other for other in range(view.wrong.ndim) if other != axis)
    return np.asarray(view.wrong.any(axis=others))


def _find_one_wrong(view: View, axis: int, wrong: Array) -> str:
    if np.count_nonzero(wrong) != 1 or wrong.size < 3:  # noqa: PLR2004  of two slices, either could be meant
        return ""
    position = int(np.argmax(wrong))
    ends = {0: ", the first,", wrong.size - 1: ", the last,"}
    mend = " Does a loop begin or end one too early?" if position in ends and view.is_step(axis) else ""
    return f"Only {view.at(axis, position)}{ends.get(position, '')} is wrong; all others are right.{mend}"


def _find_onset(view: View, axis: int, wrong: Array) -> str:
    first = int(np.argmax(wrong))
    if first == 0 or not wrong[first:].all():
        return ""
    name, last = view.name(axis), first == wrong.size - 1
    right = view.at(axis, first - 1) if first == 1 else f"everything up to {view.at(axis, first - 1)}"
    after = view.at(axis, first) if last else f"every later {name}"
    mend = "look at the recurrence." if view.is_step(axis) else f"is every {name} treated alike?"
    return f"{right[0].upper()}{right[1:]} is right and {after} is wrong: {mend}"


def _find_one_right(view: View, axis: int, wrong: Array) -> str:
    if np.count_nonzero(~wrong) != 1 or wrong.size < 3:  # noqa: PLR2004  of two slices, either could be meant
        return ""
    position = int(np.argmin(wrong))
    return f"Only {view.at(axis, position)} is right: is every {view.name(axis)} treated alike?"
