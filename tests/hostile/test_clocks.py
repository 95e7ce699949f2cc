"""No deadline looks at a clock that can be set: the wall clock is used only where a time is written down."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import app
import grader

WALL = {
    "time": {"time", "time_ns", "localtime", "gmtime", "ctime", "CLOCK_REALTIME"},
    "datetime": {"now", "utcnow", "today", "fromtimestamp"},
    "date": {"today", "fromtimestamp"},
}
STAMPS = {"clock.py", "grading.py"}
"""They write down when something happened, and wait for nothing."""


def modules(package: Path) -> Iterator[Path]:
    """Every module of a package."""
    yield from sorted(package.rglob("*.py"))


def wall_clock(text: str) -> list[str]:
    """Every use of the wall clock, and every import that would hide one."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
            found += [f"{owner}.{node.attr}"] if node.attr in WALL.get(owner, ()) else []
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            found += [f"from time import {name.name}" for name in node.names if name.name in WALL["time"]]
        elif isinstance(node, ast.Import):
            found += [f"import {name.name} as" for name in node.names if name.name in WALL and name.asname]
    return found


def test_the_grader_never_looks_at_the_wall_clock():
    paths = list(modules(Path(grader.__file__).parent))
    assert len(paths) > 50
    assert {path.name: told for path in paths if (told := wall_clock(path.read_text(encoding="utf-8")))} == {}


def test_the_application_looks_at_it_only_to_write_a_time_down():
    paths = list(modules(Path(app.__file__).parent))
    users = {path.name for path in paths if wall_clock(path.read_text(encoding="utf-8"))}
    assert users <= STAMPS


@pytest.mark.parametrize(
    "text",
    [
        "import time\nend = time.time() + 3",
        "from time import time",
        "import time as t",
        "import datetime\ndatetime.datetime.now()",
        "from datetime import datetime, UTC\ndatetime.now(UTC)",
    ],
)
def test_the_look_finds_a_wall_clock(text: str):
    assert len(wall_clock(text)) == 1
