from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from app.storage.data_folder import DataFolder
from app.storage.opening import open_sqlite
from app.wiring.backend import MIGRATIONS
from app.wiring.serving import run
from app.wiring.settings import Settings


def test_a_newer_database_is_a_sentence_and_not_a_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "allclose.sqlite3"
    open_sqlite(path, MIGRATIONS).dispose()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    assert run(Settings(data=tmp_path, port=0)) == 3
    told = capsys.readouterr()
    assert told.err.startswith(f"allclose: The database {path} was made by a newer version")
    assert told.out == ""
    DataFolder(tmp_path).release()  # it was let go


def test_a_damaged_secret_is_a_sentence_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "secret.key").write_bytes(b"short")
    assert run(Settings(data=tmp_path, port=0)) == 3
    assert "secret.key is damaged" in capsys.readouterr().err


def test_a_file_that_is_no_database_is_a_sentence_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "allclose.sqlite3").write_bytes(b"nothing that SQLite knows" * 100)
    assert run(Settings(data=tmp_path, port=0)) == 3
    assert "cannot be written (file is not a database)" in capsys.readouterr().err
