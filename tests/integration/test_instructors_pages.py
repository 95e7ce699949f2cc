"""The instructors' pages: the first problem is made by the page's own commands and files, and every key is told."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from pydantic import TypeAdapter

from grader.problem_format import key_reference, load_problems
from grader.problem_format.schema import FunctionPropertyModel, ProblemModel

PAGES = Path(__file__).resolve().parents[2] / "docs" / "instructors"
BLOCK = re.compile(
    r"(?:^`(?P<file>[\w./-]+)`(?P<added>, added at the end)?:\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@pytest.fixture
def commands(tmp_path: Path) -> dict[str, str]:
    """An environment in which `allclose` is this very tree's."""
    place = tmp_path / "bin"
    place.mkdir()
    command = place / "allclose"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m app.cli "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    root = str(PAGES.parents[1])
    return {**os.environ, "PATH": f"{place}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": root}


def run(line: str, folder: Path, environment: dict[str, str]) -> str:
    """Run one line of the page and give what it printed."""
    code = re.search(r"# exit code (\d)", line)
    done = subprocess.run(line, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S602
    assert done.returncode == (int(code[1]) if code else 0), f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.slow
def test_the_first_problem_works_as_its_page_says(tmp_path: Path, commands: dict[str, str]):
    told, steps = "", 0
    for block in BLOCK.finditer((PAGES / "first-problem.md").read_text(encoding="utf-8")):
        if block["file"]:
            path = tmp_path / block["file"]
            path.write_text(
                (path.read_text(encoding="utf-8") if block["added"] else "") + block["text"], encoding="utf-8"
            )
        elif block["kind"] == "text":
            assert [line for line in block["text"].splitlines() if line not in told] == []
        else:
            lines = [line for line in block["text"].splitlines() if not line.startswith("allclose serve")]
            told = "".join([run(line, tmp_path, commands) for line in lines])
        steps += 1
    problems, errors = load_problems(tmp_path / "exercises")
    assert steps > 12
    assert errors == []
    assert problems["unit-rows"].status == "active"


def test_the_reference_of_every_key_is_what_the_models_say():
    page = (PAGES / "keys.md").read_text(encoding="utf-8")
    assert page.rstrip("\n") == key_reference().rstrip("\n"), (
        "run: allclose schema --format markdown > docs/instructors/keys.md"
    )


def test_the_examples_of_answers_are_what_the_models_take():
    page = (PAGES / "answers.md").read_text(encoding="utf-8")
    blocks = [yaml.safe_load(block["text"]) for block in BLOCK.finditer(page) if block["kind"] == "yaml"]
    keys = [(key, value) for block in blocks for key, value in block.items()]
    assert len(blocks) > 6
    for key, value in keys:
        TypeAdapter(ProblemModel.model_fields[key].annotation).validate_python(value)
    in_text = re.findall(r"`(\{holds: .*?\})`", page, re.DOTALL)
    assert len(in_text) == 2
    for table in in_text:
        FunctionPropertyModel.model_validate(yaml.safe_load(table))
