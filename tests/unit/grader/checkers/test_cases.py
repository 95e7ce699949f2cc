"""Every row of tests/checkers, for a sample and for a hidden case."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from pydantic import TypeAdapter

from grader.checkers import Context, compare_any
from grader.model import Foreign, ForeignArray, Tolerance
from grader.problem_format.schema import SpecModel
from grader.problem_format.specs import spec_of

ROWS = [
    pytest.param(row, id=f"{path.stem}: {row['id']}")
    for path in sorted((Path(__file__).parents[3] / "checkers").glob("*.yaml"))
    for row in yaml.safe_load(path.read_text(encoding="utf-8"))
]
SPECS: TypeAdapter[Any] = TypeAdapter(SpecModel)


def elements(data: Any) -> Any:
    if isinstance(data, dict):
        return complex(*data["complex"])
    return [elements(item) for item in data] if isinstance(data, list) else data


def drawn(data: dict[str, Any]) -> Any:
    """A sample of its own seed; ``mixed`` adds that share of the first component to all others."""
    form = next(iter(data))
    generator = np.random.default_rng(data["seed"])
    if form == "integers":
        return generator.integers(*data[form], data["shape"], endpoint=True)
    if form == "uniform":
        low, high = data[form]
        return low + (high - low) * generator.random(data["shape"]) if high > low else np.full(data["shape"], low)
    rows = generator.normal(*data[form], data["shape"])
    if "mixed" in data:
        rows[:, 1:] += data["mixed"] * rows[:, :1]
    return rows


def value_of(data: Any) -> Any:
    if not isinstance(data, dict):
        return data
    form = next(iter(data))
    made = {
        "array": lambda: np.array(elements(data["array"]), dtype=data.get("dtype", "float64")),
        "numpy": lambda: np.array(value_of(data["value"])).astype(data["numpy"])[()],
        "float": lambda: float(data["float"]),
        "complex": lambda: complex(*data["complex"]),
        "power": lambda: data["power"][0] ** data["power"][1],
        "list": lambda: [value_of(item) for item in data["list"]],
        "tuple": lambda: tuple(value_of(item) for item in data["tuple"]),
        "dict": lambda: {key: value_of(item) for key, item in data["dict"].items()},
        "normal": lambda: drawn(data),
        "uniform": lambda: drawn(data),
        "integers": lambda: drawn(data),
        "foreign": lambda: Foreign(data["foreign"]),
        "foreign_array": lambda: ForeignArray(data["foreign_array"], tuple(data["shape"])),
    }[form]()
    return made.reshape(data["shape"]) if form == "array" and "shape" in data else made


def judge(row: dict[str, Any], *, hidden: bool) -> Any:
    expected = value_of(row["expected"])
    got = value_of(row["got"]) if "got" in row else value_of(row["expected"])
    context = Context(Tolerance(**row.get("tolerance", {})), row.get("dims", {}), hidden=hidden)
    answers = [expected, *map(value_of, row.get("any_of", []))]
    return compare_any(answers, got, spec_of(SPECS.validate_python(row["returns"])), context)[1]


@pytest.mark.parametrize("row", ROWS)
def test_a_sample_is_told_everything(row: dict[str, Any]):
    found = judge(row, hidden=False)
    assert (found.reason if found else None) == row["reason"]
    if found is None:
        return
    assert found.path == row.get("path", "")
    assert found.first_index == row.get("first", found.first_index)
    for words in row.get("sample", []):
        assert words in found.message


@pytest.mark.parametrize("row", ROWS)
def test_a_hidden_case_tells_no_value(row: dict[str, Any]):
    found = judge(row, hidden=True)
    assert (found.reason if found else None) == row["reason"]
    if found is None:
        return
    assert found.first_index == row.get("first", found.first_index)
    for words in row.get("hidden", []):
        assert words in found.message
    for words in row.get("secret", []):
        assert words not in found.message
