"""What is drawn of a wrong sample: a heat map of the error, and the worst element along the sequence axis.

Everything is laid out here, in whole cells and points; the templates only draw.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.show.axes import Axes
from app.show.declared import find_spec
from app.show.heat import Heat, draw_heat_map
from app.show.lines import Lines, draw_lines
from app.show.values import Array, Wrong, list_leaves, mark_wrong, to_array
from grader.model import ArraySpec, Spec

TABLE_SIZE = 12
"""Up to so many values a table says more than a chart."""

_MOST_CHARTS = 4


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn of one array inside the value."""

    key: str
    heat: Heat
    lines: Lines | None


def draw_charts(expected: object, got: object, spec: Spec | None, wrong: Wrong) -> tuple[Chart, ...]:
    """A chart for each array that differs and is too large for a table; only what is wrong stands out in it.

    Args:
        expected: what is right, as JSON keeps it.
        got: what was returned.
        spec: the declared type, which names the axes; None where it is not known.
        wrong: what the judge found to be wrong.
    """
    wanted = dict(list_leaves(expected))
    charts = (_draw_chart(key, (wanted.get(key), leaf), find_spec(spec, key), wrong) for key, leaf in list_leaves(got))
    return tuple(chart for chart in charts if chart is not None)[:_MOST_CHARTS]


def _draw_chart(key: str, pair: tuple[object, object], spec: Spec | None, wrong: Wrong) -> Chart | None:
    want, have = map(to_array, pair)
    if want is None or have is None or want.shape != have.shape or want.size <= TABLE_SIZE or want.dtype.kind == "b":
        return None
    off = mark_wrong(want.shape, wrong, key)
    if not off.any():
        return None
    error = np.where(off, _measure_errors(want, have), 0.0)
    axes = Axes.of(want, error, spec if isinstance(spec, ArraySpec) else None)
    return Chart(key, draw_heat_map(error, axes), draw_lines(want, have, error, axes))


def _measure_errors(want: Array, have: Array) -> Array:
    """How far each element is off; infinity where that is no number. Whole numbers lose no digit on the way."""
    if want.dtype.kind in "iu" and have.dtype.kind in "iu":
        want, have = want.astype(object), have.astype(object)
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.abs(have - want).astype(np.float64)
    return np.where(np.isfinite(error), error, np.inf)
