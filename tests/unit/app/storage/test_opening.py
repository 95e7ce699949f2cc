from __future__ import annotations

import sqlite3
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
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "0010"
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
