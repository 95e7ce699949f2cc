"""What an older version has stored is there after the update."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine

from app.jobs.model import Job
from app.jobs.sql import SQLJobStore
from app.storage.database import SQLDatabase
from app.storage.opening import configuration, open_sqlite
from app.submissions.sql import SQLSubmissionStore
from app.wiring.backend import MIGRATIONS
from grader.model import Verdict

COLUMNS = "id, problem_id, problem_version, mode, source, visitor, created_at, state, tries, verdict, message, score, "
COLUMNS += "max_score, seconds, cases, diagnosis, mistake, inputs, peak_kb"
DONE = ("done", "double", "v1", "submit", b"x", "ada", "2026-03-01 12:00:00", "done", 1, "wrong_answer", "No.", 3.0)
DONE += (10.0, 0.5, '[{"name": "small", "group": "sample", "verdict": "accepted"}]', "It is the square.")
DONE += ('{"id": "squared", "message": "That is the square.", "hints": []}', None, 2048)
WAITING = ("waiting", "double", "v1", "run", b"y", None, "2026-03-01 12:00:01", "running", 2, None, "", 0.0)
WAITING += (0.0, 0.0, "[]", "", None, '{"x": "[1]"}', None)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database of version 0.1.0 with a submission that is done and one that is not."""
    path = tmp_path / "db.sqlite3"
    engine = create_engine(f"sqlite:///{path}")
    config = configuration(MIGRATIONS)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
    engine.dispose()
    with closing(sqlite3.connect(path)) as database:
        for row in (DONE, WAITING):
            database.execute(f"INSERT INTO submission ({COLUMNS}) VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - names of ours
        database.commit()
    return path


def test_results_and_what_was_waiting_are_kept(old: Path):
    database, store = SQLDatabase(open_sqlite(old, MIGRATIONS)), SQLSubmissionStore()
    with database.read() as work:
        done, waiting = store.get(work, "done"), store.get(work, "waiting")
        jobs = SQLJobStore().all(work)
        (line,) = store.history(work, "ada")
    database.close()
    assert done is not None
    assert done.result is not None
    assert (done.verdict, done.source, done.owner) == (Verdict.WRONG_ANSWER, b"x", "ada")
    assert (line.score, line.max_score, line.mistake, line.peak_kb) == (3.0, 10.0, "squared", 2048)
    assert waiting is not None
    assert (waiting.result, waiting.inputs, waiting.state) == (None, {"x": "[1]"}, "running")
    assert jobs == (Job("judge", "waiting", tries=2),)
