"""The error over two axes, as cells. Many elements share a cell, and it shows the largest error among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from app.show.axes import Axes, bin_width, take_plane
from app.show.values import Array

LEVELS = 5
_DECADES = 4.0
_COLUMNS, _ROWS = 32, 16
_MOST_MARKS = 7


@dataclass(frozen=True, slots=True)
class Square:
    """One cell of the heat map: its column, its row, a level from 0 (within the tolerance) to 5, and its words."""

    column: int
    row: int
    level: int
    words: str
    worst: bool


@dataclass(frozen=True, slots=True)
class Heat:
    """The error over two axes; ``fixed`` says where the others stand."""

    columns: int
    rows: int
    across: str
    down: str
    fixed: str
    squares: tuple[Square, ...]
    column_marks: tuple[tuple[int, int], ...]
    row_marks: tuple[tuple[int, int], ...]
    largest: str
    words: str


def draw_heat_map(error: Array, axes: Axes) -> Heat:
    """The heat map of an array of errors, which are 0 within the tolerance."""
    errors = take_plane(error, axes, axes.across, axes.down).reshape(error.shape[axes.across], -1)
    wide, high = bin_width(errors.shape[0], _COLUMNS), bin_width(errors.shape[1], _ROWS)
    across, down = axes.names[axes.across], axes.names[axes.down] if axes.down is not None else ""
    worst = axes.worst[axes.across] // wide, (axes.worst[axes.down] if axes.down is not None else 0) // high
    squares = tuple(_fill_squares(errors, (wide, high), (across, down), worst))
    columns, rows = -(-errors.shape[0] // wide), -(-errors.shape[1] // high)
    largest = _write_size(float(error.max()))
    over = f"by {across} and {down}" if down else f"by {across}"
    worst_at = ", ".join(f"{name} {index}" for name, index in zip(axes.names, axes.worst, strict=True))
    return Heat(
        columns=columns,
        rows=rows,
        across=across,
        down=down,
        fixed=axes.fixed(axes.across, axes.down),
        squares=squares,
        column_marks=_choose_marks(columns, wide),
        row_marks=_choose_marks(rows, high) if down else (),
        largest=largest,
        words=f"Heat map of the absolute error {over}; the largest, {largest}, is at {worst_at}.",
    )


def _fill_squares(
    errors: Array, bins: tuple[int, int], names: tuple[str, str], worst: tuple[int, int]
) -> Iterator[Square]:
    (wide, high), (across, down) = bins, names
    scale = _make_scale(errors)
    for column, left in enumerate(range(0, errors.shape[0], wide)):
        for row, top in enumerate(range(0, errors.shape[1], high)):
            value = float(errors[left : left + wide, top : top + high].max())
            span = _name_span(across, left, wide, errors.shape[0])
            span += f", {_name_span(down, top, high, errors.shape[1])}" if down else ""
            words = f"{span}: {_write_size(value)}" if value else f"{span}: within the tolerance"
            yield Square(column, row, scale(value), words, (column, row) == worst)


def _name_span(name: str, start: int, width: int, length: int) -> str:
    last = min(start + width, length) - 1
    return f"{name} {start}" if last == start else f"{name} {start} to {last}"


def _make_scale(errors: Array) -> Callable[[float], int]:
    """Errors to levels, on a logarithmic scale of at most four decades below the largest."""
    sizes = errors[(errors > 0) & np.isfinite(errors)]
    if not sizes.size:
        return lambda value: LEVELS if value else 0
    top = float(np.log10(sizes.max()))
    bottom = max(float(np.log10(sizes.min())), top - _DECADES)

    def level(value: float) -> int:
        if value == 0 or np.isinf(value):
            return LEVELS if value else 0
        share = 1.0 if top == bottom else (np.log10(value) - bottom) / (top - bottom)
        return 1 + int(min(LEVELS - 1, max(0.0, share) * LEVELS))

    return level


def _write_size(value: float) -> str:
    return "not finite" if np.isinf(value) else f"{value:.2g}"


def _choose_marks(count: int, width: int) -> tuple[tuple[int, int], ...]:
    """The cells that carry a number, and the index that they begin with: at most seven."""
    step = max(1, -(-count // _MOST_MARKS))
    return tuple((cell, cell * width) for cell in range(0, count, step))
