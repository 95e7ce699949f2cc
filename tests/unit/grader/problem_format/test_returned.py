"""What an output may ask for beyond its values, and what contradicts itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.errors import ProblemFormatError
from grader.model import ArraySpec, DictSpec, Goal, Property, Tolerance
from tests.doubling import doubling

ARRAY: dict[str, Any] = {"shape": ["D"]}
WRONG: dict[str, tuple[dict[str, Any], str, str]] = {
    "free without a property": ({**ARRAY, "values": "free"}, "returns.values", "add `properties`"),
    "orthogonal vector": ({**ARRAY, "properties": ["orthogonal"]}, "returns.properties.0", "two axes"),
    "axis out of range": (
        {**ARRAY, "properties": [{"holds": "sorted", "axis": 1}]}, "returns.properties.0", "axis 1",
    ),
    "sorted complex": (
        {**ARRAY, "dtype": "complex128", "properties": ["sorted"]}, "returns.properties.0", "means nothing",
    ),
    "two ways": ({**ARRAY, "unordered": True, "properties": ["sorted"], "values": "free"}, "returns", "one of"),
    "wrong bound": ({**ARRAY, "outcome": {"measure": "accuracy", "at_most": 0.5}}, "returns.outcome", "at_least"),
    "rows of nothing": ({"shape": [], "unordered": True}, "returns.unordered", "needs an axis"),
    "tolerance of a str": ({"scalar": "str", "compare": {"rtol": 0.1}}, "returns.compare", "means nothing for str"),
    "inside": ({"dict": {"a": {**ARRAY, "values": "free"}}}, "returns.dict.a.values", "add `properties`"),
    "unknown property": ({**ARRAY, "properties": ["ordered"]}, "returns.properties.0", "sorted"),
}  # fmt: skip


@pytest.mark.parametrize(("returns", "field", "says"), WRONG.values(), ids=WRONG)
def test_what_contradicts_itself_is_told(tmp_path: Path, returns: dict[str, Any], field: str, says: str):
    with pytest.raises(ProblemFormatError) as caught:
        doubling(tmp_path, returns=returns)
    [fault] = caught.value.faults
    assert fault.field == field
    assert says in fault.message


def test_everything_that_may_be_asked(tmp_path: Path):
    returns = {
        "dict": {
            "basis": {"shape": ["D", "D"], "properties": ["orthogonal"], "values": "free"},
            "rows": {"shape": ["D"], "unordered": True, "compare": {"rtol": 1e-6, "atol": 0.5}},
            "labels": {"shape": ["D"], "dtype": "int64", "outcome": {"measure": "accuracy", "at_least": 0.9}},
            "order": {"shape": ["D"], "properties": [{"holds": "sorted", "axis": 0, "descending": True}]},
        }
    }
    spec = doubling(tmp_path, returns=returns).returns
    assert isinstance(spec, DictSpec)
    assert spec.items["basis"] == ArraySpec(("D", "D"), properties=(Property("orthogonal"),), free=True)
    assert spec.items["rows"] == ArraySpec(("D",), tolerance=Tolerance(1e-6, 0.5), unordered=True)
    assert spec.items["labels"] == ArraySpec(("D",), "int64", goal=Goal("accuracy", 0.9))
    assert spec.items["order"] == ArraySpec(("D",), properties=(Property("sorted", 0, descending=True),))
