"""Workflow commands, read back the way GitHub's runner does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.reports import github_report
from grader.reports.github import write_command
from tests.unit.grader.reports.submissions import told

Command = tuple[str, dict[str, str], str]


def read(line: str) -> Command:
    """A command as the runner takes it: name, properties split at commas, then everything unescaped."""
    match = re.fullmatch(r"::([a-z-]+)(?: (.*?))?::(.*)", line, re.DOTALL)
    assert match, line
    properties = dict(part.split("=", 1) for part in (match[2] or "").split(",") if part)
    return match[1], {key: unescaped(value, full=True) for key, value in properties.items()}, unescaped(match[3])


def unescaped(text: str, *, full: bool = False) -> str:
    for code, letter in ((("%2C", ","), ("%3A", ":")) if full else ()) + (("%0A", "\n"), ("%0D", "\r")):
        text = text.replace(code, letter)
    return text.replace("%25", "%")


def test_the_example_of_the_documentation():
    line = write_command("error", {"file": "app.js", "line": "1"}, "Missing semicolon")
    assert line == "::error file=app.js,line=1::Missing semicolon"
    assert read(line) == ("error", {"file": "app.js", "line": "1"}, "Missing semicolon")


@given(st.text(), st.text(min_size=1))
def test_no_text_ends_a_command_or_begins_another(message: str, title: str):
    line = write_command("error", {"title": title}, message)
    assert not set(line) & {"\n", "\r"}
    name, properties, _ = read(line)
    assert name == "error"
    assert list(properties) == ["title"]
    assert re.sub("%(25|0D|0A)", "", line.split("::", 2)[2]).count("%") == 0


def test_every_case_that_fails_is_an_error_and_the_line_is_told(tmp_path: Path):
    lines = github_report(*told(tmp_path), "work/double.py").split("\n")
    commands = [read(line) for line in lines]
    assert [name for name, _, _ in commands] == ["error"] * 4 + ["warning", "notice"]
    assert commands[1][1] == {
        "file": "work/double.py",
        "line": "3",
        "title": "sample/two | pipes, <b> & 100%: runtime error (raised)",
    }
    assert commands[0][2].startswith("It is a <b>&")
    assert "line" not in commands[0][1]
    assert commands[-1][2].startswith("doubling: wrong answer (wrong value), 15 of 100 points")


def test_standard_input_has_neither_file_nor_line(tmp_path: Path):
    commands = [read(line) for line in github_report(*told(tmp_path)).split("\n")]
    assert [set(properties) for _, properties, _ in commands] == [{"title"}] * 6


@pytest.mark.parametrize("place", [2, 3])
def test_hidden_cases_carry_no_value(tmp_path: Path, place: int):
    commands = [read(line) for line in github_report(*told(tmp_path)).split("\n")]
    assert "expected: [2.0]" in commands[0][2]
    assert not any(word in commands[place][2] for word in ("inputs:", "expected:", "got:", "printed"))
