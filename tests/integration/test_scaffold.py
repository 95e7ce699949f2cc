"""A folder that `allclose new` makes, loaded and verified in the real sandbox, whatever its name."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli import cli
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from grader.verify import verify

READ_BY_YAML = ["123", "null", "true", "1e5", "0x1f", "2026-01-01"]
CALLED_BY_PROGRAMS = ["sum", "zip", "float", "np"]


def made(slug: str, into: Path) -> Path:
    result = CliRunner().invoke(cli, ["new", slug, "--into", str(into)])
    assert result.exit_code == 0, result.output
    return into / slug


@pytest.mark.parametrize("slug", ["unit-rows", "3d", "class", *READ_BY_YAML, *CALLED_BY_PROGRAMS])
def test_a_new_problem_holds_in_the_sandbox_under_every_name(tmp_path: Path, slug: str):
    folder = made(slug, tmp_path)
    problem = load_problem(folder)
    assert problem.id == slug
    with Sandbox() as sandbox:
        report = verify(problem, sandbox, folder)
    assert [finding for finding in report.findings if not finding.holds] == []


def test_a_new_problem_has_every_part(tmp_path: Path):
    folder = made("unit-rows", tmp_path)
    parts = {path.name for path in folder.iterdir()}
    texts = {"problem.yaml", "statement.md", "theory.md"}
    programs = {"starter.py", "reference.py", "worked.py"}
    assert parts == texts | programs | {"alternatives", "mistakes"}
    assert list((folder / "alternatives").glob("*.py"))
    assert list((folder / "mistakes").glob("*.py"))
