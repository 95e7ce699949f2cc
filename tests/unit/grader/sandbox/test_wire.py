"""The bytes between judge and child: what goes through whole, and what is refused before anything is allocated."""

from __future__ import annotations

import math
import struct
import time
import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.errors import ProtocolError
from grader.model import Foreign, ForeignArray, Layout, Seeded
from grader.sandbox import frames, wire
from tests.hostile.rows import child_module

VALUES = child_module("values")
SIZE = struct.Struct("<I")
MEGABYTE = 1 << 20

dtypes = st.sampled_from([np.dtype(name) for name in wire.DTYPES])
shapes = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)
arrays = dtypes.flatmap(lambda dtype: hnp.arrays(dtype, shapes))
plain = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.complex_numbers(), st.text(), arrays)


def containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Lists, tuples and dicts of values."""
    lists = st.lists(inner, max_size=4)
    return st.one_of(lists, lists.map(tuple), st.dictionaries(st.text(), inner, max_size=4))


values = st.recursive(plain, containers, max_leaves=12)


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same, types and bits."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return bool(one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes())
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float):
        return struct.pack("<d", one) == struct.pack("<d", other) or (math.isnan(one) and math.isnan(other))
    return repr(one) == repr(other)


def from_child(value: Any) -> bytes:
    """An answer as the child writes it."""
    writer = VALUES.Writer()
    writer.value(value)
    return b"".join(writer.chunks)


@given(value=values)
def test_what_the_child_says_is_what_the_judge_hears(value: Any):
    assert same(wire.decode(from_child(value)), value)


@given(value=values)
def test_what_the_judge_says_is_what_the_child_hears(value: Any):
    assert same(VALUES.Reader(wire.encode({"x": value})).value(), {"x": value})


@pytest.mark.parametrize("layout", list(Layout))
def test_layouts_arrive_as_asked_for_fresh_and_writable(layout: Layout):
    sent = np.arange(24.0).reshape(2, 3, 4)
    got = VALUES.Reader(wire.encode({"x": sent}, layout)).value()["x"]
    assert (got == sent).all()
    assert got.flags.writeable
    assert got.flags.c_contiguous == (layout is Layout.C)
    assert got.flags.f_contiguous == (layout is Layout.FORTRAN)


def test_scalars_of_numpy_keep_their_type():
    for scalar in (np.float64(1.5), np.int8(-3), np.bool_(1), np.complex64(1j), np.uint64(2**63), np.float16(0.5)):
        assert type(wire.decode(from_child(scalar))) is type(scalar)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (np.ma.masked_array([1]), "numpy.ma.MaskedArray"),
        (iter([]), "list_iterator"),
        ({1: 2}, "dict with keys that are not strings"),
    ],
)
def test_other_objects_go_by_the_name_of_their_type(value: object, name: str):
    assert wire.decode(from_child(value)) == Foreign(name)


def test_other_arrays_go_by_the_name_of_their_dtype():
    assert wire.decode(from_child(np.array([None]))) == ForeignArray("object", (1,))
    giant = np.broadcast_to(np.float64(1), (10**6, 10**6))
    assert wire.decode(from_child(giant)) == ForeignArray("float64", (10**6, 10**6))


def test_a_surrogate_travels_as_an_escape():
    assert wire.decode(from_child("\ud800")) == "\\ud800"


@pytest.mark.parametrize("value", [[[]] * 200_000, ["x" * 2_000_000], "deep"])
def test_the_child_refuses_what_is_too_large(value: Any):
    if value == "deep":
        value = []
        for _ in range(60):
            value = [value]
    with pytest.raises(VALUES.TooLargeError):
        from_child(value)


def array(code: int, axes: int, *dims: int, raw: bytes = b"") -> bytes:
    """An array's bytes by hand."""
    return b"A" + bytes((code, axes)) + struct.pack(f"<{len(dims)}Q", *dims) + raw


CORRUPT = {
    "nothing": b"",
    "an unknown tag": b"?",
    "bytes after the value": b"NN",
    "a float cut short": b"f\0\0",
    "a complex cut short": b"c" + b"\0" * 15,
    "an int cut short": b"i" + SIZE.pack(9) + b"\0",
    "text longer than the frame": b"s" + SIZE.pack(2**32 - 1) + b"x",
    "text that is not UTF-8": b"s" + SIZE.pack(1) + b"\xff",
    "a surrogate in UTF-8": b"s" + SIZE.pack(3) + b"\xed\xa0\x80",
    "a size cut short": b"s\0\0",
    "more items than bytes": b"L" + SIZE.pack(2**32 - 1) + b"N",
    "fewer items than counted": b"L" + SIZE.pack(3) + b"NN",
    "a dict of no end": b"D" + SIZE.pack(2**31) + b"\0" * 99,
    "a key that is not UTF-8": b"D" + SIZE.pack(1) + SIZE.pack(1) + b"\xff" + b"N",
    "lists in lists": (b"L" + SIZE.pack(1)) * 60 + b"N",
    "too many items": b"L" + SIZE.pack(250_000) + b"N" * 250_000,
    "an unknown dtype": array(14, 0, raw=b"\0" * 16),
    "a scalar of unknown dtype": b"S\xff" + b"\0" * 16,
    "255 axes": array(11, 255),
    "65 axes": array(11, 65, *[1] * 65, raw=b"\0" * 8),
    "a shape larger than its bytes": array(11, 1, 10**6, raw=b"\0" * 8),
    "a shape of 2**63 elements": array(11, 1, 2**63, raw=b"\0" * 8),
    "a product beyond 64 bits": array(11, 2, 2**33, 2**33, raw=b"\0" * 8),
    "a product that wraps to what is there": array(11, 2, 2**63, 2, raw=b""),
    "an empty shape that no array has": array(11, 2, 0, 2**64 - 1),
    "an empty shape of 2**63": array(11, 2, 0, 2**63),
    "axes cut short": array(11, 3, 1),
    "an item cut short": array(11, 1, 1, raw=b"\0" * 7),
    "an item too many": array(11, 1, 1, raw=b"\0" * 16),
    "a foreign name cut short": b"O" + SIZE.pack(5) + b"abc",
    "a foreign array of too many axes": b"X" + SIZE.pack(0) + b"\xff",
    "tags of the other direction": b"B" + bytes((11, 0)) + b"\0" * 8,
}


