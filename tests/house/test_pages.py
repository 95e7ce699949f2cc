"""What the pages promise: the example loads, the commands exist, every setting is told."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from app.wiring.settings import Rates, Settings
from grader.problem_format import load_problem

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]


def yaml_block() -> str:
    """Give the README's example of a problem."""
    block = re.search(r"^```yaml\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    assert block
    return block[1]


def test_the_two_commands_come_first():
    block = re.search(r"^    (?s:.*?)\n\n", README, re.MULTILINE)
    assert block
    assert [line.split("#")[0].strip() for line in block[0].splitlines() if line] == ["make serve", "make test"]


def test_the_example_of_a_problem_can_be_read(tmp_path: Path):
    path = tmp_path / "double.yaml"
    path.write_text(yaml_block(), encoding="utf-8")
    problem = load_problem(path)
    assert problem.id == "double"
    assert [case.name for case in problem.samples] == ["three numbers"]


@pytest.mark.parametrize("page", PAGES)
def test_each_make_command_that_a_page_names_exists(page: str):
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"(?:^    |`)make ([a-z-]+)", text, re.MULTILINE))
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    assert named <= targets


def test_every_setting_is_told_to_operators():
    text = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`ALLCLOSE_([A-Z_]+)`", text))
    rates = {f"RATE_{field.name.upper()}" for field in dataclasses.fields(Rates)}
    assert told == {field.name.upper() for field in dataclasses.fields(Settings)} - {"RATES"} | rates
