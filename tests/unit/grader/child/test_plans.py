"""Plans change nothing: with them a request is read, and an answer is written, as without."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as stn

from grader.sandbox import wire
from tests.hostile.rows import child_module

PLANS, VALUES = child_module("plans"), child_module("values")
DTYPES = st.sampled_from(["<f8", ">f8", "<f4", "<i8", "?", "<c16"])
ARRAYS = stn.arrays(DTYPES, stn.array_shapes(min_dims=0, max_dims=2, min_side=0, max_side=3))
ANSWERS = st.one_of(
    ARRAYS,
    st.lists(ARRAYS, max_size=3),
    st.lists(ARRAYS, max_size=3).map(tuple),
    st.dictionaries(st.sampled_from(["A", "b", ""]), ARRAYS, max_size=3),
    st.dictionaries(st.sampled_from(["A", "b"]), ARRAYS | st.floats() | st.text(max_size=3), max_size=2),
    st.floats() | st.integers() | st.none() | st.text(max_size=3),
)


class Text(str):
    """A key that is no plain str, and says that it equals one."""

    __slots__ = ()


def written(value: Any) -> tuple[bytes, bool]:
    writer = VALUES.Writer()
    writer.value(value)
    return b"".join(writer.chunks), writer.converted


@given(st.lists(ANSWERS, min_size=1, max_size=3))
def test_answers_are_written_as_without_a_plan(answers: list[Any]):
    planned = PLANS.Replies()
    for value in [one for one in answers for _ in range(3)]:
        chunks, converted = planned.write(value, learn=True)
        assert (b"".join(chunks), converted) == written(value)


A, B = np.arange(3.0), np.ones((2, 2))


@pytest.mark.parametrize(
    "other",
    [
        {"x": A, Text("y"): B},
        {"y": B, "x": A},
        {"x": A, "y": B.astype(">f8")},
        {"x": A, "y": np.ma.array(B)},
        {"x": A, "y": B.view(np.matrix)},
        {"x": A, "y": B[:, :1]},
        {"x": A},
        {"x": A, "y": B, "z": A},
        OrderedDict({"x": A, "y": B}),
        (A, B),
        [A, B],
        None,
    ],
)
def test_an_answer_that_only_resembles_the_plan_is_not_taken_for_it(other: Any):
    planned = PLANS.Replies()
    for _ in range(2):
        planned.write({"x": A, "y": B}, learn=True)
    chunks, converted = planned.write(other, learn=False)
    assert (b"".join(chunks), converted) == written(other)


def test_an_array_in_another_order_is_written_in_c_order():
    planned = PLANS.Replies()
    square = np.arange(9.0).reshape(3, 3)
    for _ in range(2):
        planned.write(square, learn=True)
    assert b"".join(planned.write(square.T, learn=False)[0]) == written(square.T)[0]


REQUESTS = st.lists(ARRAYS.filter(lambda one: one.dtype.isnative) | st.floats(), min_size=1, max_size=3).map(tuple)


@given(st.lists(REQUESTS, min_size=1, max_size=3), st.sampled_from(list(wire.Layout)))
def test_requests_are_read_as_without_a_plan(requests: list[tuple[Any, ...]], layout: wire.Layout):
    arguments = PLANS.Arguments()
    for payload in [wire.encode(one, layout) for one in requests for _ in range(3)]:
        found, spans = arguments.read(payload)
        expected, places = VALUES.Reader(payload).arguments()
        assert spans == places
        for one, other in zip(found, expected, strict=True):
            assert type(one) is type(other)
            np.testing.assert_array_equal(one, other)
            if isinstance(one, np.ndarray):
                assert (one.dtype, one.strides, one.flags.writeable) == (other.dtype, other.strides, True)


def test_each_call_gets_arrays_of_its_own():
    arguments, payload = PLANS.Arguments(), wire.encode((A,))
    first, second, third = (arguments.read(payload)[0][0] for _ in range(3))
    third[:] = 7.0
    np.testing.assert_array_equal(first, A)
    np.testing.assert_array_equal(second, A)
    np.testing.assert_array_equal(arguments.read(payload)[0][0], A)
