"""The work that every benchmark does: one honest submission of the full network, twelve cases."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np

from grader.model import CaseEntry, Group, Problem, TestCase
from grader.problem_format import load_problem

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


def inputs(seed: int, sizes: dict[str, int]) -> dict[str, np.ndarray[Any, Any]]:
    """One case's arrays: standard normal, weights scaled by the square root of their last axis."""
    draw = np.random.default_rng(seed).standard_normal
    batch, steps, features, hidden, out = (sizes[name] for name in "NTDHO")
    return {
        "X": draw((batch, steps, features)),
        "h_0": draw((batch, hidden)),
        "W_xh": draw((hidden, features)) / np.sqrt(features),
        "W_hh": draw((hidden, hidden)) / np.sqrt(hidden),
        "W_hy": draw((out, hidden)) / np.sqrt(hidden),
        "b_h": draw((hidden,)),
        "b_y": draw((out,)),
    }


def problem(cases: int = CASES, sizes: dict[str, int] | None = None) -> Problem:
    """The shipped exercise with these cases in place of its own: one sample, the rest hidden."""
    sizes = sizes or SIZES
    shipped = load_problem(Path(__file__).resolve().parents[1] / "problems" / "vanilla-rnn")
    groups = (Group("sample"), Group("hidden", points=100.0))
    entries = tuple(
        CaseEntry(TestCase(f"case {seed}", "hidden" if seed else "sample", inputs(seed, sizes), dims=sizes))
        for seed in range(cases)
    )
    version = f"bench-{cases}-{sorted(sizes.items())}"
    return dataclasses.replace(shipped, version=version, groups=groups, entries=entries)
