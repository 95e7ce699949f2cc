from __future__ import annotations

import pytest

from grader.checkers.difference import Context
from grader.checkers.shapes import axis_names, fits, index_words, shape_message
from grader.model import ArraySpec

CELL = ArraySpec(("N?", "H"), axes=("batch", "unit"))
BATCHED = Context(dims={"N": 3, "D": 4, "H": 6}, hidden=False)
ALONE = Context(dims={"D": 4, "H": 6}, hidden=False)


@pytest.mark.parametrize(
    ("got", "expected", "context", "message"),
    [
        ((4, 6), (3, 6), BATCHED, "Shape is (4, 6) = (D, H), need (3, 6) = (N, H)."),
        ((5, 6), (3, 6), BATCHED, "Shape is (5, 6) = (5, H), need (3, 6) = (N, H)."),
        ((6,), (3, 6), BATCHED, "The result has one axis, need two: shape is (6,) = (H,), need (3, 6) = (N, H)."),
        ((1, 6), (6,), ALONE, "The result has two axes, need one: shape is (1, 6) = (1, H), need (6,) = (H,)."),
        ((), (6,), ALONE, "The result has no axes, need one: shape is (), need (6,) = (H,)."),
    ],
)
def test_shapes_are_told_in_symbols(got: tuple[int, ...], expected: tuple[int, ...], context: Context, message: str):
    assert shape_message(got, expected, CELL, context, "") == message


def test_a_square_is_told_by_the_side_that_fits():
    context = Context(dims={"N": 3, "D": 6, "H": 6})
    assert "(H,)" in shape_message((6,), (3, 6), CELL, context, "")


def test_fixed_sizes_stand_for_themselves():
    spec = ArraySpec((2, "H"))
    assert shape_message((3, 6), (2, 6), spec, Context(dims={"H": 6}), "a") == "a: shape is (?, H), need (2, H)."


def test_axes_of_an_absent_symbol_go_with_it():
    assert axis_names(CELL, 2, BATCHED) == ("batch", "unit")
    assert axis_names(CELL, 1, ALONE) == ("unit",)
    assert index_words((4,), CELL, ALONE) == "unit 4"
    assert index_words((0, 4), ArraySpec(("N", "H")), BATCHED) == "index [0, 4]"


def test_which_optional_axis_is_there_follows_the_sizes():
    spec = ArraySpec(("N?", "T?", "H"), axes=("batch", "step", "unit"))
    assert axis_names(spec, 2, Context(dims={"T": 2, "H": 6})) == ("step", "unit")
    assert fits((2, 6), spec, Context(dims={"T": 2, "H": 6}))
    assert not fits((3, 6), spec, Context(dims={"T": 2, "H": 6}))
    assert not fits((2, 3, 6, 1), spec, Context(dims={"T": 2, "H": 6}))
