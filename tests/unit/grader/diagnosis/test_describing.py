from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.checkers import Context, compare
from grader.diagnosis import describe
from grader.model import ArraySpec, DictSpec, Spec, Tolerance

AXES = ("batch", "step", "output")
SPEC = ArraySpec(("N", "T", "O"), "float64", AXES)
SHAPE = (3, 5, 2)
RIGHT = np.random.default_rng(7).normal(size=SHAPE)
LATER = "every later step is wrong: look at the recurrence."
INPUT = np.random.default_rng(8).normal(size=SHAPE)


def told(got: Any, *, expected: Any = RIGHT, spec: Spec = SPEC) -> str:
    dims = dict(zip("NTO", SHAPE, strict=True))
    context = Context(Tolerance(), dims, hidden=False)
    difference = compare(expected, got, spec, context)
    assert difference is not None
    return describe(difference, (expected, got), spec, context, {"X": INPUT, "h_0": np.zeros((3, 4))})


def with_wrong(*index: Any) -> np.ndarray:
    changed = RIGHT.copy()
    changed[index] += np.random.default_rng(1).normal(size=changed[index].shape)
    return changed


def late(fill: float = 0.0) -> np.ndarray:
    return np.concatenate([np.full((3, 1, 2), fill), RIGHT[:, :-1]], axis=1)


