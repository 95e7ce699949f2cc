"""Values as small tables or as shortened text: NumPy values, or the JSON that a result keeps of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from grader.model import Seeded

Array: TypeAlias = np.ndarray[Any, Any]
Wrong: TypeAlias = Mapping[str, Sequence[int]]
"""Flat indices, in C order, of wrong elements, by the place of an array in a value."""

_MOST_CELLS = 60
_MOST_COLUMNS = 8
_MOST_DIMENSIONS = 3
_MOST_TEXT = 2000
_MOST_PARTS = 20
_FIXED_FROM, _FIXED_TO = 1e-3, 1e5
_DIGITS = (4, 6, 8, 10, 12, 16)
_GENERATOR = {"generator"}
_INDEX = re.compile(r"\[(\d+)\]")
_INSIDE = re.compile(r"(?:\[\d+\])*")
_SPECIAL = frozenset({"NaN", "Infinity", "-Infinity"})


@dataclass(frozen=True, slots=True)
class Cell:
    """One element as text, and whether it differs from what was expected."""

    text: str
    off: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """Up to two dimensions of an array; ``label`` is the index of the rest, such as ``[0]``."""

    label: str
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One array or scalar inside a value: where it stands, its shape, and its grids or else its text."""

    key: str
    shape: str
    grids: tuple[Grid, ...] = ()
    text: str = ""


def show_value(value: object) -> tuple[Part, ...]:
    """Everything inside a value, shortened where it is large."""
    return _list_parts(list_leaves(value), {})


def show_pair(expected: object, got: object, wrong: Wrong) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Expected and got, with those cells of ``got`` marked that are wrong."""
    wanted = dict(list_leaves(expected))
    looks = {key: _Look.of(wanted.get(key), leaf, wrong, key) for key, leaf in list_leaves(got)}
    plain_looks = {key: look.without_marks() for key, look in looks.items()}
    return _list_parts(wanted.items(), plain_looks), _list_parts(list_leaves(got), looks)


def write_brief(value: object) -> str:
    """A value as text that can be pasted into Python, shortened in the middle where it is large."""
    array = to_array(value)
    if array is None or array.ndim == 0:
        return _write_scalar(value)
    return np.array2string(array, separator=", ", threshold=_MOST_CELLS, edgeitems=2, max_line_width=64)


def show_brief(value: object) -> Part:
    """A whole value as text, with its shape where it is an array."""
    array = to_array(value)
    return Part("", str(array.shape) if array is not None and array.ndim else "", text=write_brief(value))


def list_leaves(value: object, key: str = "") -> Iterator[tuple[str, object]]:
    """Every array or scalar inside a value with its place, such as ``["outputs"]``."""
    if isinstance(value, Mapping) and not _is_complex(value) and "omitted" not in value and set(value) != _GENERATOR:
        for name, item in value.items():
            yield from list_leaves(item, f'{key}["{name}"]')
    elif isinstance(value, (list, tuple)) and (isinstance(value, tuple) or to_array(value) is None):
        for index, item in enumerate(value):
            yield from list_leaves(item, f"{key}[{index}]")
    else:
        yield key, value


def to_array(value: object) -> Array | None:
    """The array that a value is or, from JSON, stands for; None where it is none or is ragged."""
    if isinstance(value, np.ndarray):
        return value
    try:
        array = np.array(_undo_json(value))
    except (ValueError, TypeError):
        return None
    return array if array.dtype.kind in "biufc" else None


def _undo_json(value: object) -> object:
    """JSON's way of writing numbers undone: ``"NaN"``, ``{"re": 1, "im": 2}``."""
    if isinstance(value, (list, tuple)):
        return [_undo_json(item) for item in value]
    if isinstance(value, Mapping) and _is_complex(value):
        return complex(float(value["re"]), float(value["im"]))
    if isinstance(value, str) and value in _SPECIAL:
        return float(value)
    if isinstance(value, (bool, int, float, complex, np.generic)):
        return value
    raise TypeError


def _is_complex(value: Mapping[Any, Any]) -> bool:
    return set(value) == {"re", "im"}


