"""`allclose grade --format ...` on a file that is wrong: the right form, and the right exit code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from app.cli import cli
from tests.doubling import RIGHT, WRONG, case, doubling


def grade(folder: Path, source: str, form: str) -> tuple[int, str]:
    doubling(folder)
    (folder / "handed_in.py").write_text(source, encoding="utf-8")
    wanted = ["grade", str(folder / "doubling.yaml"), str(folder / "handed_in.py"), "--format", form]
    result = CliRunner().invoke(cli, wanted)
    return result.exit_code, result.stdout


@pytest.mark.parametrize(("source", "code"), [(RIGHT, 0), (WRONG, 1)])
@pytest.mark.parametrize("form", ["text", "json", "junit", "gradescope", "github", "markdown"])
def test_the_exit_code_is_the_same_in_every_format(tmp_path: Path, form: str, source: str, code: int):
    found, told = grade(tmp_path, source, form)
    assert found == code
    assert told.strip()


def test_what_is_printed_can_be_read(tmp_path: Path):
    assert ET.fromstring(grade(tmp_path, WRONG, "junit")[1]).get("failures") == "2"  # noqa: S314  our own text
    assert json.loads(grade(tmp_path, WRONG, "gradescope")[1])["score"] == 0
    lines = grade(tmp_path, WRONG, "github")[1].splitlines()
    assert [line.split(" ")[0] for line in lines] == ["::error", "::error", "::notice"]
    assert f"file={tmp_path / 'handed_in.py'}" in lines[0]
    assert grade(tmp_path, WRONG, "markdown")[1].startswith("### doubling")


FRESH = {"group": "main", "name": "drawn", "dims": {"D": "2..6"}, "generate": "normal", "seed": "fresh", "count": 2}


def draw(folder: Path, *options: str) -> tuple[list[object], str]:
    """The fresh cases that a run was told of, and what it printed to stderr."""
    doubling(folder, cases=[case("sample", "shown", 1.0), FRESH])
    (folder / "handed_in.py").write_text("def double(x):\n    return 3 * x\n", encoding="utf-8")
    wanted = ["grade", str(folder / "doubling.yaml"), str(folder / "handed_in.py"), "--format", "json", *options]
    done = CliRunner().invoke(cli, wanted)
    assert done.exit_code == 1, done.output
    return [one.get("inputs") for one in json.loads(done.stdout)["cases"]], done.stderr


def test_the_seed_that_was_printed_draws_the_same_again(tmp_path: Path):
    first, told = draw(tmp_path)
    seed = re.fullmatch(r"Fresh cases were drawn with seed ([0-9a-f]{32}); --seed \1 draws the same again\.\n", told)
    assert seed is not None
    assert draw(tmp_path, "--seed", seed[1]) == (first, told)
    assert draw(tmp_path)[0] != first


def test_any_text_is_a_seed(tmp_path: Path):
    first, told = draw(tmp_path, "--seed", "my own; é")
    assert "--seed 'my own; é' draws" in told
    assert draw(tmp_path, "--seed", "my own; é")[0] == first


@pytest.mark.parametrize("options", [["--mode", "run"], []])
def test_where_nothing_is_drawn_no_seed_is_told(tmp_path: Path, options: list[str]):
    cases = [case("sample", "shown", 1.0), FRESH if options else case("main", "hidden", 2.0)]
    doubling(tmp_path, cases=cases)
    (tmp_path / "handed_in.py").write_text("def double(x):\n    return 2 * x\n", encoding="utf-8")
    done = CliRunner().invoke(cli, ["grade", str(tmp_path / "doubling.yaml"), str(tmp_path / "handed_in.py"), *options])
    assert (done.exit_code, done.stderr) == (0, "")


def test_a_seed_that_is_too_long_is_refused(tmp_path: Path):
    doubling(tmp_path)
    done = CliRunner().invoke(cli, ["grade", str(tmp_path / "doubling.yaml"), "-", "--seed", "x" * 65])
    assert done.exit_code == 2
    assert "a seed has at most 64 characters" in done.stderr