WRONG_VALUES = {
    "all float32": (RIGHT.astype(np.float32).astype(np.float64), "Every number of your answer is one that float32"),
    "float32 inside": ((RIGHT.astype(np.float32) + RIGHT) / 2, "looks like float32"),
    "rounded": (np.round(RIGHT, 4), "the right ones, rounded"),
    "rounded to eight": (np.round(RIGHT, 8), "the right ones, rounded"),
    "rounded to whole": (np.round(RIGHT), "the right ones, rounded"),
    "halved": (RIGHT * 0.5, "the right ones times"),
    "negated": (-RIGHT, "the opposite sign"),
    "one more": (RIGHT + 1.0, "All numbers are off by"),
    "no bias": (RIGHT - np.array([0.3, -0.2]), "Each output is off by an amount of its own, the same for every batch"),
    "reversed": (RIGHT[:, ::-1], "in reverse order along the axis 'step'"),
    "scattered": (RIGHT.reshape(15, 2, order="F").reshape(SHAPE), "not in their places"),
    "late": (late(), "one step too late"),
    "early": (RIGHT[:, [1, 2, 3, 4, 4]] + np.eye(5)[4][:, None], "one step too early"),
    "an input": (INPUT, "exactly the argument `X`"),
    "zeros": (np.zeros(SHAPE), "is 0"),
    "ones": (np.ones(SHAPE), "is the same"),
    "last step": (with_wrong(slice(None), 4), "Only step 4, the last, is wrong"),
    "one sequence": (with_wrong(1), "Only batch 1 is wrong"),
    "from step 1": (with_wrong(slice(None), slice(1, None)), f"Step 0 is right and {LATER}"),
    "from step 2": (with_wrong(slice(None), slice(2, None)), f"Everything up to step 1 is right and {LATER}"),
    "one right": (with_wrong(slice(None), [0, 1, 3, 4]), "Only step 2 is right"),
    "saturated": (np.sign(RIGHT), "sit at their bounds"),
    "NaN from 3": (np.where(np.arange(5)[:, None] >= 3, np.nan, RIGHT), "NaN first appears at step 3; everything"),
    "infinite from 2": (
        np.where(np.arange(5)[:, None] >= 2, np.where(np.arange(5)[:, None] >= 3, np.nan, np.inf), RIGHT + 1),
        "Infinity first appears at step 2; everything before it is finite",
    ),
    "neither": (np.where(RIGHT > 0, np.nan, np.inf), "is NaN or infinite"),
    "infinite": (np.full(SHAPE, np.inf), "is infinite"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG_VALUES)
def test_wrong_values_are_described(name: str):
    got, sentence = WRONG_VALUES[name]
    assert sentence in told(got)


def test_figures_are_told():
    assert "times 0.5:" in told(RIGHT * 0.5)
    assert "rounded to 4 decimals" in told(np.round(RIGHT, 4))
    assert "off by 1:" in told(RIGHT + 1.0)


def test_the_error_stands_beside_what_is_allowed():
    got = RIGHT + 3e-8 * np.random.default_rng(3).choice([-1.0, 1.0], size=SHAPE)
    assert told(got).startswith("The largest error is 3e-8 where 3e-9 is allowed: this looks like float32")


def test_numbers_beyond_the_bounds_are_told():
    assert "larger than 1" in told(RIGHT * 3, expected=np.tanh(RIGHT))


WRONG_SHAPES = {
    "time first": (RIGHT.transpose(1, 0, 2), "batch and step have changed places"),
    "an axis more": (RIGHT[..., None], "an axis of length 1 that should not be there"),
    "flat": (RIGHT.reshape(15, 2), "the last reshape"),
    "the state before": (np.concatenate([INPUT[:, :1], RIGHT], axis=1), "one step too many, at the start"),
    "no last step": (RIGHT[:, :-1], "one step too few, at the end"),
    "repeated": (np.broadcast_to(RIGHT, (4, *SHAPE)).copy(), "stand there several times"),
}


@pytest.mark.parametrize("name", WRONG_SHAPES)
def test_right_numbers_in_a_wrong_shape_are_told(name: str):
    got, sentence = WRONG_SHAPES[name]
    assert sentence in told(got)


def test_an_axis_that_is_missing_and_a_square_of_pairs():
    column = np.array([[0.5], [0.25], [2.0]])
    spec = ArraySpec(("N", 1), "float64", ("batch", "unit"))
    assert "axis of length 1 missing" in told(column[:, 0], expected=column, spec=spec)
    square = column * np.ones(3) + (1 - np.eye(3))
    assert "diagonal" in told(square, expected=column[:, 0], spec=ArraySpec(("N",), "float64", ("batch",)))


def test_right_numbers_of_a_wrong_kind_are_told():
    assert told(RIGHT.tolist()) == "The numbers themselves are right."
    assert told(list(RIGHT)) == "The numbers themselves are right."
    assert "about six digits" in told(RIGHT.astype(np.float32))
    assert told((RIGHT + 1.0).tolist()) == ""
    assert told([[1.0], [1.0, 2.0]]) == ""
    assert told("text") == ""


def test_the_other_parts_of_a_dict_are_told_when_they_are_right():
    spec = DictSpec({"outputs": SPEC, "state": ArraySpec(("N", "O"))})
    state = RIGHT[:, -1]
    right = {"outputs": RIGHT, "state": state}
    assert told({"outputs": RIGHT * 2.0, "state": state}, expected=right, spec=spec).endswith("`state` is right.")
    assert told({"outputs": RIGHT * 2.0, "state": state + 1}, expected=right, spec=spec).endswith("too few.")
    assert told({"outputs": RIGHT, "state": state + 1}, expected=right, spec=spec).endswith("`outputs` is right.")


def test_integers_are_described():
    spec = ArraySpec(("N",), "int64", ("step",))
    expected = np.array([3, 1, 4, 1, 5])
    assert told(expected[::-1].copy(), expected=expected, spec=spec).startswith("The numbers are right, but in reverse")
    assert "Step 0 is right" in told(expected + np.arange(5), expected=expected, spec=spec)


finite = st.floats(-1e6, 1e6, allow_nan=False)
arrays = hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=5)


@settings(max_examples=300, deadline=None)
@given(shape=arrays, seed=st.integers(0, 2**32 - 1), exponent=st.integers(-200, 200))
def test_of_unrelated_arrays_nothing_is_claimed(shape: tuple[int, ...], seed: int, exponent: int):
    draw = np.random.default_rng(seed)
    expected, got = draw.normal(size=(2, *shape)) * 10.0**exponent
    spec = ArraySpec(tuple("abc"[: len(shape)]), "float64", ("batch", "step", "unit")[: len(shape)])
    if compare(expected, got, spec, Context(hidden=False)) is not None:
        said = told(got, expected=expected, spec=spec)
        assert said in ("", "Some of your numbers are larger than 1; the right ones all lie from -1 to 1.")


