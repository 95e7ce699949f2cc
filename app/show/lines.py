"""Expected and got along one axis, as points of two lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from app.show.axes import Axes, bin_width, take_plane
from app.show.values import Array

_POINTS = 96
_SHORTEST = 3

Segment: TypeAlias = tuple[tuple[float, float], ...]
"""Points of a line, x and y both from 0 to 1, y upwards."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Expected and got along one axis; a value that is not finite leaves a gap."""

    along: str
    fixed: str
    length: int
    expected: tuple[Segment, ...]
    got: tuple[Segment, ...]
    low: float
    high: float
    words: str


def draw_lines(want: Array, have: Array, error: Array, axes: Axes) -> Lines | None:
    """The two lines along the sequence axis; None where there is none, or it is too short for a line."""
    length = want.shape[axes.across]
    if not axes.sequence or length < _SHORTEST or want.dtype.kind == "c":
        return None
    expected = np.asarray(take_plane(want, axes, axes.across), float)
    got = np.asarray(take_plane(have, axes, axes.across), float)
    indices = _pick_indices(take_plane(error, axes, axes.across))
    finite = np.concatenate([expected[np.isfinite(expected)], got[np.isfinite(got)]])
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    if low == high:
        low, high = (min(low, 0.0), max(high, 0.0)) if low else (-0.5, 0.5)
    across, fixed = axes.names[axes.across], axes.fixed(axes.across)
    return Lines(
        along=across,
        fixed=fixed,
        length=length,
        expected=_split_segments(expected, indices, low, high),
        got=_split_segments(got, indices, low, high),
        low=low,
        high=high,
        words=f"Expected and got along {across}{f' at {fixed}' if fixed else ''}.",
    )


def _pick_indices(error: Array) -> Sequence[int]:
    """One index of each bin: where the error is largest."""
    width = bin_width(len(error), _POINTS)
    return [start + int(error[start : start + width].argmax()) for start in range(0, len(error), width)]


def _split_segments(series: Array, indices: Sequence[int], low: float, high: float) -> tuple[Segment, ...]:
    segments: list[list[tuple[float, float]]] = [[]]
    for index in indices:
        value = float(series[index])
        if np.isfinite(value):
            # halves: the span of two floats need not be one
            segments[-1].append(
                (round(index / (len(series) - 1), 4), round((value / 2 - low / 2) / (high / 2 - low / 2), 4))
            )
        elif segments[-1]:
            segments.append([])
    return tuple(tuple(segment) for segment in segments if segment)
