"""Published results of recurrent networks against the problems' own reference programs, in the real sandbox."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.judge.own_programs import authors_call, run_program
from grader.model import Problem, RunStatus
from grader.sandbox import Sandbox, wire

DATA = Path(__file__).resolve().parent.parent / "data" / "vectors.json"
VECTORS = [vector for vector in json.loads(DATA.read_bytes()) if vector["maps_to"]]
Arrays = dict[str, np.ndarray]


def arrays(vector: dict[str, Any]) -> Arrays:
    """The vector's inputs as they were published."""
    return {name: np.array(value, dtype=np.float64) for name, value in vector["inputs"].items()}


def arguments(vector: dict[str, Any]) -> Arrays:
    """The arguments of our entry point: in our layout as they stand, or as the vector says how to get there."""
    given, how = arrays(vector), vector["maps_to"]["args"]
    if not isinstance(how, dict):
        return given
    names = {**given, "eye": np.eye, "zeros": np.zeros}
    return {
        name: np.ascontiguousarray(eval(text, {"__builtins__": {}}, names))  # noqa: S307  from our own data file
        for name, text in how.items()
    }


def identity_read_out(given: Arrays) -> Arrays:
    """The same network with its hidden states as outputs."""
    units = len(given["b_h"])
    return {**given, "W_hy": np.eye(units), "b_y": np.zeros(units)}


def softmax(values: np.ndarray) -> np.ndarray:
    """Along the last axis."""
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def published(problem: Problem, given: Arrays, sandbox: Sandbox) -> Arrays:
    """Our answer under the names and in the layouts of the publications."""
    if problem.id == "rnn-cell":
        return {"h": run(problem, given, sandbox)}
    states = run(problem, identity_read_out(given), sandbox)["outputs"]
    answer = run(problem, {**identity_read_out(given), **given}, sandbox)
    final = answer["final_hidden_state"]
    assert (final == states[:, -1]).all()
    return {
        **answer,
        "h": states,
        "Y": states,
        "Y_h": final,
        "a": states.transpose(2, 0, 1),
        "y_pred": softmax(answer["outputs"]).transpose(2, 0, 1),
    }


def run(problem: Problem, given: Arrays, sandbox: Sandbox) -> Any:
    """What the problem's reference makes of some inputs."""
    names = [argument.name for argument in problem.arguments]
    payload = wire.encode(tuple(given[name] for name in names))
    outcome = run_program(problem, problem.reference, [authors_call(payload, problem.limits)], sandbox)[0]
    assert outcome.status is RunStatus.OK, outcome
    return outcome.value


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_reference_gives_the_published_values(
    vector: dict[str, Any], rnn_cell: Problem, vanilla_rnn: Problem, sandbox: Sandbox
):
    problem = {"rnn_cell": rnn_cell, "vanilla_rnn": vanilla_rnn}[vector["maps_to"]["problem"]]
    results = published(problem, arguments(vector), sandbox)
    wrong = [expected["name"] for expected in vector["expected"] if not _holds(expected, results)]
    assert vector["expected"]
    assert wrong == []


def _holds(expected: dict[str, Any], results: Arrays) -> bool:
    """Whether one published value, whole or part of an array, is what we got, within its own tolerance."""
    name, _, part = expected["name"].partition("[")
    got = results[name]
    if part:
        got = eval(f"got[{part}", {"got": got})  # noqa: S307  from our own data file
    if expected["index"] is not None:
        got = got[tuple(expected["index"])]
    want = np.array(expected["value"])
    return bool(got.shape == want.shape and (np.abs(got - want) <= expected["atol"]).all())


def test_the_comparison_sees_a_wrong_value():
    results = {"a": np.arange(8.0).reshape(2, 4)}
    assert _holds({"name": "a[1,1:3]", "index": None, "value": [5, 6.001], "atol": 0.01}, results)
    assert not _holds({"name": "a", "index": [1, 1], "value": 5.1, "atol": 0.01}, results)
    assert not _holds({"name": "a", "index": [1], "value": 5.0, "atol": 9.0}, results)
