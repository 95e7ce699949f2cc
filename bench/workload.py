"""The work that benchmarks do: an honest submission of the full network, twelve cases; and the shipped problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from grader.judge import PreparedCase
from grader.model import Problem, Value
from grader.problem_format import load_problem, read_stored
from grader.sandbox import wire

PROBLEMS = Path(__file__).resolve().parents[1] / "problems"
SIZES = {"N": 4, "T": 16, "D": 8, "H": 16, "O": 4}
CASES = 12
SOURCE = b"""import numpy as np


def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):
    N, T, D = X.shape
    h = h_0
    outputs = np.empty((N, T, b_y.shape[0]))
    for t in range(T):
        h = np.tanh(X[:, t] @ W_xh.T + h @ W_hh.T + b_h)
        outputs[:, t] = h @ W_hy.T + b_y
    return {"outputs": outputs, "final_hidden_state": h}
"""


@dataclass(frozen=True, slots=True)
class Work:
    """A source and the arguments of every call that a submission of it comes to, as arrays that are there already."""

    source: bytes
    entry_point: str
    calls: list[tuple[Value, ...]]


def work_of(problem: Problem, items: Iterable[PreparedCase], source: bytes = SOURCE) -> Work:
    """The calls of these cases, and those by which the function's properties are tried."""
    return Work(source, problem.entry_point, [call for item in items for call in _calls(item)])


def _calls(item: PreparedCase) -> Iterator[tuple[Value, ...]]:
    yield tuple(item.case.inputs.values())
    for payload in (payload for one in item.properties for payload in one.payloads):
        further = wire.decode(payload)
        if not isinstance(further, tuple):
            raise TypeError("a request without arguments")
        yield further


@cache
def files(cases: int = CASES, sizes: tuple[tuple[str, int], ...] = tuple(SIZES.items())) -> Mapping[str, bytes]:
    """The shipped exercise with these cases in place of its own: one sample, the rest fixed and hidden."""
    shipped = load_problem(PROBLEMS / "vanilla-rnn")
    document = yaml.safe_load(shipped.files["problem.yaml"])
    document["groups"] = [{"name": "sample", "points": 0}, {"name": "hidden", "points": 100}]
    document["cases"] = [_case(seed, dict(sizes)) for seed in range(cases)]
    return {**shipped.files, "problem.yaml": yaml.safe_dump(document, sort_keys=False).encode()}


def _case(seed: int, sizes: dict[str, int]) -> dict[str, Any]:
    return {
        "group": "hidden" if seed else "sample",
        "name": f"case {seed}",
        "dims": sizes,
        "generate": {"default": "fan_in", "X": "normal", "h_0": "normal", "b_h": "normal", "b_y": "normal"},
        "seed": seed,
    }


def problem(cases: int = CASES, sizes: dict[str, int] | None = None) -> Problem:
    """The problem of `files`."""
    return read_stored(files(cases, tuple((sizes or SIZES).items())))
