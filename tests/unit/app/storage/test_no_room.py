"""A store without room: what does not fit is told as that and leaves nothing, what is there stays, and it goes on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from app.kernel.faults import StoreFullError
from app.kernel.identity import new_id
from app.storage.database import SQLDatabase, connection_of
from app.storage.opening import open_sqlite
from app.submissions.model import Submission
from app.submissions.sql import SQLSubmissionStore
from app.wiring.backend import MIGRATIONS
from app.workspace.model import Draft
from app.workspace.sql import SQLDraftStore
from grader.model import Mode
from tests.unit.app.one_by_one import OneByOne

NOW = datetime(2026, 3, 1, tzinfo=UTC)
LONG = "x" * 100_000
SMALL_FILES = """
import resource, sys
from pathlib import Path
from sqlalchemy import text
from app.kernel.faults import StoreFullError
from app.wiring.backend import MIGRATIONS
from app.storage.database import SQLDatabase
from app.storage.opening import open_sqlite
database = SQLDatabase(open_sqlite(Path(sys.argv[1]), MIGRATIONS))
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
try:
    with database.unit_of_work() as work:
        work.connection.execute(text("CREATE TABLE much (x)"))
        for _ in range(100):
            work.connection.execute(text("INSERT INTO much VALUES (zeroblob(100000))"))
except StoreFullError:
    print("full")
database.close()
"""


def submission(source: str) -> Submission:
    return Submission(new_id(), "double", "v1", Mode.RUN, source.encode(), "somebody", NOW)


def draft(source: str, revision: int) -> Draft:
    return Draft("somebody", "double", source, revision, NOW)


@pytest.fixture
def full(tmp_path: Path) -> Iterator[SQLDatabase]:
    """A database that may have but a few more pages than it has."""
    engine = open_sqlite(tmp_path / "test.sqlite3", MIGRATIONS)
    with engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()

    @event.listens_for(engine, "connect")
    def bound(connection: object, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages + 4}")  # type: ignore[attr-defined]

    engine.dispose()
    database = SQLDatabase(engine)
    yield database
    database.close()


def make_room(database: SQLDatabase) -> None:
    with database.unit_of_work() as work:
        connection_of(work).exec_driver_sql("PRAGMA max_page_count = 1000000")


def test_a_submission_that_does_not_fit_leaves_nothing(full: SQLDatabase):
    store = OneByOne(full, SQLSubmissionStore())
    kept, refused = submission("short"), submission(LONG)
    store.add(kept)
    with pytest.raises(StoreFullError, match="was not stored: please keep your copy"):
        store.add(refused)
    assert store.get(refused.id) is None
    assert store.unfinished() == (kept.id,)
    make_room(full)
    store.add(refused)
    assert store.unfinished() == (kept.id, refused.id)


@pytest.mark.parametrize("first", [0, 1])
def test_a_draft_that_does_not_fit_leaves_the_one_before(full: SQLDatabase, first: int):
    store = OneByOne(full, SQLDraftStore())
    if first:
        assert store.save(draft("short", 1))
    with pytest.raises(StoreFullError):
        store.save(draft(LONG, first + 1))
    found = store.get("somebody", "double")
    assert (found.source if found else None) == ("short" if first else None)


def test_another_error_is_not_taken_for_it(full: SQLDatabase):
    with pytest.raises(OperationalError, match="no such table"), full.unit_of_work() as work:
        connection_of(work).exec_driver_sql("INSERT INTO nobody VALUES (1)")


def test_a_limit_on_the_size_of_files_is_told_as_the_same(tmp_path: Path):
    command = [sys.executable, "-c", SMALL_FILES, str(tmp_path / "test.sqlite3")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[4])
    assert done.stdout == "full\n", done.stderr[-2000:]
