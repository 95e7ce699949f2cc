"""Explicit inputs: plain data from YAML turned into the declared dtype and shape."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.model import ArraySpec, ScalarSpec, Seeded, Value
from grader.problem_format.documents import Location
from grader.problem_format.messages import quote

SEEDS = 2**63
"""Seeds of a Generator lie below."""


class InputFaultError(Exception):
    """An input that does not fit its argument: where in it, what is wrong, and how to mend it."""

    def __init__(self, message: str, location: Location = ()) -> None:
        """Keep the message and the indices that lead to the culprit."""
        super().__init__(message)
        self.message = message
        self.location = location


def convert(data: Any, spec: ArraySpec | ScalarSpec) -> Value:
    """One explicit input in its declared type; arrays are read-only and not yet held against the declared shape.

    Raises:
        InputFaultError: the data are ragged, or an element is not of the declared kind.
    """
    if isinstance(spec, ScalarSpec):
        return _scalar(data, spec.kind)
    return _array(data, np.dtype(spec.dtype))


def freeze(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Make an array read-only: a problem's inputs never change."""
    array.flags.writeable = False
    return array


def _array(data: Any, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """A nested list as an array of the dtype."""
    shape = _shape(data)
    flat: list[Any] = []
    _flatten(data, shape, (), (flat, dtype))
    with np.errstate(all="ignore"):
        array = np.array(flat, dtype=dtype).reshape(shape)
    if dtype.kind in "fc" and np.isinf(array).any() and all(map(_is_finite, flat)):
        raise InputFaultError(f"holds a number too large for {dtype.name}; use a smaller one")
    return freeze(array)


def _shape(data: Any) -> tuple[int, ...]:
    """The shape that the first elements of nested lists promise."""
    shape: list[int] = []
    while isinstance(data, list):
        shape.append(len(data))
        data = data[0] if data else None
    return tuple(shape)


def _flatten(data: Any, shape: tuple[int, ...], location: Location, into: tuple[list[Any], np.dtype[Any]]) -> None:
    """Append the elements in C order, holding each level against the shape."""
    if not shape:
        into[0].append(_element(data, into[1], location))
        return
    if not isinstance(data, list) or len(data) != shape[0]:
        found = f"{len(data)} items" if isinstance(data, list) else quote(data)
        raise InputFaultError(f"is ragged: {found} where its neighbours have {shape[0]}; make all rows alike", location)
    for index, item in enumerate(data):
        _flatten(item, shape[1:], (*location, index), into)


def _element(data: Any, dtype: np.dtype[Any], location: Location) -> Any:
    """One element in the Python type that the dtype takes without loss of kind."""
    if dtype.kind == "b" and isinstance(data, bool):
        return data
    if dtype.kind in "iu" and _is_int(data):
        bounds = np.iinfo(dtype)
        if bounds.min <= data <= bounds.max:
            return data
        raise InputFaultError(f"does not fit into {dtype.name} ({bounds.min} to {bounds.max})", location)
    if dtype.kind in "fc" and (_is_int(data) or isinstance(data, float)):
        return _to_float(data, location)
    if dtype.kind == "c" and isinstance(data, dict):
        return _complex(data, location)
    raise InputFaultError(f"is {quote(data)}, but the argument's dtype is {dtype.name}; {_KIND[dtype.kind]}", location)


_KIND = {
    "b": "write true or false",
    "i": "write whole numbers",
    "u": "write whole numbers from 0",
    "f": "write numbers",
    "c": "write numbers or {re: 1, im: 2}",
}


_EXACT: dict[str, type[Any]] = {"int": int, "bool": bool, "str": str}


def _scalar(data: Any, kind: str) -> Value:
    """A single value of the declared kind."""
    if kind == "float" and (_is_int(data) or isinstance(data, float)):
        return _to_float(data, ())
    if kind == "complex" and (_is_int(data) or isinstance(data, float)):
        return complex(_to_float(data, ()))
    if kind == "complex" and isinstance(data, dict):
        return _complex(data, ())
    if kind == "generator":
        return _seeded(data)
    if kind == "none" and data is None:
        return None
    if kind in _EXACT and type(data) is _EXACT[kind]:
        return data  # type: ignore[no-any-return]
    raise InputFaultError(f"is {quote(data)}, but the argument is a single {kind}")


def _seeded(data: Any) -> Seeded:
    """The seed of a Generator."""
    if not _is_int(data) or not 0 <= data < SEEDS:
        raise InputFaultError(f"is {quote(data)}, but the argument is a generator; write its seed, such as 7")
    return Seeded(data)


def _complex(data: Mapping[str, Any], location: Location) -> complex:
    """``{re: 1, im: 2}``; either part may be left out."""
    parts = {"re": data.get("re", 0.0), "im": data.get("im", 0.0)}
    if not data or not set(data) <= set(parts) or not all(_is_int(p) or isinstance(p, float) for p in parts.values()):
        raise InputFaultError("is no complex number; write {re: 1, im: 2}", location)
    return complex(_to_float(parts["re"], location), _to_float(parts["im"], location))


def _to_float(number: float, location: Location) -> float:
    """A float; a whole number beyond its range is refused."""
    try:
        return float(number)
    except OverflowError:
        raise InputFaultError("is too large for a float; use a smaller number", location) from None


def _is_int(data: Any) -> bool:
    """A whole number, and no bool."""
    return isinstance(data, int) and not isinstance(data, bool)


def _is_finite(number: complex) -> bool:
    """Whether both parts of a number are finite."""
    return math.isfinite(complex(number).real) and math.isfinite(complex(number).imag)