@dataclass(frozen=True, slots=True)
class _Look:
    """How an array is printed: digits after the point, and which elements differ."""

    digits: int
    off: Array | None = None

    @classmethod
    def of(cls, expected: object, got: object, wrong: Wrong, key: str) -> _Look:
        """As many digits as it takes to tell the differing elements apart."""
        want, have = to_array(expected), to_array(got)
        if want is None or have is None or want.shape != have.shape:
            return cls(_DIGITS[0])
        off = mark_wrong(have.shape, wrong, key)
        for digits in _DIGITS:
            pairs = zip(want[off], have[off], strict=True)
            if all(_write_number(left, digits) != _write_number(right, digits) for left, right in pairs):
                return cls(digits, off)
        return cls(_DIGITS[-1], off)

    def without_marks(self) -> _Look:
        """The same digits, no marks."""
        return _Look(self.digits)


def mark_wrong(shape: tuple[int, ...], wrong: Wrong, key: str) -> Array:
    """Which elements of the array at a place are wrong; JSON may have made one array of a whole list of them."""
    off = np.zeros(shape, dtype=bool)
    for place, indices in wrong.items():
        inside = _INSIDE.fullmatch(place.removeprefix(key)) if place.startswith(key) else None
        if inside is not None:
            at: tuple[Any, ...] = tuple(map(int, _INDEX.findall(inside[0])))
            if all(index < size for index, size in zip(at, shape, strict=False)):
                part = off[(*at, ...)].reshape(-1)
                part[[index for index in indices if index < part.size]] = True
    return off


def _list_parts(found: Iterable[tuple[str, object]], looks: Mapping[str, _Look]) -> tuple[Part, ...]:
    """The parts of what was found, the first few of a great many."""
    some = list(found)
    shown = tuple(_make_part(key, leaf, looks.get(key)) for key, leaf in some[:_MOST_PARTS])
    left = len(some) - len(shown)
    return (*shown, Part("", "", text=f"... and {left} more")) if left else shown


def _make_part(key: str, value: object, look: _Look | None) -> Part:
    array = to_array(value)
    if array is None or array.ndim == 0:
        return Part(key, "", text=_write_scalar(value))
    if not _fits_table(array):
        return Part(key, str(array.shape), text=write_brief(array))
    look = look or _Look(_DIGITS[0])
    off = look.off if look.off is not None else np.zeros(array.shape, dtype=bool)
    return Part(key, str(array.shape), tuple(_make_grids(array, off, look.digits)))


def _fits_table(array: Array) -> bool:
    return 0 < array.size <= _MOST_CELLS and array.ndim <= _MOST_DIMENSIONS and array.shape[-1] <= _MOST_COLUMNS


def _make_grids(array: Array, off: Array, digits: int) -> Iterator[Grid]:
    if array.ndim == _MOST_DIMENSIONS:
        for index in range(array.shape[0]):
            yield Grid(f"[{index}]", _make_rows(array[index], off[index], digits))
    else:
        yield Grid("", _make_rows(np.atleast_2d(array), np.atleast_2d(off), digits))


def _make_rows(array: Array, off: Array, digits: int) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        tuple(Cell(_write_number(item, digits), bool(mark)) for item, mark in zip(row, marks, strict=True))
        for row, marks in zip(array, off, strict=True)
    )


def _write_number(value: Any, digits: int) -> str:
    """Fixed digits where they say enough, a power of ten otherwise; whole numbers as they are."""
    if isinstance(value, (bool, np.bool_, int, np.integer)):
        return str(value)
    if isinstance(value, (complex, np.complexfloating)):
        return f"{value:.{digits}f}"
    size = abs(value)
    fixed = size == 0 or _FIXED_FROM <= size < _FIXED_TO or not np.isfinite(size)
    return f"{value:.{digits}{'f' if fixed else 'e'}}"


def _write_scalar(value: object) -> str:
    if isinstance(value, Mapping) and "omitted" in value:
        return f"<{value['omitted']}>"
    if isinstance(value, Seeded) or (isinstance(value, Mapping) and set(value) == _GENERATOR):
        return f"np.random.default_rng({value.seed if isinstance(value, Seeded) else value['generator']})"
    plain = value
    array = to_array(value)
    if array is not None and array.ndim == 0:
        plain = array.item()
    text = repr(plain)
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…"
