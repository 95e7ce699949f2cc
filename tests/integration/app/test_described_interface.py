"""The REST interface does what its description says, asked in every way that it allows and in some that it does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

CASES = 200
"""For each operation."""

check = settings(max_examples=CASES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@pytest.fixture
def operations(open_client: Callable[..., httpx.Client]) -> dict[str, Any]:
    """Each operation that is described, by method and path."""
    client = open_client(rate_limits=False, queue_capacity=100_000)
    schema = schemathesis.openapi.from_url(f"{client.base_url}/api/openapi.json")
    found = (each.ok() for each in schema.get_all_operations())
    return {f"{operation.method.upper()} {operation.path}": operation for operation in found}


SUBMIT = "POST /api/v1/problems/{slug}/submissions"


def ask_all(operation: Any, mode: GenerationMode) -> None:
    @check
    @given(case=operation.as_strategy(generation_mode=mode), known=st.booleans())
    def ask(case: schemathesis.Case, *, known: bool) -> None:
        inputs = isinstance(case.body, dict) and case.body.get("inputs") is not None
        if known and "slug" in case.path_parameters and not inputs:  # inputs must fit the problem, which no schema says
            case.path_parameters["slug"] = "rnn-cell"
        case.call_and_validate()

    ask()


@pytest.mark.slow
def test_what_the_description_allows_is_taken_and_every_answer_is_described(operations: dict[str, Any]):
    assert len(operations) == 6
    for operation in operations.values():
        ask_all(operation, GenerationMode.POSITIVE)


@pytest.mark.slow
def test_what_the_description_does_not_allow_is_refused(operations: dict[str, Any]):
    ask_all(operations[SUBMIT], GenerationMode.NEGATIVE)
