"""The editorial, and what is told of custom input."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from grader.errors import FileFault
from grader.problem_format import load_problem

Write = Callable[..., Path]
Faults = Callable[[Path], list[FileFault]]
START = "statement: "


def test_without_the_keys_there_is_no_editorial_and_the_reference_is_hidden(write: Write):
    problem = load_problem(write())
    assert problem.prose.editorial == ""
    assert not problem.shows_reference


def test_an_editorial_stands_in_place_or_in_a_file(write: Write, folder: Callable[..., Path]):
    inline = load_problem(write((START, f"editorial: {{text: Why so.}}\n{START}")))
    filed = load_problem(folder((START, f"editorial: {{file: e.md, unlock: solved}}\n{START}"), e__md="Why *so*."))
    assert (inline.prose.editorial, filed.prose.editorial) == ("Why so.", "Why *so*.")


def test_the_version_depends_on_what_the_editorial_says(folder: Callable[..., Path]):
    place = folder((START, f"editorial: {{file: e.md}}\n{START}"), e__md="One.")
    before = load_problem(place).version
    (place / "e.md").write_text("Two.", encoding="utf-8")
    assert load_problem(place).version != before


def test_an_editorial_needs_one_text(write: Write, faults_of: Faults):
    for given in ("{unlock: solved}", "{file: a.md, text: b}"):
        faults = faults_of(write((START, f"editorial: {given}\n{START}")))
        assert any("either `file` or `text`" in fault.message for fault in faults)


def test_an_editorial_opens_in_no_other_way(write: Write, faults_of: Faults):
    [fault] = faults_of(write((START, f"editorial: {{text: x, unlock: always}}\n{START}")))
    assert fault.field == "editorial.unlock"


def test_the_reference_is_shown_where_the_author_says_so(write: Write, faults_of: Faults):
    assert load_problem(write((START, f"custom_input: {{reference: shown}}\n{START}"))).shows_reference
    [fault] = faults_of(write((START, f"custom_input: {{reference: sometimes}}\n{START}")))
    assert fault.field == "custom_input.reference"
