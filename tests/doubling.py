"""A problem that fits on a page, `double(x)`, for tests that bend one part of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from grader.model import Problem
from grader.problem_format import load_problem

RIGHT = "def double(x):\n    return x + x\n"
WRONG = "def double(x):\n    return x * x\n"


def case(group: str, name: str, *x: float, **more: Any) -> dict[str, Any]:
    """A case with explicit inputs."""
    return {"group": group, "name": name, "inputs": {"x": list(x)}, **more}


def document(**changes: Any) -> dict[str, Any]:
    """The problem's document, with some of its keys replaced."""
    told = {
        "format": 1,
        "id": "doubling",
        "title": "Doubling",
        "status": "active",
        "difficulty": "easy",
        "concepts": ["addition"],
        "entry_point": "double",
        "arguments": {"x": {"shape": ["D"], "dtype": "float64", "meaning": "what is to be doubled"}},
        "returns": {"shape": ["D"], "dtype": "float64", "axes": ["place"]},
        "statement": "Double every element.",
        "starter": "def double(x):\n    pass\n",
        "reference": "def double(x):\n    return 2 * x\n",
        "alternatives": [RIGHT],
        "mistakes": [{"id": "squared", "source": WRONG, "message": "That is the square."}],
        "waive": {"fresh": "It is for tests alone."},
        "groups": [{"name": "sample", "points": 0}, {"name": "main", "points": 10}],
        "cases": [case("sample", "shown", 1.5, 2.0), case("main", "hidden", -3.25, 4.125, 7.0)],
    }
    return told | changes


def doubling(folder: Path, **changes: Any) -> Problem:
    """The problem, read from a file in `folder`."""
    path = folder / "doubling.yaml"
    path.write_text(yaml.safe_dump(document(**changes), sort_keys=False), encoding="utf-8")
    return load_problem(path)