def test_zeros_that_are_an_argument_too_are_told():
    spec = ArraySpec(("N", "H"), "float64", ("batch", "unit"))
    said = told(np.zeros((3, 4)), expected=np.eye(3, 4), spec=spec)
    assert said.startswith("Every number in the result is 0, as in the argument `h_0`")


@settings(max_examples=300, deadline=None)
@given(data=st.data(), shape=arrays)
def test_anything_at_all_can_be_looked_at(data: st.DataObject, shape: tuple[int, ...]):
    spec = ArraySpec(tuple("abc"[: len(shape)]), "float64", ("batch", "step", "unit")[: len(shape)])
    expected = data.draw(hnp.arrays(np.float64, shape, elements=finite))
    other = data.draw(st.one_of(st.just(shape), arrays))
    got = data.draw(hnp.arrays(data.draw(st.sampled_from([np.float64, np.float32, np.int64, np.complex128])), other))
    if compare(expected, got, spec, Context(hidden=False)) is not None:
        assert isinstance(told(got, expected=expected, spec=spec), str)


@settings(max_examples=200, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    shape=hnp.array_shapes(min_dims=2, max_dims=3, min_side=2, max_side=5),
    axis=st.integers(0, 1),
)
def test_the_place_that_is_named_is_the_wrong_one(seed: int, shape: tuple[int, ...], axis: int):
    draw = np.random.default_rng(seed)
    expected = draw.normal(size=shape)
    first = int(draw.integers(1, shape[axis]))
    got = np.moveaxis(expected.copy(), axis, 0)
    got[first:] += draw.normal(size=got[first:].shape) + 9.0
    got = np.ascontiguousarray(np.moveaxis(got, 0, axis))
    names = ("batch", "step", "unit")[: len(shape)]
    said = told(got, expected=expected, spec=ArraySpec(tuple("abc"[: len(shape)]), "float64", names))
    name = names[axis]
    if first == shape[axis] - 1 and shape[axis] > 2:
        assert f"Only {name} {first}, the last, is wrong" in said
    else:
        start = f"{name.capitalize()} 0" if first == 1 else f"Everything up to {name} {first - 1}"
        after = f"{name} 1" if shape[axis] == 2 else f"every later {name}"
        assert said.startswith(f"{start} is right and {after} is wrong: ")


def test_zeros_that_came_in_are_told_as_such():
    spec = ArraySpec(("N", "H"), "float64", ("batch", "unit"))
    said = told(np.zeros((3, 4)), expected=np.random.default_rng(5).normal(size=(3, 4)), spec=spec)
    assert said == "Every number in the result is 0, as in the argument `h_0`: was that given back as it came?"


def test_two_numbers_are_enough_for_a_sign_or_a_factor():
    spec = ArraySpec(("H",), "float64", ("unit",))
    pair = np.array([0.5, -0.25])
    assert "opposite sign" in told(-pair, expected=pair, spec=spec)
    assert "times 3:" in told(pair * 3, expected=pair, spec=spec)
    assert "reverse order" in told(pair[::-1].copy(), expected=pair, spec=spec)


def test_the_outputs_own_tolerance_says_what_is_right():
    rough = ArraySpec(("N", "T", "O"), "float64", AXES, tolerance=Tolerance(rtol=0.0, atol=0.01))
    got = with_wrong(slice(None), 4)
    got[:, :4] += 1e-3
    assert "Only step 4, the last, is wrong" in told(got, spec=rough)
    assert "Only step 4" not in told(got)
    pair = DictSpec({"rough": rough, "exact": SPEC})
    assert "`rough` is right" in told(
        {"rough": RIGHT + 1e-3, "exact": RIGHT + 1.0}, expected={"rough": RIGHT, "exact": RIGHT}, spec=pair
    )
