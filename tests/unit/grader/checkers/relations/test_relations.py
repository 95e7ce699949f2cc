"""Every row of tests/checkers/functions: a function, its inputs, a property, and what is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from pydantic import TypeAdapter

from grader.checkers import Context, Difference
from grader.checkers.relations import ask, relation_difference, well_formed
from grader.checkers.relations.asked import Asked
from grader.errors import UnfitProblemError
from grader.model import Argument, ArraySpec, BatchRelation, DictSpec, LinearRelation, Reason, ScalarSpec, Value
from grader.problem_format.function_properties import relation_of
from grader.problem_format.schema import FunctionPropertyModel, SpecModel
from grader.problem_format.specs import spec_of

ROWS = [
    pytest.param(row, id=f"{path.stem}: {row['id']}")
    for path in sorted((Path(__file__).parents[4] / "checkers" / "functions").glob("*.yaml"))
    for row in yaml.safe_load(path.read_text(encoding="utf-8"))
]
SPECS: TypeAdapter[Any] = TypeAdapter(SpecModel)


def sizes(arguments: list[Argument], inputs: dict[str, np.ndarray]) -> dict[str, int]:
    found: dict[str, int] = {}
    for argument in arguments:
        assert isinstance(argument.spec, ArraySpec)
        found |= dict(zip(map(str, argument.spec.shape), inputs[argument.name].shape, strict=True))
    return found


def given(row: dict[str, Any], asked: Asked, answer: Any) -> Value:
    """What a special case's formula comes to, stretched as the judge does."""
    code = row["property"].get("gives")
    if code is None:
        return None
    value: Value = eval(code, {"np": np}, dict(asked.inputs[0]))  # noqa: S307  a formula of our own data
    part = row["property"].get("part")
    like = answer[part] if part else answer
    return np.array(np.broadcast_to(value, like.shape)) if isinstance(like, np.ndarray) else value  # type: ignore[arg-type]


def told(row: dict[str, Any]) -> Difference | None:
    arguments = [Argument(name, ArraySpec(tuple(spec["shape"]))) for name, spec in row["arguments"].items()]
    inputs = {name: np.array(value) for name, value in row["inputs"].items()}
    function = eval(row["function"], {"np": np})  # noqa: S307  a function of our own data
    relation = relation_of(FunctionPropertyModel.model_validate(row["property"]), arguments)
    dims = sizes(arguments, inputs)
    asked = ask(relation, inputs, arguments, dims)
    answers = [function(*one.values()) for one in (inputs, *asked.inputs)]
    ready = Asked(relation, asked.inputs, asked.dims, asked.steps, asked.directions, given(row, asked, answers[0]))
    return relation_difference(ready, answers, spec_of(SPECS.validate_python(row["returns"])), Context(dims=dims))


@pytest.mark.parametrize("row", ROWS)
def test_a_property_holds_or_is_missed_in_words_that_hold_no_value(row: dict[str, Any]):
    found = told(row)
    if row["told"] is None:
        assert found is None
        return
    assert found is not None
    assert found.reason is Reason.PROPERTY_FAILED
    assert (found.max_abs_error, found.differing) == (None, None)
    for words in row["told"]:
        assert words in found.message


@pytest.mark.parametrize("size", range(2, 40))
def test_an_order_moves_both_ends_and_parts_neighbours(size: int):
    inputs = {"x": np.arange(float(size))}
    argument = Argument("x", ArraySpec(("N",)))
    asked = ask(BatchRelation("batch_permutation", "N"), inputs, [argument], {"N": size})
    order = np.asarray(asked.inputs[0]["x"]).astype(int)
    assert sorted(order.tolist()) == list(range(size))
    assert order[0] != 0
    assert order[-1] != size - 1
    if size > 3:
        assert len(set((np.diff(order) % size).tolist())) > 1


def test_a_batch_of_one_is_the_authors_fault():
    with pytest.raises(UnfitProblemError, match="batch_permutation needs a case in which N is at least 2"):
        ask(BatchRelation("batch_permutation", "N"), {"x": np.ones(1)}, [Argument("x", ArraySpec(("N",)))], {"N": 1})


def test_linear_in_what_is_no_array_is_the_authors_fault():
    with pytest.raises(UnfitProblemError, match="linear needs an array of floating-point numbers, which k is not"):
        ask(LinearRelation(("k",)), {"k": 3}, [Argument("k", ScalarSpec("int"))], {})


@pytest.mark.parametrize(
    ("got", "fits"),
    [
        ({"a": np.zeros(2), "b": (1.0,)}, True),
        ({"a": np.ones(2), "b": (7.0,)}, True),
        ({"a": np.ones(2), "b": [7.0]}, False),
        ({"a": np.ones(2), "b": (7,)}, False),
        ({"a": np.ones(3), "b": (7.0,)}, False),
        ({"a": np.ones(2), "b": (float("nan"),)}, False),
        ({"a": np.array([1.0, np.inf]), "b": (1.0,)}, False),
        ({"a": np.ones(2)}, False),
        (None, False),
    ],
)
def test_only_answers_of_the_declared_form_are_looked_into(got: Value, fits: bool):  # noqa: FBT001
    returns = spec_of(SPECS.validate_python({"dict": {"a": {"shape": ["K"]}, "b": {"tuple": [{"scalar": "float"}]}}}))
    assert isinstance(returns, DictSpec)
    assert well_formed({"a": np.zeros(2), "b": (1.0,)}, got, returns, Context()) is fits
