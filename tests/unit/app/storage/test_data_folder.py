from __future__ import annotations

import stat
from pathlib import Path

import pytest

from app.storage.data_folder import DataFolder, DataFolderError


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_it_is_made_for_the_owner_alone(tmp_path: Path):
    path = tmp_path / "deep" / "data"
    folder = DataFolder(path)
    folder.secret()
    assert mode(path) == 0o700
    assert mode(path / "secret.key") == 0o600
    assert folder.database.parent == path
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


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataFolderError, match=r"file/data cannot be used: Not a directory"):
        DataFolder(tmp_path / "file" / "data")
