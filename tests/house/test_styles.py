"""Text comes in five sizes, which `tokens.css` names and every other style sheet uses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STYLES = sorted((Path(__file__).resolve().parents[2] / "frontend" / "styles").glob("*.css"))
SIZES = {"--text-small", "--text-base", "--text-reading", "--text-heading", "--text-title"}
DECLARATION = re.compile(r"(?<![\w-])font(?:-size)?:\s*([^;}]+)")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
NAMED = re.compile(r"var\((--text-\w+)\)")
BESIDES = {
    "custom.css": ["16px"],  # a field on a phone: where it is smaller, the phone zooms in
    "narrow.css": ["16px"],  # as above
    "editor.css": ["var(--editor-size, 13.5px)"],  # the student's own choice
    "prose.css": ["0.82em", "1.04em", "1.1em"],  # code in prose and formulas, as tall as the words around them
    "results.css": ["0.75em", "9.5px"],  # a superscript; words in a chart, in the units of the drawing
}
"""What has a size of its own, and why."""


def list_sizes(sheet: str) -> list[str]:
    """List what is said of the size of text, without what inherits it."""
    values = [value.strip() for value in DECLARATION.findall(COMMENT.sub("", sheet))]
    return [value for value in values if value not in {"inherit", "initial"}]


def is_on_the_scale(value: str, besides: list[str]) -> bool:
    """Whether a declaration names one of the five sizes, or one of those besides."""
    names = NAMED.findall(value)
    if names:
        return set(names) <= SIZES and not re.search(r"\d(?:px|pt|rem)", value)
    return any(size in value for size in besides)


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_each_size_of_text_is_one_of_five(path: Path):
    sizes = list_sizes(path.read_text(encoding="utf-8"))
    assert [size for size in sizes if not is_on_the_scale(size, BESIDES.get(path.name, []))] == []


def test_the_sizes_besides_are_still_needed():
    sizes = {path.name: list_sizes(path.read_text(encoding="utf-8")) for path in STYLES}
    unused = [(name, size) for name, besides in BESIDES.items() for size in besides if size not in str(sizes[name])]
    assert unused == []


def test_the_five_sizes_are_decided_in_one_place():
    tokens = next(path for path in STYLES if path.name == "tokens.css").read_text(encoding="utf-8")
    assert set(re.findall(r"(--text-\w+):", tokens)) == SIZES
    used = {name for path in STYLES for name in NAMED.findall(path.read_text(encoding="utf-8"))}
    assert used == SIZES


@pytest.mark.parametrize(
    ("declaration", "passes"),
    [
        ("font-size: var(--text-small)", True),
        ("font: 600 var(--text-base)/1.4 var(--sans)", True),
        ("font-size: 13px", False),
        ("font: 12px/1 var(--mono)", False),
        ("font-size: 0.9em", False),
        ("font-size: var(--text-huge)", False),
        ("font-size: calc(var(--text-base) + 1px)", False),
    ],
)
def test_sizes_are_told_apart(declaration: str, passes: bool):  # noqa: FBT001 - a column of the table
    (size,) = list_sizes(f"a {{ {declaration} }}")
    assert is_on_the_scale(size, []) is passes
