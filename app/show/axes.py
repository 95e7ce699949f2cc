"""Which axes of an array are drawn: the sequence axis across, the last other one down."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.show.values import Array
from grader.model import ArraySpec

_SEQUENCE = frozenset({"step", "time", "t", "position", "sequence", "token"})


@dataclass(frozen=True, slots=True)
class Axes:
    """Which axes run across and down, where the worst element stands, and what the axes are called."""

    across: int
    down: int | None
    sequence: bool
    worst: tuple[int, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, want: Array, error: Array, spec: ArraySpec | None) -> Axes:
        """The axes of an array whose error is known, by their declared names where there are any."""
        worst = tuple(int(index) for index in np.unravel_index(int(error.argmax()), error.shape))
        names = _name_axes(want.ndim, spec)
        steps = [axis for axis, name in enumerate(names) if name in _SEQUENCE]
        across = steps[0] if steps else max(0, want.ndim - 2)
        others = [axis for axis in range(want.ndim) if axis != across]
        return cls(across, others[-1] if others else None, bool(steps) or want.ndim == 1, worst, names)

    def fixed(self, *free: int | None) -> str:
        """Where the axes that are not drawn stand, such as ``batch 0``."""
        return ", ".join(f"{name} {self.worst[axis]}" for axis, name in enumerate(self.names) if axis not in free)


def bin_width(length: int, most: int) -> int:
    """How many indices share a bin, so that there are at most so many bins."""
    return max(1, -(-length // most))


def _name_axes(count: int, spec: ArraySpec | None) -> tuple[str, ...]:
    """The declared names; an optional axis that is absent is the first to go."""
    if spec is None or len(spec.axes) < count:
        return tuple(f"axis {axis}" for axis in range(count))
    missing = len(spec.axes) - count
    kept = [
        name
        for name, size in zip(spec.axes, spec.shape, strict=True)
        if not (missing and isinstance(size, str) and size.endswith("?"))
    ]
    return tuple(kept) if len(kept) == count else spec.axes[missing:]


def take_plane(array: Array, axes: Axes, across: int, down: int | None = None) -> Array:
    """The array along one or two axes, in that order, the others where the worst element stands."""
    index = tuple(slice(None) if axis in (across, down) else axes.worst[axis] for axis in range(array.ndim))
    part = array[index]
    return part.T if down is not None and across > down else part
