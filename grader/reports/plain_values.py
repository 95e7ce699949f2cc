"""A value as strict JSON, for who reads it: what is too large is named in place of being told.

What a submission returned may be 64 MB of anything. All of it is stored, sent to pages and kept for years, so each
value has a budget of elements and of text, and what goes beyond becomes ``{"omitted": what it was}``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import accumulate
from operator import mul
from typing import Any

import numpy as np

from grader.model import ELEMENTS_SHOWN, Foreign, ForeignArray, JsonValue, Seeded, Value, clean

_NODES_SHOWN, _TEXT_SHOWN, _KEY_SHOWN = 4 * ELEMENTS_SHOWN, 1 << 16, 200
"""The most elements and characters of a whole value, and the most characters of one key."""
_INT_BITS_SHOWN = 4096


def number(value: float) -> float | str:
    """A float as JSON, in which NaN and the infinities are strings."""
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")


def json_value(value: Value) -> JsonValue:
    """A value as JSON.

    Arrays and tuples are lists, complex numbers ``{"re", "im"}``, a Generator ``{"generator": seed}``, and what is too
    large ``{"omitted"}``.
    """
    return _Budget().told(value)


class _Budget:
    """What may still be told of one value."""

    def __init__(self) -> None:
        self._nodes = _NODES_SHOWN
        self._text = _TEXT_SHOWN

    def told(self, value: Value) -> JsonValue:
        if isinstance(value, np.ndarray):
            return self._array(value)
        if isinstance(value, Mapping):
            return self._mapping(value)
        if isinstance(value, list | tuple):
            many = not self._takes(len(value))
            return _omitted(f"{type(value).__name__} of {len(value)}") if many else [self.told(one) for one in value]
        if isinstance(value, str):
            return self._string(value)
        plain = _single(value)
        return plain if self._fits(_length(plain)) else _omitted("...")

    def _takes(self, nodes: int) -> bool:
        """Whether that many more elements may be told; if so they count."""
        if nodes > self._nodes:
            return False
        self._nodes -= nodes
        return True

    def _fits(self, characters: int) -> bool:
        if characters > self._text:
            return False
        self._text -= characters
        return True

    def _string(self, text: str) -> JsonValue:
        """Its raw length comes first: a long one is not even cleaned."""
        if len(text) <= self._text and self._fits(len(shown := clean(text))):
            return shown
        return _omitted(f"str of {len(text)} characters")

    def _array(self, array: np.ndarray[Any, Any]) -> JsonValue:
        lists = sum(accumulate(array.shape[:-1], mul))  # of no elements at all there can be a million rows
        if max(array.size, lists) > ELEMENTS_SHOWN or not self._takes(array.size + lists):
            return _omitted(f"{array.dtype.name} {array.shape}")
        return _plain(array.tolist())

    def _mapping(self, mapping: Mapping[str, Value]) -> JsonValue:
        keys = {key: _key(key) for key in mapping}
        if not (self._takes(len(mapping)) and self._fits(sum(map(len, keys.values())))):
            return _omitted(f"dict of {len(mapping)}")
        return {keys[key]: self.told(item) for key, item in mapping.items()}


def _key(key: str) -> str:
    return clean(key[:_KEY_SHOWN], kept="") + ("..." if len(key) > _KEY_SHOWN else "")


def _omitted(what: str) -> dict[str, JsonValue]:
    return {"omitted": what}


def _length(plain: Any) -> int:
    """How many characters a single value may have: only those that a student can make long are counted."""
    if isinstance(plain, int):
        return plain.bit_length() // 3
    return len(plain["omitted"]) if isinstance(plain, dict) and "omitted" in plain else 0


def _plain(listed: Any) -> JsonValue:
    """What `tolist` gives of an array: its elements, or nested lists of them."""
    return [_plain(one) for one in listed] if isinstance(listed, list) else _single(listed)


def _single(value: Any) -> JsonValue:
    if isinstance(value, Foreign):
        return _omitted(clean(value.type_name, kept=""))
    if isinstance(value, Seeded):
        return {"generator": value.seed}
    if isinstance(value, ForeignArray):
        return _omitted(f"{clean(value.dtype_name, kept='')} {value.shape}")
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, int) and value.bit_length() > _INT_BITS_SHOWN:
        return _omitted(f"an int of {value.bit_length()} bits")
    if isinstance(value, float):
        return number(value)
    if isinstance(value, complex):
        return {"re": number(value.real), "im": number(value.imag)}
    plain: bool | int | str | None = value
    return plain
