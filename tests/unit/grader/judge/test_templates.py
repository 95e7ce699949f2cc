"""What a template accepts, the comparison accepts as well; and right answers are accepted."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.checkers import Context, compare
from grader.judge.templates import answer_template, join_templates
from grader.model import ArraySpec, DictSpec, Property, ScalarSpec, SequenceSpec, Spec, Tolerance, Value
from grader.sandbox import frames, wire

VECTOR = ArraySpec(("D",))
NUMBERS = st.floats(allow_nan=True, allow_infinity=True, width=64)
TOLERANCES = st.builds(
    Tolerance, st.sampled_from([1e-9, 1e-3, 0.0]), st.sampled_from([None, 0.0, 1e-6, 1e300]), st.booleans()
)
FORMS: dict[str, tuple[Spec, Any]] = {
    "array": (VECTOR, lambda a, _: a),
    "dict": (DictSpec({"x": VECTOR, "y": ScalarSpec("float")}), lambda a, b: {"x": a, "y": b}),
    "tuple": (SequenceSpec("tuple", (ScalarSpec("float"), VECTOR)), lambda a, b: (b, a)),
    "list with others": (
        SequenceSpec("list", (VECTOR, ScalarSpec("int"), ScalarSpec("str"), ScalarSpec("none"), ScalarSpec("bool"))),
        lambda a, _: [a, 3, "é", None, True],
    ),
}
VECTORS = st.lists(NUMBERS, max_size=4).map(np.array)
CHANGES = st.sampled_from([0.0, 1e-12, 1e-10, 1e-6, 1.0, math.inf, math.nan])


def frame(sequence: int, value: Value) -> bytes:
    """An answer as a child sends it."""
    return frames.right_answer(sequence, wire.encode(value))


@given(st.sampled_from(list(FORMS.values())), VECTORS, NUMBERS, TOLERANCES, st.lists(CHANGES, min_size=5, max_size=5))
def test_what_a_template_accepts_the_comparison_accepts(
    form: tuple[Spec, Any], vector: np.ndarray[Any, Any], number: float, tolerance: Tolerance, changes: list[float]
):
    spec, make = form
    expected = make(vector, number)
    template = answer_template(expected, spec, tolerance)
    if template is None:
        return
    with np.errstate(all="ignore"):
        got = make(vector * (1 + np.array(changes[: len(vector)])) + changes[0], number + changes[4])
    joined = join_templates([template, template], 7)
    if joined.accepts(frame(7, expected) + frame(8, got)):
        assert compare(expected, got, spec, Context(tolerance)) is None


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_right_answers_are_accepted_and_nearly_right_ones(form: tuple[Spec, Any]):
    spec, make = form
    expected = make(np.array([1.5, -2.0, 1e-3]), 2.5)
    template = answer_template(expected, spec, Tolerance())
    assert template is not None
    near = make(np.array([1.5, -2.0, 1e-3]) * (1 + 1e-12), 2.5 * (1 + 1e-12))
    assert join_templates([template] * 3, 1).accepts(frame(1, expected) + frame(2, near) + frame(3, expected))


@pytest.mark.parametrize(
    "got",
    [
        np.array([1.5, 2.1]),
        np.array([1.5, math.nan]),
        np.array([1.5]),
        np.array([[1.5, 2.0]]),
        np.array([1.5, 2.0], dtype="<f4"),
        [1.5, 2.0],
        None,
    ],
)
def test_other_answers_are_not(got: Value):
    template = answer_template(np.array([1.5, 2.0]), VECTOR, Tolerance())
    assert template is not None
    assert not join_templates([template], 1).accepts(frame(1, got))


def test_nor_are_right_answers_to_other_requests_or_with_more_behind_them_or_with_something_printed():
    expected = np.array([1.5, 2.0])
    template = answer_template(expected, VECTOR, Tolerance())
    assert template is not None
    joined, right = join_templates([template], 1), frame(1, expected)
    assert joined.accepts(right)
    assert not joined.accepts(frame(2, expected))
    assert not joined.accepts(right + b"\0")
    assert not joined.accepts(right[:-1])
    kind, sequence, size, _ = frames.header(right)
    printed = frames.HEADER.pack(frames.MAGIC, kind, sequence, size, 3)
    assert not joined.accepts(printed + right[len(printed) :])


@pytest.mark.parametrize(
    ("expected", "spec"),
    [
        (np.array([1.0, math.inf]), VECTOR),
        (np.array([1.0, math.nan]), VECTOR),
        (np.array([1.0]), ArraySpec(("D",), properties=(Property("sorted"),))),
        (np.array([1.0]), ArraySpec(("D",), unordered=True)),
        (np.array([1.0], dtype="<f4"), ArraySpec(("D",), "float32")),
        (np.array([1j]), ArraySpec(("D",), "complex128")),
        (1j, ScalarSpec("complex")),
        (np.float64(1.0), ScalarSpec("float")),
        (np.zeros(10_000), VECTOR),
    ],
)
def test_what_needs_a_closer_look_has_no_template(expected: Value, spec: Spec):
    assert answer_template(expected, spec, Tolerance()) is None


def test_whole_numbers_must_be_the_same():
    expected = np.array([1, 2, 3])
    template = answer_template(expected, ArraySpec(("D",), "int64"), Tolerance(rtol=1.0))
    assert template is not None
    joined = join_templates([template], 1)
    assert joined.accepts(frame(1, expected))
    assert not joined.accepts(frame(1, np.array([1, 2, 4])))
