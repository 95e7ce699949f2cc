"""A wrong array beside the right one: what every observation looks at."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from grader.checkers import Context
from grader.checkers.shapes import axis_names
from grader.model import ArraySpec

Array = np.ndarray[Any, Any]

STEP_NAMES = frozenset({"step", "time", "t", "position", "token"})
"""Axes along which a program usually goes one after the other."""
_EXACT = float(1 << 53)
_AUTO = 1e-3


@dataclass(frozen=True)
class View:
    """Two arrays of one shape, in double precision.

    Attributes:
        expected: what the reference gave; finite.
        got: what the submission gave.
        axes: a name for each axis, or nothing.
        context: tolerance (the output's own where it has one), sizes of symbols, whether values may be told.
        path: the part of the answer, empty for the whole.
        inputs: the case's arguments, to see whether one of them came back.
    """

    expected: Array
    got: Array
    axes: tuple[str, ...]
    context: Context
    path: str = ""
    inputs: dict[str, Array] = field(default_factory=dict)

    @property
    def subject(self) -> str:
        """What a sentence speaks of."""
        return f"`{self.path}`" if self.path else "the result"

    @cached_property
    def difference(self) -> Array:
        """Got minus expected."""
        return np.asarray(self.got - self.expected)

    @cached_property
    def errors(self) -> Array:
        """Absolute errors."""
        return np.abs(self.difference)

    @cached_property
    def error(self) -> float:
        """The largest absolute error."""
        return float(self.errors.max())

    @cached_property
    def scale(self) -> float:
        """The largest expected value, by size."""
        return float(np.abs(self.expected).max())

    @cached_property
    def peak(self) -> float:
        """The largest value that came, by size."""
        return float(np.abs(self.got).max())

    @cached_property
    def allowed(self) -> float:
        """The error that the largest expected value may have."""
        tolerance = self.context.tolerance
        return self.scale * tolerance.rtol + self._atol(self.scale)

    @cached_property
    def wrong(self) -> Array:
        """Which elements lie outside the tolerance."""
        bound = np.abs(self.expected) * self.context.tolerance.rtol + self._atol(self.scale)
        return np.asarray(~(self.errors <= bound))

    @cached_property
    def varied(self) -> bool:
        """Whether the expected elements differ among themselves, so that an agreement means something."""
        low, high = self.expected.real.min(), self.expected.real.max()
        return self.expected.size > 1 and bool(high - low > 1e-6 * self.scale)

    def _atol(self, scale: float) -> float:
        tolerance = self.context.tolerance
        return tolerance.rtol * _AUTO * scale if tolerance.atol is None else tolerance.atol

    def close(self, got: Array, right: Array) -> bool:
        """Whether two arrays of one shape agree everywhere within the tolerance."""
        size = np.abs(right)
        bound = size * self.context.tolerance.rtol + self._atol(float(size.max()))
        return bool((np.abs(got - right) <= bound).all())

    def near(self, got: tuple[int, ...], right: tuple[int, ...]) -> bool:
        """Whether one element may be another one's: the quick look before all of them are compared."""
        return not abs(self.got[got] - self.expected[right]) > self.allowed

    def corner(self, axis: int, position: int, others: int = 0) -> tuple[int, ...]:
        """The index of the element at a position along an axis, and at `others` along all others."""
        return (others,) * axis + (position,) + (others,) * (self.expected.ndim - axis - 1)

    def name(self, axis: int) -> str:
        """An axis by its name, or by its number."""
        return self.axes[axis] if self.axes else f"axis {axis}"

    def at(self, axis: int, position: int) -> str:
        """One slice by its name: ``step 3``, or ``index 3 of axis 1``."""
        return f"{self.axes[axis]} {position}" if self.axes else f"index {position} of axis {axis}"

    def is_step(self, axis: int) -> bool:
        """Whether an axis is one along which a recurrence runs."""
        return bool(self.axes) and self.axes[axis] in STEP_NAMES

    def long_axes(self, least: int = 2) -> list[int]:
        """Axes of at least that length; those of a recurrence first."""
        found = [axis for axis, size in enumerate(self.expected.shape) if size >= least]
        return sorted(found, key=lambda axis: not self.is_step(axis))


def in_double(array: Array) -> Array | None:
    """In double precision, or None where numbers would be lost or there are none."""
    kind = array.dtype.kind
    if kind == "c":
        return array.astype(np.complex128, copy=False)
    if kind not in "fiub":
        return None
    if kind in "iu" and array.size and max(abs(int(array.max())), abs(int(array.min()))) > _EXACT:
        return None
    return array.astype(np.float64, copy=False)


def finite(array: Array) -> bool:
    """Whether all elements are; a sum, which any NaN or infinity spoils, is the quick look."""
    return bool(np.isfinite(array.sum())) or bool(np.isfinite(array).all())


def named_axes(expected: Array, spec: ArraySpec, context: Context) -> tuple[str, ...]:
    """The names of the axes that an expected array has."""
    return axis_names(spec, expected.ndim, context)
