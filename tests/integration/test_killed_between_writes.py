"""Killed at each named point between two writes and started again: nothing is lost, nothing has two results."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "tests" / "integration" / "judging_alone.py"
POINTS = [f"{write}:{moment}" for write in ("submit", "begin", "finish") for moment in ("before", "after")]


def run(data: Path, point: str) -> tuple[int, list[str]]:
    """How the process ended, and what it had acknowledged by then."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(PROGRAM), str(data), point]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert done.returncode in {0, -signal.SIGKILL}, done.stderr
    return done.returncode, done.stdout.split()


@pytest.mark.parametrize("point", POINTS)
def test_what_was_acknowledged_has_one_result_in_the_end(tmp_path: Path, point: str):
    data = tmp_path / "db.sqlite3"
    code, acknowledged = run(data, point)
    assert code == -signal.SIGKILL
    assert len(acknowledged) == (1 if point.startswith("submit") else 3)
    assert run(data, "never")[0] == 0
    with closing(sqlite3.connect(data)) as database:
        rows = database.execute(
            "SELECT id, state, (SELECT count(*) FROM result WHERE submission = number) FROM submission"
        ).fetchall()
        jobs = database.execute("SELECT count(*) FROM job").fetchone()
    # the one that was stored and not acknowledged may be there: whoever sent it never heard of it
    assert {row[0] for row in rows} >= set(acknowledged)
    assert len(rows) - len(acknowledged) == (point == "submit:after")
    assert {row[1:] for row in rows} == {("done", 1)}
    assert jobs == (0,)
