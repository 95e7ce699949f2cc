from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.checkers import Context, compare_form
from grader.model import ArraySpec, DictSpec, Property, Reason, ScalarSpec, SequenceSpec, Spec, Tolerance

CONTEXT = Context(dims={"N": 3, "H": 2}, hidden=False)
ALONE = Context(dims={"H": 2}, hidden=False)
STATE = ArraySpec(("N?", "H"), axes=("batch", "unit"))
PAIR = DictSpec({"outputs": STATE, "loss": ScalarSpec("float", Tolerance(1e-3))})


def reason(got: Any, spec: Spec, context: Context = CONTEXT) -> Reason | None:
    difference = compare_form(got, spec, context)
    return difference.reason if difference else None


@pytest.mark.parametrize(
    ("got", "spec"),
    [
        (np.full((3, 2), 7.0), STATE),
        (np.full((3, 2), np.nan), STATE),
        (np.full((3, 2), -np.inf), ArraySpec(("N", "H"), tolerance=Tolerance())),
        (np.zeros((5, 3)), ArraySpec(("K", "N"))),
        (np.zeros((3, 2)), ArraySpec(("N", "H"), moments=("mean",))),
        (np.zeros((3, 2)), ArraySpec(("N", "H"), unordered=True)),
        (np.zeros(4, np.int64), ArraySpec((4,), "int64")),
        ({"outputs": np.zeros((3, 2)), "loss": float("nan")}, PAIR),
        ((1, "a"), SequenceSpec("tuple", (ScalarSpec("int"), ScalarSpec("str")))),
        ([True, None], SequenceSpec("list", (ScalarSpec("bool"), ScalarSpec("none")))),
    ],
)
def test_any_value_of_the_declared_form_will_do(got: Any, spec: Spec):
    assert reason(got, spec) is None


@pytest.mark.parametrize(
    ("got", "spec", "wanted"),
    [
        (None, STATE, Reason.WRONG_TYPE),
        ([[1.0, 2.0]] * 3, STATE, Reason.WRONG_TYPE),
        (np.zeros((2, 3)), STATE, Reason.WRONG_SHAPE),
        (np.zeros(2), STATE, Reason.WRONG_SHAPE),
        (np.zeros((3, 2), np.float32), STATE, Reason.WRONG_DTYPE),
        (np.zeros(3), ArraySpec(("K", "N")), Reason.WRONG_SHAPE),
        ({"outputs": np.zeros((3, 2))}, PAIR, Reason.WRONG_KEYS),
        ({"outputs": np.zeros((3, 2)), "loss": 1}, PAIR, Reason.WRONG_TYPE),
        ((1,), SequenceSpec("tuple", (ScalarSpec("int"),) * 2), Reason.WRONG_LENGTH),
        ([1], SequenceSpec("tuple", (ScalarSpec("int"),)), Reason.WRONG_TYPE),
        (1, SequenceSpec("tuple", (ScalarSpec("int"),)), Reason.WRONG_TYPE),
        (np.zeros((3, 2)), ArraySpec(("N", "H"), properties=(Property("unit_norm"),)), Reason.PROPERTY_FAILED),
    ],
)
def test_another_form_is_told_as_for_a_sample(got: Any, spec: Spec, wanted: Reason):
    assert reason(got, spec) is wanted


def test_an_axis_that_no_input_has_is_not_wanted():
    assert reason(np.zeros(2), STATE, ALONE) is None
    assert reason(np.zeros((1, 2)), STATE, ALONE) is Reason.WRONG_SHAPE


def test_sizes_are_told_in_letters_and_numbers():
    difference = compare_form(np.zeros((2, 3)), STATE, CONTEXT)
    assert difference is not None
    assert difference.message.startswith("Shape is (2, 3) = (H, N), need (3, 2) = (N, H).")


def test_a_huge_declared_shape_takes_no_memory():
    context = Context(dims={"N": 1_000_000, "H": 1_000_000}, hidden=False)
    assert reason(np.zeros((2, 2)), ArraySpec(("N", "H")), context) is Reason.WRONG_SHAPE
