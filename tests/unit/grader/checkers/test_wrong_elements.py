"""Which elements are wrong is told by the very comparison that judged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.checkers import Context, compare_any
from grader.model import (
    ArraySpec,
    DictSpec,
    Goal,
    Property,
    ScalarSpec,
    SequenceSpec,
    Spec,
    Tolerance,
)

SHOWN = Context(hidden=False)
ROW = ArraySpec(("N",))
LOOSE = ArraySpec(("N",), tolerance=Tolerance(rtol=0.2))
NAN, INF = np.nan, np.inf


def wrong(expected: Any, got: Any, spec: Spec, context: Context = SHOWN) -> Any:
    difference = compare_any([expected], got, spec, context)[1]
    return None if difference is None else difference.wrong


def row(*values: Any, dtype: str = "float64") -> np.ndarray[Any, Any]:
    return np.array(values, dtype)


CASES: dict[str, tuple[Any, Any, Spec, Any]] = {
    "right": (row(1, 2), row(1, 2), ROW, None),
    "within the tolerance": (row(1, 2, 3), row(1 + 1e-12, 2, 4), ROW, {"": (2,)}),
    "its own tolerance": (row(1, 2), row(1.1, 3), LOOSE, {"": (1,)}),
    "whole numbers exactly": (
        row(10**12, 7, dtype="int64"), row(10**12 + 1, 7, dtype="int64"), ArraySpec(("N",), "int64"), {"": (0,)}
    ),
    "bools": (row(1, 0, dtype="bool"), row(1, 1, dtype="bool"), ArraySpec(("N",), "bool"), {"": (1,)}),
    "not finite": (row(1, INF, -INF, 2), row(NAN, INF, INF, INF), ROW, {"": (0, 2, 3)}),
    "complex numbers": (
        row(1, 1j, dtype="complex128"), row(1, -1j, dtype="complex128"), ArraySpec(("N",), "complex128"), {"": (1,)}
    ),
    "C order, whatever the layout": (
        np.zeros((2, 3)), np.asfortranarray([[0.0, 1, 0], [1, 0, 0]]), ArraySpec((2, 3)), {"": (1, 3)}
    ),
    "foreign byte order": (row(1, 2), row(1, 3, dtype=">f8"), ROW, {"": (1,)}),
    "no axes": (np.array(1.0), np.array(2.0), ArraySpec(()), {"": (0,)}),
    "another shape": (row(1, 2), row(1, 2, 3), ROW, {}),
    "another dtype": (row(1, 0.1, 2), row(1, 0.1, 3, dtype="float32"), ROW, {"": (1, 2)}),
    "integers for floats": (row(1, 2.5), row(1, 2, dtype="int64"), ROW, {"": (1,)}),
    "floats for integers": (row(1, 2, dtype="int64"), row(1, 2.5), ArraySpec(("N",), "int64"), {"": (1,)}),
    "complex numbers for floats": (row(1, 2), row(1, 2j, dtype="complex128"), ROW, {"": (1,)}),
    "bools for floats": (row(1, 2), row(1, 1, dtype="bool"), ROW, {"": (1,)}),
    "a list": (row(1, 2), [1.0, 3.0], ROW, {}),
    "all parts": (
        {"a": row(1), "b": row(1, 2), "c": 1.0}, {"a": row(1.1), "b": row(2, 2), "c": 2.0},
        DictSpec({"a": LOOSE, "b": ROW, "c": ScalarSpec("float")}), {'["b"]': (0,)},
    ),
    "a part is missing": ({"a": row(1), "b": row(2)}, {"b": row(3)}, DictSpec({"a": ROW, "b": ROW}), {'["b"]': (0,)}),
    "nested": (
        (row(1), {"x": [row(2, 3)]}), (row(1), {"x": [row(2, 4)]}),
        SequenceSpec("tuple", (ROW, DictSpec({"x": SequenceSpec("list", (ROW,))}))), {'[1]["x"][0]': (1,)},
    ),
    "any order": (row(1, 2), row(2, 3), ArraySpec(("N",), unordered=True), {}),
    "a goal": (row(1, 2), row(2, 3), ArraySpec(("N",), goal=Goal("mean_absolute_error", 0.5)), {}),
    "a property alone": (
        row(1, 0), row(1, 0), ArraySpec(("N",), properties=(Property("sorted"),)), {}
    ),
    "a property of numbers that are not finite": (
        row(1, INF), row(1, INF), ArraySpec(("N",), properties=(Property("sorted"),)), {"": (1,)}
    ),
    "as many as are shown": (np.zeros(4096), np.ones(4096), ROW, {"": tuple(range(4096))}),
    "more than are shown": (np.zeros(4097), np.ones(4097), ROW, {}),
}  # fmt: skip


@pytest.mark.parametrize(("expected", "got", "spec", "told"), CASES.values(), ids=CASES)
def test_wrong_elements(expected: Any, got: Any, spec: Spec, told: Any):
    assert wrong(expected, got, spec) == told


def test_nothing_is_told_of_a_hidden_case():
    assert wrong(row(1, 2), row(1, 3), ROW, Context()) == {}


def test_nan_is_right_where_the_problem_says_so():
    context = Context(Tolerance(equal_nan=True), hidden=False)
    assert wrong(row(NAN, 1), row(NAN, 2), ROW, context) == {"": (1,)}


def test_of_several_right_answers_the_nearest_counts():
    answers = [row(1, 1, 1), row(5, 6, 7)]
    nearest, difference = compare_any(answers, row(5, 6, 8), ROW, SHOWN)
    assert nearest is answers[1]
    assert difference is not None
    assert difference.wrong == {"": (2,)}


NUMBERS = st.floats() | st.sampled_from([0.0, 1.0, 1.0 + 1e-10, 1.0 + 1e-8, np.inf, np.nan])
SHAPES = hnp.array_shapes(max_dims=3, max_side=5)


@given(data=st.data(), shape=SHAPES, equal_nan=st.booleans())
def test_as_many_are_told_as_the_message_counts(data: st.DataObject, shape: tuple[int, ...], *, equal_nan: bool):
    expected, got = (data.draw(hnp.arrays(np.float64, shape, elements=NUMBERS)) for _ in range(2))
    context = Context(Tolerance(equal_nan=equal_nan), hidden=False)
    difference = compare_any([expected], got, ArraySpec(shape), context)[1]
    if difference is None:
        return
    indices = difference.wrong[""]
    assert difference.axes_index is not None
    assert int(np.ravel_multi_index(difference.axes_index, shape)) in indices
    finite = [index for index in indices if np.isfinite(got.flat[index])]
    assert difference.differing == len(indices) - len(finite) or (difference.differing == len(indices) == len(finite))