@pytest.mark.parametrize("payload", CORRUPT.values(), ids=CORRUPT)
def test_a_corrupt_payload_is_a_protocol_error(payload: bytes):
    with pytest.raises(ProtocolError):
        wire.decode(payload)


@pytest.mark.parametrize("payload", CORRUPT.values(), ids=CORRUPT)
def test_a_corrupt_payload_allocates_no_more_than_it_holds(payload: bytes):
    tracemalloc.start()
    try:
        with pytest.raises(ProtocolError):
            wire.decode(payload)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MEGABYTE + 64 * len(payload)


@pytest.mark.parametrize(
    "data",
    [
        frames.HEADER.pack(b"ac02", 1, 0, 0, 0),
        frames.HEADER.pack(frames.MAGIC, 0, 0, 0, 0),
        frames.HEADER.pack(frames.MAGIC, 9, 0, 0, 0),
        frames.HEADER.pack(frames.MAGIC, 2, 0, frames.PAYLOAD_LIMIT + 1, 0),
        frames.HEADER.pack(frames.MAGIC, 2, 0, 2**63 - 1, 0),
        frames.HEADER.pack(frames.MAGIC, 2, 0, 2**64 - 1, 0),
    ],
)
def test_a_header_that_cannot_be_is_a_protocol_error(data: bytes):
    with pytest.raises(ProtocolError):
        frames.header(data)


def test_a_header_is_read_back():
    assert frames.header(bytearray(frames.HEADER.pack(frames.MAGIC, frames.ANSWER, 7, 99, 5))) == (
        frames.ANSWER,
        7,
        99,
        5,
    )


def decoded(payload: bytes) -> Any:
    """What a payload says, or the one error that may come of it."""
    try:
        return wire.decode(payload)
    except ProtocolError as error:
        return error


@settings(max_examples=400)
@given(payload=st.binary(max_size=300))
def test_random_bytes_raise_nothing_else(payload: bytes):
    decoded(payload)
    decoded(b"A" + payload)
    decoded(b"L" + SIZE.pack(3) + payload)


@settings(max_examples=400)
@given(value=values, data=st.data())
def test_mutated_answers_raise_nothing_else(value: Any, data: st.DataObject):
    payload = bytearray(from_child(value))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(payload)))
        how = data.draw(st.sampled_from(["flip", "cut", "insert", "repeat"]))
        if how == "flip" and place < len(payload):
            payload[place] ^= 1 << data.draw(st.integers(0, 7))
        elif how == "cut":
            del payload[place:]
        elif how == "insert":
            payload[place:place] = data.draw(st.binary(max_size=9))
        else:
            payload[place:place] = payload[:place][:64]
    decoded(bytes(payload))


@pytest.mark.slow
def test_a_hundred_thousand_mutated_answers_raise_nothing_else_and_take_no_time():
    chance = np.random.default_rng(14)
    base = from_child({"outputs": np.ones((3, 4, 2)), "names": ["a", ("b", 1.5)], "n": 2**70, "s": np.float64(1)})
    slowest = 0.0
    for _ in range(100_000):
        payload = bytearray(base)
        for place in chance.integers(0, len(base), size=3):
            payload[place] = chance.choice((0, 1, 127, 128, 255, chance.integers(256)))
        started = time.thread_time()
        decoded(bytes(payload[: chance.integers(1, len(base) + 1)]))
        slowest = max(slowest, time.thread_time() - started)
    assert slowest < 0.1  # each takes microseconds


@pytest.mark.parametrize("seed", [0, 7, 2**63 - 1])
def test_a_generator_travels_as_its_seed_and_one_way_only(seed: int):
    payload = wire.encode((Seeded(seed), 1.0))
    (generator, number), _ = VALUES.Reader(payload).arguments()
    assert number == 1.0
    assert generator.random(4).tolist() == np.random.default_rng(seed).random(4).tolist()
    with pytest.raises(ProtocolError, match="unknown tag"):
        wire.decode(payload)


@pytest.mark.parametrize("value", [Foreign("np.matrix"), ForeignArray("object", (2, 0, 10**6)), ForeignArray("O", ())])
def test_what_a_child_gave_and_does_not_travel_can_be_kept(value: Foreign | ForeignArray):
    assert wire.decode(wire.encode([value, {"a": value}])) == [value, {"a": value}]
