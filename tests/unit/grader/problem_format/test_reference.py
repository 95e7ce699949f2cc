"""The reference of every key, and the JSON Schema that it is made from."""

from __future__ import annotations

import re
from typing import Any

import pytest

from grader.problem_format import json_schema, key_reference
from grader.problem_format.schema import Model

SCHEMA: dict[str, Any] = json_schema()
MODELS = {"ProblemModel": SCHEMA, **SCHEMA["$defs"]}


def test_every_key_of_every_model_says_what_it_is():
    silent = [
        f"{name}.{key}"
        for name, model in MODELS.items()
        for key, field in model["properties"].items()
        if not field.get("description")
    ]
    assert silent == []
    assert len(MODELS) > 20


def test_every_key_of_every_model_is_on_the_page():
    page = key_reference()
    bases = {base.__name__ for model in Model.__subclasses__() if model.__subclasses__() for base in [model]}
    assert {model.__name__ for model in Model.__subclasses__()} - bases <= set(MODELS)
    for model in MODELS.values():
        for key in model["properties"]:
            assert f"| `{key}` |" in page


def test_links_on_the_page_lead_to_its_sections():
    page = key_reference()
    sections = {line[3:].lower().replace(" ", "-") for line in page.splitlines() if line.startswith("## ")}
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= sections


@pytest.mark.parametrize("line", key_reference().splitlines())
def test_every_row_of_a_table_has_four_cells(line: str):
    if line.startswith("|"):
        assert len(re.findall(r"(?<!\\)\|", line)) == 5
