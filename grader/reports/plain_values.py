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
    return _Budget().encode(value)


class _Budget:
    """What may still be told of one value."""

    def __init__(self) -> None:
        self._nodes = _NODES_SHOWN
        self._text = _TEXT_SHOWN

    def encode(self, value: Value) -> JsonValue:
        if isinstance(value, np.ndarray):
            return self._encode_array(value)
        if isinstance(value, Mapping):
            return self._encode_mapping(value)
        if isinstance(value, list | tuple):
            many = not self._take_nodes(len(value))
            return (
                _name_omitted(f"{type(value).__name__} of {len(value)}")
                if many
                else [self.encode(one) for one in value]
            )
        if isinstance(value, str):
            return self._encode_text(value)
        plain = _encode_single(value)
        return plain if self._take_text(_measure(plain)) else _name_omitted("...")

    def _take_nodes(self, nodes: int) -> bool:
        """Whether that many more elements may be told; if so they count."""
        if nodes > self._nodes:
            return False
        self._nodes -= nodes
        return True

    def _take_text(self, characters: int) -> bool:
        if characters > self._text:
            return False
        self._text -= characters
        return True

    def _encode_text(self, text: str) -> JsonValue:
        """Its raw length comes first: a long one is not even cleaned."""
        if len(text) <= self._text and self._take_text(len(shown := clean(text))):
            return shown
        return _name_omitted(f"str of {len(text)} characters")

    def _encode_array(self, array: np.ndarray[Any, Any]) -> JsonValue:
        lists = sum(accumulate(array.shape[:-1], mul))  # of no elements at all there can be a million rows
        if max(array.size, lists) > ELEMENTS_SHOWN or not self._take_nodes(array.size + lists):
            return _name_omitted(f"{array.dtype.name} {array.shape}")
        plain: JsonValue = array.tolist()
        return plain if _is_plain(array) else _encode_listed(plain)

    def _encode_mapping(self, mapping: Mapping[str, Value]) -> JsonValue:
        keys = {key: _shorten_key(key) for key in mapping}
        if not (self._take_nodes(len(mapping)) and self._take_text(sum(map(len, keys.values())))):
            return _name_omitted(f"dict of {len(mapping)}")
        return {keys[key]: self.encode(item) for key, item in mapping.items()}


def _shorten_key(key: str) -> str:
    return clean(key[:_KEY_SHOWN], kept="") + ("..." if len(key) > _KEY_SHOWN else "")


def _name_omitted(what: str) -> dict[str, JsonValue]:
    return {"omitted": what}


def _measure(plain: Any) -> int:
    """How many characters a single value may have: only those that a student can make long are counted."""
    if isinstance(plain, int):
        return plain.bit_length() // 3
    return len(plain["omitted"]) if isinstance(plain, dict) and "omitted" in plain else 0


def _is_plain(array: np.ndarray[Any, Any]) -> bool:
    """Whether all elements are JSON as they are."""
    return array.dtype.kind in "biu" or (array.dtype.kind == "f" and bool(np.isfinite(array).all()))


def _encode_listed(listed: Any) -> JsonValue:
    """What `tolist` gives of an array: its elements, or nested lists of them."""
    return [_encode_listed(one) for one in listed] if isinstance(listed, list) else _encode_single(listed)


def _encode_single(value: Any) -> JsonValue:
    if isinstance(value, Foreign):
        return _name_omitted(clean(value.type_name, kept=""))
    if isinstance(value, Seeded):
        return {"generator": value.seed}
    if isinstance(value, ForeignArray):
        return _name_omitted(f"{clean(value.dtype_name, kept='')} {value.shape}")
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, int) and value.bit_length() > _INT_BITS_SHOWN:
        return _name_omitted(f"an int of {value.bit_length()} bits")
    if isinstance(value, float):
        return number(value)
    if isinstance(value, complex):
        return {"re": number(value.real), "im": number(value.imag)}
    plain: bool | int | str | None = value
    return plain
