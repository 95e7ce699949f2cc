from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.storage.data_folder import DataFolder
from app.storage.database import SQLDatabase
from app.storage.opening import open_sqlite
from app.storage.writability import FRESH_SECONDS, Writability
from app.wiring.backend import MIGRATIONS

SMALL_FILES = """
import resource, sys
from pathlib import Path
from app.wiring.backend import MIGRATIONS
from app.storage.data_folder import DataFolder
from app.storage.database import SQLDatabase
from app.storage.opening import open_sqlite
from app.storage.writability import Writability
folder = DataFolder(Path(sys.argv[1]))
writability = Writability(folder, SQLDatabase(open_sqlite(folder.database(), MIGRATIONS)))
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 10, 1 << 10))
print(writability.find_trouble())
"""


class Site:
    """A data folder with its database, and a clock that a test moves."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.folder = DataFolder(path)
        self.database = SQLDatabase(open_sqlite(self.folder.database(), MIGRATIONS))
        self.now = 1000.0
        self.writability = Writability(self.folder, self.database, lambda: self.now)

    def trouble_later(self) -> str | None:
        self.now += FRESH_SECONDS
        return self.writability.find_trouble()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(tmp_path / "data")
    yield made
    made.database.close()
    made.folder.release()


def test_where_all_is_well_there_is_no_trouble_and_nothing_is_left_behind(site: Site):
    before = {path.name for path in site.path.iterdir()}
    assert site.writability.find_trouble() is None
    assert {path.name for path in site.path.iterdir()} == before


def test_a_folder_that_is_gone_is_told_and_what_was_found_is_fresh_for_a_while(site: Site):
    assert site.writability.find_trouble() is None
    shutil.rmtree(site.path)
    assert site.writability.find_trouble() is None
    assert site.trouble_later() == "The database cannot be written."


def test_no_room_is_told(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-c", SMALL_FILES, str(tmp_path / "data")], capture_output=True, text=True, check=False
    )
    assert done.stdout == "There is no room left to store anything.\n", done.stderr[-2000:]


def test_another_program_that_keeps_writing_holds_nobody_up_for_long(site: Site):
    with closing(sqlite3.connect(site.path / "allclose.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")
        start = time.monotonic()
        assert site.writability.find_trouble() == "The database is busy: nothing could be written for some time."
        assert 1.5 < time.monotonic() - start < 5
        other.rollback()
    assert site.trouble_later() is None


def test_a_writer_of_our_own_that_is_quick_is_waited_for_and_one_that_is_not_is_told(site: Site):
    begun, go = threading.Event(), threading.Event()

    def write() -> None:
        with site.database.unit_of_work():
            begun.set()
            go.wait(10)

    writer = threading.Thread(target=write)
    writer.start()
    begun.wait(10)
    assert site.writability.find_trouble() == "The database is busy: nothing could be written for some time."
    threading.Timer(0.3, go.set).start()
    assert site.trouble_later() is None
    writer.join(10)


def test_while_one_is_trying_others_are_told_at_once_what_was_found_last(site: Site):
    with closing(sqlite3.connect(site.path / "allclose.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")
        first = threading.Thread(target=site.writability.find_trouble)
        first.start()
        time.sleep(0.3)
        start = time.monotonic()
        assert site.writability.find_trouble() is None
        assert time.monotonic() - start < 0.5
        first.join(10)
        other.rollback()
