from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from app.storage.data_folder import DataFolder, DataFolderError
from app.storage.database import SQLDatabase
from app.storage.opening import open_sqlite
from app.wiring.backend import MIGRATIONS


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_it_is_made_for_the_owner_alone(tmp_path: Path):
    path = tmp_path / "deep" / "data"
    folder = DataFolder(path)
    folder.secret()
    assert mode(path) == 0o700
    assert mode(path / "secret.key") == 0o600
    assert folder.database().parent == path
    folder.release()


def test_the_secret_stays_and_is_long(tmp_path: Path):
    folder = DataFolder(tmp_path / "a")
    first = folder.secret()
    folder.release()
    again = DataFolder(tmp_path / "a")
    assert again.secret() == first
    assert len(first) == 64
    again.release()
    other = DataFolder(tmp_path / "b")
    assert other.secret() != first
    other.release()


def test_a_damaged_secret_is_never_used(tmp_path: Path):
    folder = DataFolder(tmp_path)
    (tmp_path / "secret.key").write_bytes(b"")
    with pytest.raises(DataFolderError, match=r"secret\.key is damaged"):
        folder.secret()
    folder.release()


def test_two_servers_never_share_a_folder(tmp_path: Path):
    first = DataFolder(tmp_path)
    with pytest.raises(DataFolderError, match="Another server uses"):
        DataFolder(tmp_path)
    first.release()
    first.release()
    second = DataFolder(tmp_path)
    assert second.secret()
    second.release()


def test_what_others_could_read_is_mended(tmp_path: Path):
    path = tmp_path / "data"
    path.mkdir(mode=0o755)
    for name in ("secret.key", "allclose.sqlite3", "allclose.sqlite3-wal"):
        (path / name).write_bytes(b"0" * 64 if name == "secret.key" else b"")
        (path / name).chmod(0o644)
    folder = DataFolder(path)
    folder.secret()
    folder.database()
    assert {each.name: mode(each) for each in (path, *path.iterdir())} == {
        "data": 0o700,
        "secret.key": 0o600,
        "allclose.sqlite3": 0o600,
        "allclose.sqlite3-wal": 0o600,
        "lock": 0o600,
    }
    folder.release()


def test_every_file_of_the_database_is_its_owners_alone(tmp_path: Path):
    folder = DataFolder(tmp_path)
    database = SQLDatabase(open_sqlite(folder.database(), MIGRATIONS))
    database.check()
    files = {each.name: mode(each) for each in tmp_path.iterdir()}
    assert {"allclose.sqlite3", "allclose.sqlite3-wal", "allclose.sqlite3-shm"} < set(files)
    assert set(files.values()) == {0o600}
    database.close()
    folder.release()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
@pytest.mark.parametrize(("permissions", "refused"), [(0o777, True), (0o770, False), (0o755, False)])
def test_a_folder_of_another_users_that_anybody_may_write_to_is_refused(
    tmp_path: Path, permissions: int, *, refused: bool
):
    path = tmp_path / "data"
    path.mkdir()
    os.chown(path, 65534, 65534)
    path.chmod(permissions)
    if refused:
        with pytest.raises(DataFolderError, match=r"belongs to another user.*such as .*data/allclose"):
            DataFolder(path)
    else:
        DataFolder(path).release()
    assert mode(path) == permissions


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataFolderError, match=r"file/data cannot be used: Not a directory"):
        DataFolder(tmp_path / "file" / "data")
