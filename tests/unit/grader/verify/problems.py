"""A problem of two outputs and one matrix, for tests that bend one part of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from grader.model import Problem
from grader.problem_format import load_problem

REFERENCE = """import numpy as np

def split(A, x):
    return {"first": A @ x, "second": A.T @ x}
"""
ALTERNATIVE = """import numpy as np

def split(A, x):
    return {"first": np.einsum("ij,j->i", A, x), "second": x @ A}
"""
DRAWN = {"group": "main", "dims": {"N": 3}, "generate": "normal"}


def document(**changes: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "format": 1, "id": "splitting", "title": "Splitting", "difficulty": "easy", "entry_point": "split",
        "arguments": {"A": {"shape": ["N", "N"]}, "x": {"shape": ["N"]}},
        "returns": {"dict": {key: {"shape": ["N"], "axes": ["place"]} for key in ("first", "second")}},
        "statement": "Multiply from both sides.", "starter": "def split(A, x):\n    pass\n",
        "reference": REFERENCE, "alternatives": [ALTERNATIVE],
        "mistakes": [{"id": "swapped", "message": "The other way round.", "source": (
            "def split(A, x):\n    return {'first': A.T @ x, 'second': A @ x}\n")}],
        "groups": [{"name": "sample", "points": 0}, {"name": "main", "points": 1}],
        "cases": [
            {"group": "sample", "name": "shown", "inputs": {"A": [[1, 2], [3, 4]], "x": [1, 2]}},
            {**DRAWN, "name": "drawn", "seed": 1},
        ],
    }  # fmt: skip
    return told | changes


def splitting(folder: Path, **changes: Any) -> Problem:
    path = folder / "splitting.yaml"
    path.write_text(yaml.safe_dump(document(**changes), sort_keys=False), encoding="utf-8")
    return load_problem(path)
