from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.unit.frontend.conftest import FRONT


def run(tree: Path, command: str, settings: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the checks of this copy of the front end."""
    program = [sys.executable, str(tree / "frontend" / "checks.py"), command]
    environment = {**os.environ, **(settings or {})}
    return subprocess.run(program, env=environment, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def ready(tree: Path) -> Path:
    """The copy with npm's packages, which are never written to."""
    (tree / "frontend" / "node_modules").symlink_to(FRONT / "node_modules")
    return tree


def test_an_error_of_type_and_a_line_out_of_form_are_both_told(ready: Path):
    (ready / "frontend" / "src" / "added.ts").write_text('export const count: number = "one"\n', encoding="utf-8")
    (ready / "frontend" / "styles" / "base.css").write_text("a { color:red }\n", encoding="utf-8")
    done = run(ready, "lint")
    assert done.returncode == 1
    assert "src/added.ts(1,14): error TS2322" in done.stdout
    assert "styles/base.css" in done.stdout
    assert "src/added.ts" not in done.stdout.split("TS2322")[1]


def test_what_is_put_into_form_passes(ready: Path):
    (ready / "frontend" / "src" / "added.ts").write_text("export  const one = 1;\n", encoding="utf-8")
    assert run(ready, "lint").returncode == 1
    assert run(ready, "format").returncode == 0
    assert (ready / "frontend" / "src" / "added.ts").read_text(encoding="utf-8") == "export const one = 1\n"
    assert run(ready, "lint").returncode == 0


@pytest.mark.slow
def test_without_a_registry_nothing_passes_unchecked(tree: Path, offline: dict[str, str]):
    done = run(tree, "lint", offline)
    assert done.returncode == 1
    assert "The front end cannot be checked or formatted here" in done.stderr
    assert "Traceback" not in done.stderr
