from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from app.storage.columns import Base
from app.storage.opening import DatabaseNewerError, open_sqlite
from app.wiring.backend import MIGRATIONS


def test_opening_twice_from_another_folder_keeps_the_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a b%20c" / "db.sqlite3"
    path.parent.mkdir()
    open_sqlite(path, MIGRATIONS).dispose()
    monkeypatch.chdir("/")
    engine = open_sqlite(path, MIGRATIONS)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM submission")) == 0
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "0011"
    engine.dispose()


def test_every_connection_is_durable_and_checked(tmp_path: Path):
    engine = open_sqlite(tmp_path / "db.sqlite3", MIGRATIONS)
    with engine.connect() as connection:
        found = {
            name: connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    engine.dispose()
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10000}


def test_the_migrations_make_the_tables_that_the_models_describe(tmp_path: Path):
    engine = open_sqlite(tmp_path / "db.sqlite3", MIGRATIONS)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


def test_a_newer_database_is_refused_in_plain_words(tmp_path: Path):
    path = tmp_path / "db.sqlite3"
    open_sqlite(path, MIGRATIONS).dispose()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(DatabaseNewerError, match=r"newer version of allclose \(revision 9999\)"):
        open_sqlite(path, MIGRATIONS)


AS_ANOTHER_USER = """
import os, sys
from pathlib import Path
from app.wiring.backend import MIGRATIONS
from app.storage.opening import DatabaseUnusableError, open_sqlite
open_sqlite(Path(sys.argv[1]) / "first.sqlite3", MIGRATIONS).dispose()  # so that all is imported
if os.geteuid() == 0:
    os.setgroups([])
    os.setegid(65534)
    os.seteuid(65534)
try:
    open_sqlite(Path(sys.argv[1]) / "db.sqlite3", MIGRATIONS)
except DatabaseUnusableError as error:
    print(error)
"""


def test_a_database_that_may_not_be_written_is_refused_though_nothing_is_to_be_migrated():
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "db.sqlite3"
        open_sqlite(path, MIGRATIONS).dispose()
        path.chmod(0o444)
        if os.geteuid() == 0:
            os.chown(name, 65534, 65534)
        command = [sys.executable, "-c", AS_ANOTHER_USER, name]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.startswith(f"The database {path} cannot be written (attempt to write a readonly database)"), done
    assert "must belong to the user who runs this" in done.stdout
