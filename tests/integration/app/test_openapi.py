from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

PATHS = {
    "/api/v1/problems": {"get"},
    "/api/v1/problems/{slug}": {"get"},
    "/api/v1/problems/{slug}/submissions": {"post"},
    "/api/v1/submissions/{submission_id}": {"get"},
    "/healthz": {"get"},
    "/readyz": {"get"},
}


@pytest.fixture
def description(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/openapi.json").json()
    return found


def references(node: Any) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
        return own.union(*(references(item) for item in node.values()))
    return set().union(*(references(item) for item in node)) if isinstance(node, list) else set()


def test_it_describes_the_interface_and_nothing_else(description: dict[str, Any]):
    assert {path: set(methods) for path, methods in description["paths"].items()} == PATHS
    operations = [operation for methods in description["paths"].values() for operation in methods.values()]
    assert all(operation["summary"] and operation["description"] for operation in operations)
    assert len({operation["operationId"] for operation in operations}) == len(operations)


def test_every_reference_leads_somewhere(description: dict[str, Any]):
    schemas = {f"#/components/schemas/{name}" for name in description["components"]["schemas"]}
    assert references(description) <= schemas
    assert "HTTPValidationError" not in json.dumps(description)


def test_errors_are_described_as_they_are(description: dict[str, Any]):
    responses = description["paths"]["/api/v1/problems/{slug}/submissions"]["post"]["responses"]
    assert set(responses) == {"201", "401", "403", "404", "413", "415", "422", "429", "503", "507"}
    for status, response in responses.items():
        if status != "201":
            assert list(response["content"]) == ["application/problem+json"]
    assert set(responses["201"]["headers"]) == {"Location", "Preference-Applied"}
    assert "Retry-After" in responses["503"]["headers"]


def test_the_example_in_it_is_taken(client: httpx.Client, description: dict[str, Any]):
    example = description["components"]["schemas"]["NewSubmission"]["examples"][0]
    assert client.post("/api/v1/problems/rnn-cell/submissions", json=example).status_code == 201


def test_that_inputs_go_with_runs_alone_is_described(description: dict[str, Any]):
    without, with_run = description["components"]["schemas"]["NewSubmission"]["anyOf"]
    assert without["properties"]["inputs"] == {"type": "null"}
    assert (with_run["properties"]["mode"], with_run["required"]) == ({"const": "run"}, ["mode"])


@pytest.mark.parametrize("mode", [{}, {"mode": "submit"}])
def test_and_they_are_refused_with_any_other_mode(client: httpx.Client, mode: dict[str, str]):
    body = {"source": "x", "inputs": {}, **mode}
    assert client.post("/api/v1/problems/rnn-cell/submissions", json=body).status_code == 422


def test_what_is_told_of_drawn_and_of_fixed_hidden_cases_is_described(description: dict[str, Any]):
    schemas = description["components"]["schemas"]
    case = schemas["CaseBody"]["properties"]
    assert "No other submission meets its numbers" in case["drawn"]["description"]
    assert {"type": "null"} in case["seconds"]["anyOf"]
    assert "fixed hidden" in case["seconds"]["description"]
    assert "first fresh case that fails" in case["inputs"]["description"]
    assert "fresh" in schemas["GroupBody"]["required"]
