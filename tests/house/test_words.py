"""One word for one thing: no two classes share a name."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHILD = ROOT / "grader" / "child"
MODULES = sorted(path for top in ("app", "grader") for path in (ROOT / top).rglob("*.py") if CHILD not in path.parents)


def classes(path: Path) -> Iterator[str]:
    """Name the classes that a module defines."""
    yield from (node.name for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.ClassDef))


def test_no_two_classes_share_a_name():
    homes: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        for name in classes(path):
            homes[name].append(str(path.relative_to(ROOT)))
    assert len(homes) > 200
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}
