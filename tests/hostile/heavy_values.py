"""Answers of a megabyte or two that fit the wire and are dear to look at: by name, and drawn from a few parts."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import strategies as st

from grader.model import Foreign, ForeignArray

MOST_BYTES = 2 << 20
ITEMS = 19_000
PAYLOAD = struct.unpack("<d", struct.pack("<Q", 0x7FF8DEADBEEF0001))[0]
SPECIAL = [0.0, -0.0, 1.0, 5e-324, -2e-310, 1e308, -1.7e308, float("inf"), -float("inf"), float("nan"), PAYLOAD]
DTYPES = ["f8", "f4", "f2", "i8", "i1", "u8", "?", "c16", "c8"]

NAMED: dict[str, Any] = {
    "a long text among short ones": ["x" * (1 << 20), *[""] * 499],
    "a long text among many short ones": ["x" * (1 << 20), *[""] * ITEMS],
    "a long text deep among others": [[["", "x" * (1 << 20)], ["", ""]]] * 2,
    "a long text beside numbers": [1.0, "x" * (1 << 20), *[2.0] * ITEMS],
    "a long text in a tuple of lists": ([1.0] * 99, ["y"] * 98 + ["x" * (1 << 20)]),
    "text that is wide in its letters": ["\U0001f600" * (1 << 18), *["a"] * ITEMS],
    "a number in a long text": ["1" * (1 << 20), 2],
    "an integer of a megabyte": 1 << (8 << 20),
    "integers of a megabyte among floats": [1.5, 1 << (8 << 20), -(1 << (4 << 20))],
    "many long integers": [1 << 400] * ITEMS,
    "integers beyond 64 bits": [2**64, -(2**63), 2**63] * 6_000,
    "one wide array among numbers": [np.zeros(1 << 17), *[0.0] * ITEMS],
    "arrays of many lengths": [np.zeros(length) for length in range(500)],
    "many small arrays": [np.zeros(6)] * ITEMS,
    "arrays of no elements": [np.empty((4_000, 0))] * ITEMS,
    "a row of no elements again and again": np.empty((300_000_000, 0)),
    "bools beside one complex number": [np.zeros(1 << 20, dtype=bool), 1j],
    "bools in rows beside complex ones": [np.zeros(1 << 19, dtype=bool), np.zeros(1 << 19, dtype="c16")[: 1 << 16]],
    "lists in lists, a text at the bottom": [[[[[[[0.0] * 5] * 5] * 5] * 5] * 5] * 5, "x" * (1 << 20)],
    "deep on one side": [[[[[[[[[[[["x" * (1 << 20)]]]]]]]]]], [0.0] * ITEMS]],
    "a list of dicts of long keys": [{"k" * (1 << 19): 1}, {"l" * (1 << 19): [""] * 500}],
    "long keys that differ in capitals": {"A" * (1 << 20): 1.0, "a" * (1 << 19): 2.0},
    "many keys": {str(number): number for number in range(ITEMS)},
    "the right keys and others": {"a": ["x" * (1 << 20), ""], "b": 1.0, "c": [""] * 499},
    "the name of a type": Foreign("x" * (1 << 20)),
    "names of types": [Foreign("x" * (1 << 19)), *[Foreign("y")] * 900],
    "the name of a dtype": ForeignArray("<" * (1 << 20), (2**60,) * 64),
    "as many axes as there may be": np.zeros((1,) * 64),
    "arrays of many axes": [np.zeros((1,) * 64)] * 900,
    "subnormal numbers": np.full((256, 512), 5e-324),
    "NaN with a payload": np.full((256, 512), PAYLOAD),
    "numbers whose sum overflows": np.resize([1.7e308, -1.7e308, 1.7e308], (256, 512)),
    "one column": np.zeros((1, 1 << 17)),
}


def size(value: Any) -> int:
    """About how many bytes an answer takes on the wire."""
    if isinstance(value, np.ndarray):
        return 3 + 8 * value.ndim + value.nbytes
    if isinstance(value, dict):
        return 5 + sum(5 + len(key.encode()) + size(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return 5 + sum(map(size, value))
    if isinstance(value, int):
        return value.bit_length() // 8 + 5
    if isinstance(value, Foreign | ForeignArray):
        return len(value.type_name if isinstance(value, Foreign) else value.dtype_name) + 512
    return len(value.encode()) + 5 if isinstance(value, str) else 16


def items(value: Any) -> int:
    """How many values an answer has, however deep they stand."""
    if isinstance(value, dict):
        return 1 + sum(map(items, value.values()))
    return 1 + sum(map(items, value)) if isinstance(value, list | tuple) else 1


@dataclass(frozen=True)
class Drawn:
    """An answer that is not written out where a test fails."""

    value: Any = field(repr=False)


def _array(dtype: str, shape: tuple[int, ...], special: list[float]) -> np.ndarray[Any, Any]:
    with np.errstate(all="ignore"):
        return np.resize(np.array(special), shape).astype(dtype)


def _again(value: Any, count: int) -> list[Any]:
    """The same item as often as it may stand there."""
    return [value] * min(count, ITEMS // items(value), MOST_BYTES // size(value))


def _nested(value: Any, depth: int) -> Any:
    for level in range(depth):
        value = [value] if level % 2 else (value,)
    return value


LETTERS = ["x", "\u00e9", "\U0001f600", "1", "\u202e"]
SHAPES = [(), (0,), (3,), (256, 512), (300, 2), (1000, 4), (70_000,), (4_000, 0), (1, 1, 40_000), (1,) * 20]
BITS = [0, 31, 63, 64, 400, 80_000, 1 << 22]
NUMBERS = [*SPECIAL, None, True, 1j, complex(1e308, 1e308), np.float32(2), np.int8(-1), np.float64("nan")]
lengths = st.sampled_from([0, 1, 3, 1_000, 60_000, 1 << 18])
leaves = st.one_of(
    st.builds(lambda letter, count: letter * count, st.sampled_from(LETTERS), lengths),
    st.builds(lambda bits, sign: sign * (1 << bits), st.sampled_from(BITS), st.sampled_from([1, -1])),
    st.sampled_from(NUMBERS),
    st.builds(
        _array,
        st.sampled_from(DTYPES),
        st.sampled_from(SHAPES),
        st.lists(st.sampled_from(SPECIAL), min_size=1, max_size=4),
    ),
    st.builds(lambda count: Foreign("x" * count), lengths),
    st.builds(lambda count: ForeignArray("y" * count, (256, 512)), lengths),
)
keys = st.one_of(st.sampled_from(["a", "b", "A", ""]), st.builds(lambda count: "k" * count, lengths))
values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(_again, inner, st.sampled_from([1, 2, 31, 33, 500, 6_000])),
        st.builds(lambda first, item, count: [first, *_again(item, count)], inner, inner, st.sampled_from([1, 5_000])),
        st.builds(_nested, inner, st.sampled_from([1, 12, 20])),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(keys, inner, max_size=4),
    ),
    max_leaves=6,
).filter(lambda value: items(value) <= ITEMS and size(value) <= MOST_BYTES)
answers = values.map(Drawn)
