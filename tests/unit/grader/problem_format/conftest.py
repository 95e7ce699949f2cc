"""A small problem to start from, and a way to say what is wrong with a changed one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import Fault, ProblemFormatError
from grader.problem_format import load_problem

BASE = """\
format: 1
id: rnn-cell
title: RNN Cell
difficulty: easy
concepts: [recurrence, tanh]
track: {name: Finding Structure in Time, position: 1}
source: {author: Elman, title: Finding Structure in Time, year: 1990}
entry_point: rnn_cell
arguments:
  x_t: {shape: [N?, D], dtype: float64, meaning: input at step t}
  h_prev: {shape: [N?, H]}
  steps: {scalar: int}
returns: {shape: [N?, H], dtype: float64, axes: [batch, unit]}
statement: A cell.
starter: "def rnn_cell(x_t, h_prev, steps):\\n    pass\\n"
reference: "def rnn_cell(x_t, h_prev, steps):\\n    return h_prev\\n"
mistakes: [{id: zeros, source: "import numpy", message: All zeros.}]
compare: {rtol: 1e-9, atol: auto}
groups: [{name: sample}, {name: shapes, points: 40, requires: [sample]}]
cases:
  - {group: sample, name: worked, inputs: {x_t: [0.5, -0.3, 0.8], h_prev: [1, 2], steps: 3}}
  - group: shapes
    name: all differ
    dims: {N: 3, D: 4, H: 6}
    generate: {default: normal, steps: {integers: {low: 1, high: 5}}}
    seed: 7
    layout: fortran
  - {group: shapes, name: drawn, dims: {N: 2..8, D: 1..6, H: 3}, generate: normal, inputs: {steps: 2},
     seed: fresh, count: 4}
"""

Change = tuple[str, str]


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes the base problem, with pieces of its text replaced, as one single file."""

    def write(*changes: Change) -> Path:
        text = BASE
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "single.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def faults_of() -> Callable[[Path], list[Fault]]:
    """The faults of a problem that must not load."""

    def faults_of(path: Path) -> list[Fault]:
        with pytest.raises(ProblemFormatError) as caught:
            load_problem(path)
        return caught.value.faults

    return faults_of


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """A folder called like its problem, with files; the document takes changes."""

    def folder(*changes: Change, name: str = "rnn-cell", **files: str) -> Path:
        place = tmp_path / name
        place.mkdir()
        text = BASE
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        (place / "problem.yaml").write_text(text, encoding="utf-8")
        for stem, content in files.items():
            (place / stem.replace("__", ".")).write_text(content, encoding="utf-8")
        return place

    return folder
