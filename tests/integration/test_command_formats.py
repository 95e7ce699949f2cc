"""`allclose grade --format ...` on a file that is wrong: the right form, and the right exit code."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from app.cli import cli
from tests.doubling import RIGHT, WRONG, doubling


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
