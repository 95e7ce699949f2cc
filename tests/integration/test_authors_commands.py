"""`allclose new`, `schema` and `check` as an author meets them."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner, Result

from app.cli import cli
from app.cli.scaffolding import function_name
from tests.doubling import RIGHT, document

ROOT = Path(__file__).resolve().parents[2]


def allclose(*words: object) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words])


def test_a_new_problem_passes_its_own_check_with_nothing_to_mend(tmp_path: Path):
    made = allclose("new", "my-first-problem", "--into", tmp_path / "some" / "where")
    assert made.exit_code == 0
    folder = tmp_path / "some" / "where" / "my-first-problem"
    assert str(folder) in made.stdout
    assert not any("@" in path.read_text(encoding="utf-8").replace(" @ ", "") for path in folder.rglob("*.*"))
    checked = allclose("check", folder, "--format", "json")
    assert checked.exit_code == 0
    [report] = json.loads(checked.stdout)
    assert [finding for finding in report["findings"] if not finding["holds"]] == []


@pytest.mark.parametrize("slug", ["Upper", "two words", "../outside", "", "-x", "a" * 65])
def test_a_name_that_cannot_be_an_id_is_refused(tmp_path: Path, slug: str):
    made = allclose("new", "--into", tmp_path, "--", slug)
    assert made.exit_code == 2
    assert "is no id" in made.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_exists_is_not_written_over(tmp_path: Path):
    (tmp_path / "mine").mkdir()
    made = allclose("new", "mine", "--into", tmp_path)
    assert made.exit_code == 2
    assert "exists" in made.stderr


@pytest.mark.parametrize(
    ("slug", "name"), [("unit-rows", "unit_rows"), ("2d-convolution", "solve_2d_convolution"), ("lambda", "lambda_")]
)
def test_the_function_is_called_like_the_problem(slug: str, name: str):
    assert function_name(slug) == name


def test_the_schema_is_json_and_every_problem_of_the_house_keeps_to_its_keys():
    schema = json.loads(allclose("schema").stdout)
    assert schema["$schema"].endswith("2020-12/schema")
    assert allclose("schema", "--format", "markdown").stdout.startswith("# Every key")
    for path in (Path(__file__).resolve().parents[2] / "problems").glob("*/problem.yaml"):
        told = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert set(schema["required"]) <= set(told) <= set(schema["properties"])


def test_the_exit_codes_of_a_check(tmp_path: Path):
    for name, starter in (("good", "def double(x):\n    pass\n"), ("bad", RIGHT)):
        told = document(id=name, starter=starter)
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(told), encoding="utf-8")
    (tmp_path / "unreadable").mkdir()
    (tmp_path / "unreadable" / "problem.yaml").write_text("format: 2\n", encoding="utf-8")
    assert allclose("check", tmp_path / "good.yaml").exit_code == 0
    short = allclose("check", tmp_path / "good.yaml", tmp_path / "bad.yaml")
    assert short.exit_code == 1
    assert "FAIL  starter" in short.stdout
    assert short.stderr == ""  # progress is for terminals
    assert allclose("check", tmp_path).exit_code == 2
    assert allclose("check", tmp_path / "nowhere").exit_code == 2


def test_progress_is_shown_on_a_terminal_alone(tmp_path: Path):
    path = tmp_path / "doubling.yaml"
    path.write_text(yaml.safe_dump(document()), encoding="utf-8")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "app.cli", "check", str(path)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, cwd=ROOT, check=True)
    os.close(theirs)
    told = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert re.search(r"\r\x1b\[Kdoubling  \[#+\.+\] \d+/\d+  squared", told)
    assert told.endswith("\r\x1b[K")  # the line is cleared at the end
    assert done.stdout.startswith(b"doubling: 2 cases")


def test_a_report_as_a_page_and_as_markdown(tmp_path: Path):
    path = tmp_path / "doubling.yaml"
    path.write_text(yaml.safe_dump(document(starter=RIGHT)), encoding="utf-8")
    printed = allclose("check", path, "--format", "html")
    assert printed.exit_code == 1
    assert printed.stdout.startswith("<!doctype html>")
    written = allclose("check", path, "--page", tmp_path / "report.html", "--format", "markdown")
    assert written.exit_code == 1
    assert written.stdout.startswith("| problem | tolerance |")
    assert "- FAIL starter as given: accepted" in written.stdout
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "accepted: add a case that it fails" in page
    nowhere = allclose("check", path, "--page", tmp_path / "no folder" / "report.html")
    assert nowhere.exit_code == 2
    assert "cannot be written" in nowhere.stderr
