"""Whatever comes from a child can be looked at: an exception here would be our fault, and cost a verdict."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.checkers import Context, compare
from grader.diagnosis import MistakeTable, case_table, describe, recognise, see
from grader.model import ArraySpec, DictSpec, Foreign, ForeignArray, RunStatus, ScalarSpec, SequenceSpec, Spec, Value
from grader.sandbox import Outcome

RIGHT = np.arange(6.0).reshape(2, 3)
SPECS: dict[str, tuple[Spec, Value]] = {
    "array": (ArraySpec(("N", "D"), "float64", ("batch", "unit")), RIGHT),
    "integers": (ArraySpec(("N", "D"), "int64", ("batch", "unit")), RIGHT.astype(np.int64)),
    "bools": (ArraySpec(("N", "D"), "bool"), RIGHT > 2),
    "complex": (ArraySpec(("N", "D"), "complex128"), RIGHT * 1j),
    "no axes": (ArraySpec(()), np.array(2.0)),
    "empty": (ArraySpec(("N", "D")), np.zeros((0, 3))),
    "dict": (DictSpec({"a": ArraySpec(("N", "D")), "b": ScalarSpec("float")}), {"a": RIGHT, "b": 1.5}),
    "deep": (DictSpec({"a": SequenceSpec("list", (ArraySpec(("N", "D")),))}), {"a": [RIGHT]}),
    "tuple": (SequenceSpec("tuple", (ArraySpec(("N", "D")), ArraySpec(("D",)))), (RIGHT, RIGHT[0])),
    "scalar": (ScalarSpec("int"), 3),
    "text": (ScalarSpec("str"), "yes"),
}
DTYPES = [np.float64, np.float32, np.float16, np.int64, np.uint64, np.bool_, np.complex128, np.complex64]
arrays = hnp.arrays(st.sampled_from(DTYPES), st.one_of(st.just((2, 3)), hnp.array_shapes(min_dims=0, min_side=0)))
leaves = st.one_of(
    arrays,
    st.none(),
    st.booleans(),
    st.integers(),
    st.just(10**400),
    st.floats(),
    st.complex_numbers(),
    st.text(max_size=3),
    st.sampled_from([np.float32(2), np.int8(-1), np.complex64(1j), np.bool_(1), np.float64("nan")]),
    st.builds(Foreign, st.text(max_size=3)),
    st.builds(ForeignArray, st.just("object"), st.just((2, 3))),
)
keys = st.sampled_from(["a", "b", "c", ""])
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple) | st.dictionaries(keys, inner),
)


def near(right: Any, data: st.DataObject) -> Any:
    """The right answer with one part of it replaced."""
    other = data.draw(values)
    if isinstance(right, dict):
        return {**right, data.draw(keys): other}
    if isinstance(right, tuple | list):
        return type(right)([*right[:-1], other])
    return other


@pytest.mark.parametrize("name", SPECS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_anything_can_be_described_and_held_against_mistakes(name: str, data: st.DataObject):
    spec, right = SPECS[name]
    context = Context(dims={"N": 2, "D": 3}, hidden=False)
    got, mistaken = near(right, data), near(right, data)
    difference = compare(right, got, spec, context)
    if difference is not None:
        assert isinstance(describe(difference, (right, got), spec, context, {"x": RIGHT, "n": 1}), str)
    seen, mistake = (see(right, Outcome(RunStatus.OK, value=value)) for value in (got, mistaken))
    reference = see(right, Outcome(RunStatus.OK, value=right))
    passing = compare(right, mistaken, spec, context) is None
    known = MistakeTable(("m",), (case_table(reference, [mistake], [passing]),))
    found = recognise(known, [(0, None if difference is None else seen)])
    assert found == "" or (difference is not None and seen.form == mistake.form)
