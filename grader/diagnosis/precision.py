"""Right numbers, too coarse: single precision and rounding."""

from __future__ import annotations

import math

import numpy as np

from grader.diagnosis.view import View

_SINGLE_LEAST, _SINGLE_MOST = 1e-10, 2e-6
_DECIMALS_MOST = 12


def spot_single_precision(view: View) -> str:
    """An error of the size that float32 arithmetic leaves, relative to the largest expected value."""
    if not _SINGLE_LEAST * view.scale < view.error <= _SINGLE_MOST * view.scale:
        return ""
    if view.got.dtype.kind == "f" and bool((view.got.astype(np.float32) == view.got).all()):
        start = "Every number of your answer is one that float32 can hold"
        return f"{start}: something was converted on the way; look for astype, dtype= or a float32 constant."
    if spot_rounding(view):
        return ""
    sizes = f"The largest error is {_write_short(view.error)} where {_write_short(view.allowed)} is allowed"
    return f"{sizes}: this looks like float32 arithmetic, or a formula that loses digits."


def _write_short(number: float) -> str:
    """``3e-8``."""
    return f"{number:.0e}".replace("e-0", "e-")


def spot_rounding(view: View) -> str:
    """The right numbers, rounded to some decimals."""
    if view.got.dtype.kind != "f" or not 0 < view.error <= 0.5 or not _has_several(view):  # noqa: PLR2004  half a unit
        return ""
    most = min(math.floor(-math.log10(2 * view.error) + 1e-9), _DECIMALS_MOST)
    if not _has_decimals(view, most):
        return ""
    decimals = next(number for number in range(most + 1) if _has_decimals(view, number))
    where = "to whole numbers" if decimals == 0 else f"to {decimals} decimal{'s' if decimals > 1 else ''}"
    return f"Your numbers are the right ones, rounded {where}: return them with all their digits."


def _has_decimals(view: View, decimals: int) -> bool:
    return bool((np.round(view.got, decimals) == view.got).all())


def _has_several(view: View) -> bool:
    """Whether there are at least two different numbers that are not zero, so that rounding can be told."""
    there = view.got[view.got != 0]
    return there.size > 1 and bool((there != there[0]).any())
