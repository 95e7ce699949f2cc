"""NumPy's ways to make an array, as far as written inputs may use them, within a budget of elements."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

ELEMENTS_LIMIT = 1_000_000
"""Most elements that all written inputs together may make: 8 MB in double precision."""

DIMENSIONS_LIMIT = 8
"""Most axes of an array."""

DTYPES: Mapping[str, str] = {
    **{f"{kind}{bits}": f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)},
    **{name: name for name in ("float64", "float32", "float16", "complex128", "complex64")},
    "bool": "bool",
    "bool_": "bool",
    "float": "float64",
    "int": "int64",
    "complex": "complex128",
}
"""The dtypes that may be asked for, by the names that Python and NumPy know them by."""

MAKERS: Mapping[str, tuple[str, ...]] = {
    "array": ("object",),
    "asarray": ("a",),
    "zeros": ("shape",),
    "ones": ("shape",),
    "full": ("shape", "fill_value"),
    "eye": ("N", "M"),
    "identity": ("n",),
    "arange": ("start", "stop", "step"),
    "linspace": ("start", "stop", "num"),
}
"""The functions that may be used, with the names of their arguments."""


class LiteralError(Exception):
    """A text that stands for no value; the message goes on from the name of what was written."""


@dataclass(frozen=True, slots=True)
class Made:
    """An array, and the dtype that was asked for by name (or empty)."""

    array: np.ndarray[Any, Any]
    dtype: str = ""


@dataclass(slots=True)
class ArrayBudget:
    """How many elements may still be made."""

    left: int = ELEMENTS_LIMIT

    def take(self, shape: Sequence[int]) -> None:
        """Reckon with an array before it is made; raises LiteralError when it is too large."""
        self.left -= math.prod(shape)
        if self.left < 0:
            raise LiteralError(
                f"is too large: all inputs together may have {ELEMENTS_LIMIT:,} elements. Make it smaller."
            )

    def make(self, name: str, given: Sequence[Any], named: Mapping[str, Any], dtype: str) -> Made:
        """What one of `MAKERS` gives for these arguments; raises LiteralError."""
        words = MAKERS[name]
        if len(given) > len(words) or not set(named) <= set(words[len(given) :]):
            raise LiteralError(f"gives np.{name} other arguments than it takes: ({', '.join(words)}, dtype).")
        values = {**dict(zip(words, given, strict=False)), **named}
        return make_array(_MAKE[name](self, values), dtype)


def make_array(make: Callable[[], Any], dtype: str) -> Made:
    """Let NumPy make an array of numbers; raises LiteralError where it will not."""
    try:
        with np.errstate(all="ignore"):
            array = np.asarray(make())
    except (ValueError, TypeError, OverflowError):
        raise LiteralError("makes no array: are all rows alike, and all items numbers?") from None
    if array.dtype.kind not in "biufc":
        raise LiteralError("makes an array of something else than numbers. Write numbers that fit 64 bits.")
    return Made(array, dtype)


def transpose(value: Any) -> Made:
    """``.T``; raises LiteralError for anything but an array."""
    if not isinstance(value, Made):
        raise LiteralError("has .T after something that is no array. Wrap the list in np.array(...).")
    return Made(value.array.T, value.dtype)


def reshape(value: Any, given: Sequence[Any], named: Mapping[str, Any]) -> Made:
    """``.reshape(2, 3)`` or ``.reshape((2, 3))``; raises LiteralError."""
    if not isinstance(value, Made) or named:
        raise LiteralError("has .reshape after something that is no array. Wrap the list in np.array(...).")
    sizes = given[0] if len(given) == 1 else list(given)
    shape = tuple(-1 if size == -1 else _check_size(size) for size in (sizes if isinstance(sizes, list) else [sizes]))
    _bound_axes(shape)
    try:
        return Made(value.array.reshape(shape), value.dtype)
    except ValueError:
        raise LiteralError(f"has {value.array.size} elements, which do not fill the shape {shape}.") from None


def _unwrap(value: Any) -> Any:
    """Lists in which arrays may stand."""
    if isinstance(value, Made):
        return value.array
    return [_unwrap(item) for item in value] if isinstance(value, list) else value


def _array(budget: ArrayBudget, values: Mapping[str, Any]) -> Callable[[], Any]:
    item = _unwrap(_require_argument(values, "object" if "object" in values else "a"))
    budget.take((_count_elements(item),))
    return lambda: np.array(item)


def _count_elements(item: Any) -> int:
    if isinstance(item, list):
        return sum(map(_count_elements, item))
    return item.size if isinstance(item, np.ndarray) else 1


def _filled(fill: float) -> Callable[[ArrayBudget, Mapping[str, Any]], Callable[[], Any]]:
    def prepared(budget: ArrayBudget, values: Mapping[str, Any]) -> Callable[[], Any]:
        shape = _shape(_require_argument(values, "shape"))
        budget.take(shape)
        return lambda: np.full(shape, fill)

    return prepared


def _full(budget: ArrayBudget, values: Mapping[str, Any]) -> Callable[[], Any]:
    shape, fill = _shape(_require_argument(values, "shape")), _check_number(_require_argument(values, "fill_value"))
    budget.take(shape)
    return lambda: np.full(shape, fill)


def _eye(budget: ArrayBudget, values: Mapping[str, Any]) -> Callable[[], Any]:
    rows = _check_size(_require_argument(values, "n" if "n" in values else "N"))
    columns = _check_size(values.get("M", rows))
    budget.take((rows, columns))
    return lambda: np.eye(rows, columns)


def _arange(budget: ArrayBudget, values: Mapping[str, Any]) -> Callable[[], Any]:
    start = _check_real(_require_argument(values, "start"))
    start, stop = (start, _check_real(values["stop"])) if "stop" in values else (0, start)
    step = _check_real(values.get("step", 1))
    if not step or not all(map(math.isfinite, (start, stop, step))):
        raise LiteralError("has an np.arange without an end. Give it finite numbers, and a step that is not 0.")
    budget.take((max(0, math.ceil((stop - start) / step)) + 1,))
    return lambda: np.arange(start, stop, step)


def _linspace(budget: ArrayBudget, values: Mapping[str, Any]) -> Callable[[], Any]:
    start, stop = _check_real(_require_argument(values, "start")), _check_real(_require_argument(values, "stop"))
    number = _check_size(values.get("num", 50))
    budget.take((number,))
    return lambda: np.linspace(start, stop, number)


_MAKE: Mapping[str, Callable[[ArrayBudget, Mapping[str, Any]], Callable[[], Any]]] = {
    "array": _array,
    "asarray": _array,
    "zeros": _filled(0.0),
    "ones": _filled(1.0),
    "full": _full,
    "eye": _eye,
    "identity": _eye,
    "arange": _arange,
    "linspace": _linspace,
}


def _require_argument(values: Mapping[str, Any], name: str) -> Any:
    if name not in values:
        raise LiteralError(f"leaves out the argument {name!r} of a NumPy function.")
    return values[name]


def _shape(value: Any) -> tuple[int, ...]:
    shape = tuple(map(_check_size, value)) if isinstance(value, list) else (_check_size(value),)
    _bound_axes(shape)
    return shape


def _bound_axes(shape: Sequence[int]) -> None:
    if len(shape) > DIMENSIONS_LIMIT:
        raise LiteralError(f"has more than {DIMENSIONS_LIMIT} axes. Give it fewer.")


def _check_size(value: Any) -> int:
    if type(value) is int and 0 <= value <= ELEMENTS_LIMIT:
        return value
    raise LiteralError(
        f"has a shape with {str(value)[:40]!r} in it. Sizes are whole numbers from 0 to {ELEMENTS_LIMIT:,}."
    )


def _check_number(value: Any) -> Any:
    if isinstance(value, bool | int | float | complex):
        return value
    raise LiteralError("fills an array with something that is no number.")


def _check_real(value: Any) -> int | float:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 2**63:
        return value
    raise LiteralError("has a range whose ends or step are no numbers that fit 64 bits.")
