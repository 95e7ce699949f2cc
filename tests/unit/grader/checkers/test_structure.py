"""Properties of the comparison as a whole."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.checkers import Context, compare
from grader.errors import UnfitProblemError
from grader.model import ArraySpec, DictSpec, Foreign, ForeignArray, ScalarSpec, SequenceSpec, Spec, Tolerance

AXES = ("batch", "step", "unit")
FINITE = st.floats(-1e12, 1e12, allow_subnormal=False)
SHAPES = hnp.array_shapes(min_dims=1, max_dims=3, max_side=4)
ARRAYS = SHAPES.flatmap(lambda shape: hnp.arrays(np.float64, shape, elements=FINITE))
VALUES = st.one_of(
    ARRAYS,
    hnp.arrays(np.int64, SHAPES),
    hnp.arrays(np.bool_, SHAPES),
    hnp.arrays(np.complex128, SHAPES, elements=st.complex_numbers(max_magnitude=1e9)),
    FINITE,
    st.integers(),
    st.booleans(),
    st.complex_numbers(max_magnitude=1e9),
    st.text(max_size=5),
    st.none(),
)
TREES = st.recursive(
    VALUES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.sampled_from(["outputs", "state", "cell"]), inner, min_size=1, max_size=3),
    ),
    max_leaves=6,
)
STRANGE = st.one_of(
    TREES,
    st.builds(Foreign, st.text(max_size=20)),
    st.builds(ForeignArray, st.sampled_from(["object", "<U5", "S3", "datetime64[ns]"]), st.just((2, 3))),
    st.sampled_from([np.float32(1.5), np.int8(3), np.bool_(1), np.array(2.0), 10**5000, float("nan"), np.str_("a")]),
    st.dictionaries(st.text(max_size=8), VALUES, max_size=3),
)


def spec_of(value: Any) -> Spec:
    if isinstance(value, np.ndarray):
        return ArraySpec(value.shape, value.dtype.name, AXES[: value.ndim])
    if isinstance(value, dict):
        return DictSpec({key: spec_of(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return SequenceSpec(type(value).__name__, tuple(spec_of(item) for item in value))
    return ScalarSpec({type(None): "none"}.get(type(value), type(value).__name__))


@settings(deadline=None)  # the machine may be busy
@given(TREES, st.booleans())
def test_a_value_equals_itself(value: Any, hidden: bool):  # noqa: FBT001
    assert compare(value, value, spec_of(value), Context(hidden=hidden)) is None


@settings(deadline=None)  # the machine may be busy
@given(ARRAYS, st.data(), st.booleans())
def test_one_wrong_element_is_found_where_it_is(expected: np.ndarray, data: st.DataObject, hidden: bool):  # noqa: FBT001
    tolerance = Tolerance(rtol=1e-9, atol=1e-6)
    index = tuple(data.draw(st.integers(0, size - 1)) for size in expected.shape)
    got = expected.copy()
    got[index] += data.draw(st.sampled_from([-1, 1])) * (2e-6 + 4e-9 * abs(expected[index]))
    found = compare(expected, got, spec_of(expected), Context(tolerance, hidden=hidden))
    assert found is not None
    assert found.axes_index == index
    assert found.first_index == ", ".join(f"{name} {i}" for name, i in zip(AXES, index, strict=False))
    assert found.differing == (1 if not hidden or expected.size > 1 else None)


@settings(deadline=None)  # the machine may be busy
@given(ARRAYS, st.data())
def test_what_lies_within_the_tolerance_passes(expected: np.ndarray, data: st.DataObject):
    signs = data.draw(hnp.arrays(np.float64, expected.shape, elements=st.floats(-0.5, 0.5)))
    got = expected + signs * (1e-6 + 1e-6 * np.abs(expected))
    assert compare(expected, got, spec_of(expected), Context(Tolerance(1e-6, 1e-6), hidden=False)) is None


@settings(deadline=None)  # the machine may be busy
@given(ARRAYS)
def test_layout_does_not_matter(expected: np.ndarray):
    spec = spec_of(expected)
    spaced = np.repeat(expected, 2, axis=-1)[..., ::2]
    backwards = expected[..., ::-1].copy()[..., ::-1]
    fixed = np.asfortranarray(expected)
    fixed.flags.writeable = False
    assert [compare(expected, got, spec, Context()) for got in (spaced, backwards, fixed)] == [None] * 3


@settings(deadline=None)  # the machine may be busy
@given(TREES, STRANGE, st.booleans())
def test_any_answer_is_judged_without_an_exception(expected: Any, got: Any, hidden: bool):  # noqa: FBT001
    found = compare(expected, got, spec_of(expected), Context(hidden=hidden))
    assert found is None or (found.message and len(found.message) < 2000)


@settings(deadline=None)  # the machine may be busy
@given(ARRAYS, ARRAYS)
@example(np.zeros((1, 2)), np.ones((1, 2)))
@example(np.zeros((1, 2)), np.full((1, 2), 0.1))
def test_a_hidden_message_holds_no_value(expected: np.ndarray, got: np.ndarray):
    found = compare(expected, got, spec_of(expected), Context(hidden=True))
    message = found.message if found else ""
    numbers = {token.rstrip(".") for token in re.findall(r"[-+]?\d[\d.]*(?:e[-+]?\d+)?", message)}
    for error in re.findall(r"about (\S+)\.", message):
        assert re.fullmatch(r"1e-?\d+|0\.01|0\.1|1|10|100", error)
        numbers.discard(error)
    indices = {str(i) for i in range(5)} | {str(size) for size in expected.shape}
    assert numbers <= indices | {"float64"}


SECRETS = st.floats(min_value=1e-3, max_value=1e3).filter(lambda x: len(repr(x)) > 8)


@settings(deadline=None)  # the machine may be busy
@given(SECRETS, SECRETS)
def test_a_hidden_scalar_tells_nothing_at_all(expected: float, got: float):
    found = compare(expected, got, ScalarSpec("float"), Context(hidden=True))
    if found is not None:
        other = compare(expected, 0.0, ScalarSpec("float"), Context(hidden=True))
        assert found == other


@settings(deadline=None)  # the machine may be busy
@given(hnp.arrays(np.float64, (1, 1), elements=SECRETS))
def test_a_hidden_array_of_one_element_tells_no_error(expected: np.ndarray):
    found = compare(expected, np.zeros((1, 1)), spec_of(expected), Context(hidden=True))
    assert found is not None
    assert (found.max_abs_error, found.max_rel_error, found.differing, found.total) == (None, None, None, None)


@settings(deadline=None)  # the machine may be busy
@given(hnp.arrays(np.float64, (2, 2), elements=SECRETS))
def test_a_hidden_error_is_a_power_of_ten(expected: np.ndarray):
    found = compare(expected, np.zeros((2, 2)), spec_of(expected), Context(hidden=True))
    assert found is not None
    assert found.max_rel_error == 1.0
    assert f"{found.max_abs_error:.17e}".rstrip("0123456789+-").startswith("1.00000")


@pytest.mark.parametrize(
    ("expected", "spec"),
    [
        ([1.0], ArraySpec(("N",))),
        (np.zeros(2, np.float32), ArraySpec(("N",))),
        (1, ScalarSpec("float")),
        ({"a": 1}, DictSpec({"b": ScalarSpec("int")})),
        ([1], SequenceSpec("tuple", (ScalarSpec("int"),))),
        ((1, 2), SequenceSpec("tuple", (ScalarSpec("int"),))),
    ],
)
def test_an_expected_value_of_another_type_is_the_problems_fault(expected: Any, spec: Spec):
    with pytest.raises(UnfitProblemError, match="the reference does not give"):
        compare(expected, expected, spec, Context())
