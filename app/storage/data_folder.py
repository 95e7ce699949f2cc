"""The folder where everything that lasts is kept: database, secret key, and the lock of the one server that uses it."""

from __future__ import annotations

import fcntl
import os
import secrets
from pathlib import Path

_SECRET_BYTES = 32


class DataFolderError(Exception):
    """The folder cannot be used; the message says why and how to mend it."""


class DataFolder:
    """One folder, held by one process at a time: two servers would judge the same submissions twice."""

    def __init__(self, path: Path) -> None:
        """Make the folder where it is missing, for the owner alone, and hold it until `release`.

        Raises:
            DataFolderError: it cannot be made or written, or another server holds it.
        """
        self._path = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise DataFolderError(f"The data folder {path} cannot be used: {error.strerror}.") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            raise DataFolderError(f"Another server uses the data folder {path}; stop it, or choose another.") from error

    @property
    def database(self) -> Path:
        """Where the SQLite file is."""
        return self._path / "allclose.sqlite3"

    def secret(self) -> bytes:
        """The key that signs cookies, made at the first call.

        Raises:
            DataFolderError: the file is there and holds no key.
        """
        path = self._path / "secret.key"
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


def _write_once(path: Path, content: bytes) -> None:
    """Whole or not at all, readable by the owner alone, and on the disk when this returns."""
    partial = path.with_suffix(".partial")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    partial.rename(path)
