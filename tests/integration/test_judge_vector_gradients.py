"""Published gradients of recurrent networks against central differences of the problems' own reference programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.judge.own_programs import authors_call, run_program
from grader.model import Problem, RunStatus
from grader.sandbox import Sandbox, wire

DATA = Path(__file__).resolve().parent.parent / "data" / "vectors.json"
VECTORS = {vector["id"]: vector for vector in json.loads(DATA.read_bytes())}
STEP = 1e-5
NEAR = 1e-8
"""What central differences of this step are good for: their error is of the order of its square."""

Arrays = dict[str, np.ndarray]
Loss = Callable[[Any], float]


def gradients(problem: Problem, given: Arrays, loss: Loss, sandbox: Sandbox) -> Arrays:
    """The derivative of a number that is made of the reference's answer, with respect to every argument."""
    places = [(name, index) for name, array in given.items() for index in np.ndindex(array.shape)]
    calls = [
        authors_call(wire.encode(tuple(moved(given, *place, step).values())), problem.limits)
        for place in places
        for step in (STEP, -STEP)
    ]
    answers = run_program(problem, problem.reference, calls, sandbox)
    assert all(answer.status is RunStatus.OK for answer in answers)
    losses = np.array([loss(answer.value) for answer in answers]).reshape(-1, 2)
    found = {name: np.zeros(array.shape) for name, array in given.items()}
    for (name, index), (above, below) in zip(places, losses, strict=True):
        found[name][index] = (above - below) / (2 * STEP)
    return found


def moved(given: Arrays, name: str, index: tuple[int, ...], step: float) -> Arrays:
    """The arguments with one element a step away."""
    array = given[name].copy()
    array[index] += step
    return {**given, name: array}


def arrays(vector: Mapping[str, Any]) -> Arrays:
    return {name: np.array(value, dtype=np.float64) for name, value in vector["inputs"].items()}


def assert_published(vector: Mapping[str, Any], found: Arrays) -> None:
    for expected in vector["expected"]:
        got = found[expected["name"]]
        got = got if expected["index"] is None else got[tuple(expected["index"])]
        np.testing.assert_allclose(got, expected["value"], rtol=NEAR, atol=max(NEAR, expected["atol"]))


def test_one_step_with_rows_as_examples(rnn_cell: Problem, sandbox: Sandbox):
    vector = VECTORS["cs231n-rnn_step_backward"]
    own = arrays(vector)
    given = {"x_t": own["x"], "h_prev": own["prev_h"], "W_xh": own["Wx"].T, "W_hh": own["Wh"].T, "b_h": own["b"]}
    found = gradients(rnn_cell, given, lambda state: float((own["dnext_h"] * state).sum()), sandbox)
    names = {"dx": found["x_t"], "dprev_h": found["h_prev"], "dWx": found["W_xh"].T, "dWh": found["W_hh"].T}
    assert_published(vector, {**names, "db": found["b_h"]})


def test_one_step_with_columns_as_examples(rnn_cell: Problem, sandbox: Sandbox):
    vector = VECTORS["coursera-rnn_cell_backward"]
    own = arrays(vector)
    given = {
        "x_t": own["xt"].T, "h_prev": own["a_prev"].T, "W_xh": own["Wax"], "W_hh": own["Waa"], "b_h": own["ba"][:, 0],
    }  # fmt: skip
    found = gradients(rnn_cell, given, lambda state: float((own["da_next"].T * state).sum()), sandbox)
    names = {"dxt": found["x_t"].T, "da_prev": found["h_prev"].T, "dWax": found["W_xh"], "dWaa": found["W_hh"]}
    assert_published(vector, {**names, "dba": found["b_h"][:, None]})


def test_a_whole_sequence(vanilla_rnn: Problem, sandbox: Sandbox):
    vector = VECTORS["coursera-rnn_backward"]
    own = arrays(vector)
    units = own["Waa"].shape[0]
    given = {
        "X": own["x"].transpose(1, 2, 0), "h_0": own["a0"].T, "W_xh": own["Wax"], "W_hh": own["Waa"],
        "W_hy": np.eye(units), "b_h": own["ba"][:, 0], "b_y": np.zeros(units),
    }  # fmt: skip
    assert {argument.name for argument in vanilla_rnn.arguments} == set(given)
    ordered = {argument.name: given[argument.name] for argument in vanilla_rnn.arguments}
    weights = own["da"].transpose(1, 2, 0)
    found = gradients(vanilla_rnn, ordered, lambda answer: float((weights * answer["outputs"]).sum()), sandbox)
    names = {"dx": found["X"].transpose(2, 0, 1), "da0": found["h_0"].T, "dWax": found["W_xh"], "dWaa": found["W_hh"]}
    assert_published(vector, {**names, "dba": found["b_h"][:, None]})


@pytest.mark.parametrize("name", ["x_t", "b_h"])
def test_a_wrong_gradient_would_be_seen(rnn_cell: Problem, sandbox: Sandbox, name: str):
    given = {argument.name: np.asarray(rnn_cell.samples[0].inputs[argument.name]) for argument in rnn_cell.arguments}
    found = gradients(rnn_cell, given, lambda state: float(state.sum()), sandbox)[name]
    with pytest.raises(AssertionError):
        assert_published({"expected": [{"name": "d", "index": None, "value": found * 1.001, "atol": 0}]}, {"d": found})
