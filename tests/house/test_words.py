"""One word for one thing: no two classes share a name, and no function is called what the glossary rules out."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHILD = ROOT / "grader" / "child"
MODULES = sorted(path for top in ("app", "grader") for path in (ROOT / top).rglob("*.py") if CHILD not in path.parents)

RULED_OUT = {
    "answered": "`read_answer`, or what else is done with it",
    "found": "a noun: what was found",
    "nothing": "`do_nothing`, or the value that stands for it",
    "placed": "`take_place`; and a number in a row is an `index`",
    "plain": "what is made plain, and how: `unwrap`, `escape_text`",
    "readable": "`find_...`, or `is_readable`",
    "silent": "what is left out: `skip_progress`",
    "told": "a verb: `describe_miss`, `describe_outcome`",
    "waited": "`wait_for_...`",
}
"""What no function is called, and what to say instead: a function does something, so that its name is a verb."""


def classes(path: Path) -> Iterator[str]:
    """Name the classes that a module defines."""
    yield from (node.name for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.ClassDef))


def functions(path: Path) -> set[str]:
    """Name the functions that a module defines, without the sign of what is private."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return {node.name.lstrip("_") for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, kinds)}


def test_no_two_classes_share_a_name():
    homes: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        for name in classes(path):
            homes[name].append(str(path.relative_to(ROOT)))
    assert len(homes) > 200
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


@pytest.mark.parametrize("word", RULED_OUT)
def test_no_function_is_called_what_the_glossary_rules_out(word: str):
    assert [str(path.relative_to(ROOT)) for path in MODULES if word in functions(path)] == [], RULED_OUT[word]
