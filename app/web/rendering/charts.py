"""What is drawn of a wrong sample: a heat map of the error, and the worst element along the sequence axis.

Everything is laid out here, in whole cells and points; the templates only draw.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.web.rendering.axes import Axes
from app.web.rendering.declared import spec_at, tolerance_at
from app.web.rendering.heat import Heat, heat_map
from app.web.rendering.lines import Lines, lines_along
from app.web.rendering.values import leaves, outside, to_array
from grader.model import ArraySpec, Spec, Tolerance

TABLE_SIZE = 12
"""Up to so many values a table says more than a chart."""

_MOST_CHARTS = 4


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn of one array inside the value."""

    key: str
    heat: Heat
    lines: Lines | None


def charts(expected: object, got: object, spec: Spec | None, tolerance: Tolerance) -> tuple[Chart, ...]:
    """A chart for each array that differs and is too large for a table."""
    wanted = dict(leaves(expected))
    found = (_chart(key, wanted.get(key), leaf, spec, tolerance) for key, leaf in leaves(got))
    return tuple(chart for chart in found if chart is not None)[:_MOST_CHARTS]


def _chart(key: str, expected: object, got: object, spec: Spec | None, tolerance: Tolerance) -> Chart | None:
    want, have = to_array(expected), to_array(got)
    if want is None or have is None or want.shape != have.shape or want.size <= TABLE_SIZE or want.dtype.kind == "b":
        return None
    held = tolerance_at(spec, key, tolerance)
    off = outside(want, have, held) if held is not None else np.zeros(want.shape, dtype=bool)
    if not off.any():
        return None
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.where(np.isfinite(have), np.abs(have - want), np.inf)
    error = np.where(off, error, 0.0)
    part = spec_at(spec, key)
    axes = Axes.of(want, error, part if isinstance(part, ArraySpec) else None)
    return Chart(key, heat_map(error, axes), lines_along(want, have, axes))
