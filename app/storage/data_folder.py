"""The folder where everything that lasts is kept: database, secret key, and the lock of the one server that uses it."""

from __future__ import annotations

import fcntl
import logging
import os
import secrets
import stat
from pathlib import Path

_log = logging.getLogger(__name__)

_SECRET_BYTES = 32
_FOLDER_MODE, _FILE_MODE = 0o700, 0o600
_OTHERS = 0o077
_ROOM_BYTES = 256 * 1024


class DataFolderError(Exception):
    """The folder cannot be used; the message says why and how to mend it."""


class DataFolder:
    """One folder, held by one process at a time: two servers would judge the same submissions twice."""

    def __init__(self, path: Path) -> None:
        """Make the folder where it is missing, for the owner alone, and hold it until `release`.

        Raises:
            DataFolderError: it cannot be made or written, it is another user's and open to all, or another server holds
                it.
        """
        self._path = path
        try:
            path.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
            _close_to_others(path)
            self._lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _FILE_MODE)
        except OSError as error:
            raise DataFolderError(f"The data folder {path} cannot be used: {error.strerror}.") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            raise DataFolderError(f"Another server uses the data folder {path}; stop it, or choose another.") from error

    def database(self) -> Path:
        """Where the SQLite file is; made, empty, where it is missing, and readable by the owner alone.

        SQLite gives its other files the mode of this one.

        Raises:
            DataFolderError: it cannot be made.
        """
        path = self._path / "allclose.sqlite3"
        try:
            os.close(os.open(path, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, _FILE_MODE))
        except OSError as error:
            raise DataFolderError(f"The database {path} cannot be opened: {error.strerror}.") from error
        for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            _mend(each, _FILE_MODE)
        return path

    def try_room(self) -> None:
        """Raise OSError where there is no room for a submission and its result, or nothing can be written at all."""
        path = self._path / "room"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, _FILE_MODE)
        try:
            os.posix_fallocate(descriptor, 0, _ROOM_BYTES)
        finally:
            os.close(descriptor)
            path.unlink()

    def secret(self) -> bytes:
        """The key that signs cookies, made at the first call.

        Raises:
            DataFolderError: the file is there and holds no key.
        """
        path = self._path / "secret.key"
        _mend(path, _FILE_MODE)
        if not path.exists():
            _write_once(path, secrets.token_hex(_SECRET_BYTES).encode())
        key = path.read_bytes()
        if len(key) < 2 * _SECRET_BYTES:
            raise DataFolderError(f"{path} is damaged. Remove it to have a new key made; visitors then start afresh.")
        return key

    def release(self) -> None:
        """Let another server use it; a second call does nothing."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _close_to_others(path: Path) -> None:
    """Let the owner alone look into a folder of ours; one of somebody else's must at least not be open to all."""
    if not _mend(path, _FOLDER_MODE) and path.stat().st_mode & stat.S_IWOTH:
        raise DataFolderError(
            f"The data folder {path} belongs to another user, and anybody may write there. Make it yours and private "
            f"(chown, chmod 700), or name one below it, such as {path / 'allclose'}, which is then made for you alone."
        )


def _mend(path: Path, mode: int) -> bool:
    """Take from others whatever goes beyond this mode; False where it is not ours to change."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return True
    if found.st_uid != os.geteuid():
        return False
    if found.st_mode & _OTHERS:
        path.chmod(mode)
        _log.warning("%s could be used by others; now by its owner alone", path)
    return True


def _write_once(path: Path, content: bytes) -> None:
    """Whole or not at all, readable by the owner alone, and on the disk when this returns."""
    partial = path.with_suffix(".partial")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, _FILE_MODE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    partial.rename(path)
