"""Whatever a function gives in a further call, a property holds or is missed: nothing raises, and no value is told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.checkers import Context
from grader.checkers.relations import ask, circumstances, relation_difference
from grader.checkers.relations.asked import Asked
from grader.model import (
    Argument,
    ArraySpec,
    BatchRelation,
    DictSpec,
    Foreign,
    ForeignArray,
    GradientRelation,
    LinearRelation,
    Program,
    Reason,
    Relation,
    ScalarSpec,
    SequenceSpec,
    SpecialCase,
)

RETURNS = DictSpec({
    "loss": ScalarSpec("float"), "y": ArraySpec(("N", "D"), axes=("example", "unit")),
    "dw": ArraySpec(("D",), axes=("unit",)), "pair": SequenceSpec("tuple", (ArraySpec(("N",)), ScalarSpec("float"))),
})  # fmt: skip
ARGUMENTS = [
    Argument("x", ArraySpec(("N", "D"))),
    Argument("w", ArraySpec(("D",))),
    Argument("up", ArraySpec(("N", "D"))),
]
INPUTS = {"x": np.arange(6.0).reshape(3, 2), "w": np.array([1.0, -2.0]), "up": np.ones((3, 2))}
DIMS = {"N": 3, "D": 2}
RELATIONS: dict[str, Relation] = {
    "permutation": BatchRelation("batch_permutation", "N"),
    "independence": BatchRelation("batch_independence", "N"),
    "linear": LinearRelation(("x",)),
    "special": SpecialCase(Program("gives", b""), "A sentence.", zero=("w",), at={"N": 1}, part="dw"),
    "gradients": GradientRelation("loss", {"w": "dw"}),
    "weighed": GradientRelation("y", {"w": "dw"}, "up"),
}


def answer(rows: int = 3) -> dict[str, Any]:
    return {"loss": 0.5, "y": np.full((rows, 2), 0.25), "dw": np.array([3.5, 4.5]), "pair": (np.ones(rows), 7.25)}


arrays = hnp.arrays(
    st.sampled_from([np.float64, np.float32, np.int64, np.complex128, np.bool_]),
    st.sampled_from([(), (1,), (2,), (3,), (3, 2), (1, 2), (0, 2)]),
)
leaves = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.complex_numbers(), st.text(max_size=3), arrays,
    st.just(Foreign("solution.Thing")), st.just(ForeignArray("object", (3, 2))),
)  # fmt: skip
keys = st.sampled_from(["loss", "y", "dw", "pair", "other"])
anything = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple)
    | st.dictionaries(keys, inner, max_size=4), max_leaves=6,
)  # fmt: skip
nearly = st.builds(lambda key, value, rows: {**answer(rows), key: value}, keys, leaves, st.sampled_from([1, 3]))


@pytest.mark.parametrize("name", RELATIONS)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_answers_are_taken(name: str, data: st.DataObject):
    relation = RELATIONS[name]
    asked = ask(relation, INPUTS, ARGUMENTS, DIMS)
    given_ = np.array([3.5, 4.5]) if isinstance(relation, SpecialCase) else None
    ready = Asked(relation, asked.inputs, asked.dims, asked.steps, asked.directions, given_)
    further = [data.draw(st.one_of(nearly, anything, st.builds(answer))) for _ in asked.inputs]
    found = relation_difference(ready, [answer(), *further], RETURNS, Context(dims=DIMS))
    assert circumstances(relation).startswith("Called with")
    if found is not None:
        assert found.reason is Reason.PROPERTY_FAILED
        assert "solution.Thing" not in found.message
        assert not any(number in found.message for number in ("0.25", "3.5", "4.5", "7.25"))
