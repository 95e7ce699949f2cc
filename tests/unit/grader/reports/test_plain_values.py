"""However large a value is, what is told of it is small, and telling it takes no longer than reading it."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import numpy as np
import pytest

from grader.model import Foreign, ForeignArray, Seeded
from grader.reports import json_value

MOST = 1 << 20
"""Characters of JSON for one value, whatever it is."""
HEAVY: dict[str, Any] = {
    "a long text": "x" * 10_000_000,
    "many long texts": ["x" * 60_000] * 100,
    "many short texts": ["x" * 100] * 10_000,
    "a long key": {"k" * 10_000_000: 1},
    "long keys": {f"{number:04}{'k' * 60_000}": 1 for number in range(200)},
    "many keys": {str(number): None for number in range(20_000)},
    "a long key inside": {"a": [{"b" * 1_000_000: 1}]},
    "many items": [None] * 20_000,
    "many small arrays": [np.zeros(1000)] * 100,
    "many large arrays": [np.zeros(5000)] * 9_000,
    "many rows of nothing": np.empty((300_000_000, 0)),
    "many columns of nothing": np.empty((1, 100_000_000, 0)),
    "many rows of nothing, often": [np.empty((4000, 0))] * 1000,
    "many axes": [np.ones((1,) * 64)] * 1000,
    "many axes of no dtype": [ForeignArray("object", (10**18,) * 60)] * 1_000,
    "many objects": [Foreign("x" * 200)] * 15_000,
    "large integers": [1 << 4000] * 15_000,
    "a larger integer": 1 << 80_000_000,
}


@pytest.mark.parametrize("value", HEAVY.values(), ids=HEAVY)
def test_little_is_told_of_a_heavy_value(value: Any):
    tracemalloc.start()
    try:
        told = json.dumps(json_value(value), allow_nan=False)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(told) < MOST
    assert peak < 32 << 20


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("x" * 65_536, "x" * 65_536),
        ("x" * 65_537, {"omitted": "str of 65537 characters"}),
        ([1] * 16_384, [1] * 16_384),
        ([1] * 16_385, {"omitted": "list of 16385"}),
        (dict.fromkeys("ab", 1), {"a": 1, "b": 1}),
        ({"k" * 201: 1}, {"k" * 200 + "...": 1}),
        ([np.zeros(4096)] * 5, [[0.0] * 4096] * 3 + [{"omitted": "float64 (4096,)"}] * 2),
        (np.zeros((4096, 0)), [[]] * 4096),
        (np.zeros((4097, 0)), {"omitted": "float64 (4097, 0)"}),
    ],
)
def test_what_fits_is_told_in_full_and_what_does_not_is_named(value: Any, told: Any):
    assert json_value(value) == told


def test_a_generator_is_told_by_its_seed():
    assert json_value({"rng": Seeded(7)}) == {"rng": {"generator": 7}}
