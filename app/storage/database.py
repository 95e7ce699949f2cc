"""The database on SQLAlchemy: reads, and units of work with one writer at a time.

SQLite lets one writer in. A lock of our own is fair and wakes at once; its busy loop sleeps.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from app.kernel.faults import StoreFullError
from app.kernel.work import Work
from app.storage.callbacks import Callbacks

_NO_ROOM = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR_WRITE,
        sqlite3.SQLITE_IOERR_FSYNC,
        sqlite3.SQLITE_IOERR_SHMSIZE,
    }
)
"""What SQLite says where the disk, a quota or a limit on files is used up (https://sqlite.org/rescode.html)."""


_PATIENCE_SECONDS = 2.0
"""How long whoever asks whether the site is well waits for a turn to write."""


class SQLWork(Callbacks):
    """Implements `app.kernel.work.Work`: a connection with its transaction."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self.connection = connection


def connection_of(work: Work) -> Connection:
    """The connection of a work of an `SQLDatabase`, for stores on SQL."""
    if not isinstance(work, SQLWork):
        raise TypeError(f"a store on SQL was given {type(work).__name__}")
    return work.connection


def raise_if_full(error: OperationalError) -> None:
    """Raise StoreFullError in its place where it says that there is no room."""
    if getattr(error.orig, "sqlite_errorcode", None) in _NO_ROOM:
        raise StoreFullError from error


def try_to_write(engine: Engine, seconds: float) -> None:
    """Write a number to the disk that nobody reads, and wait no longer than this for other processes.

    Raises:
        StoreFullError: there is no room.
        TimeoutError: another process has been writing for all that time.
        OperationalError: it cannot be written.
    """
    with engine.connect() as connection:
        patience = connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one()
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
        try:
            number = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
            connection.exec_driver_sql(f"PRAGMA user_version = {(number + 1) % 2**31}")
        except OperationalError as error:
            raise_if_full(error)
            if getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                raise TimeoutError from error
            raise
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {patience}")


class SQLDatabase:
    """Implements `app.kernel.work.Database` on an engine whose database is migrated."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = threading.Lock()

    @contextmanager
    def read(self) -> Iterator[Work]:
        """A connection; what it sees is committed."""
        with self._engine.connect() as connection:
            yield SQLWork(connection)

    @contextmanager
    def unit_of_work(self) -> Iterator[Work]:
        """A transaction that is on the disk when the block has ended; raises StoreFullError."""
        work: SQLWork | None = None
        committed = False
        try:
            with self._writer, self._engine.begin() as connection:
                work = SQLWork(connection)
                yield work
            committed = True
        except OperationalError as error:
            raise_if_full(error)
            raise
        finally:
            if work is not None:
                work.end(committed=committed)

    def check(self) -> None:
        """Write a number that nobody reads; raises TimeoutError where the turn does not come within two seconds."""
        if not self._writer.acquire(timeout=_PATIENCE_SECONDS):
            raise TimeoutError
        try:
            try_to_write(self._engine, _PATIENCE_SECONDS)
        finally:
            self._writer.release()

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()
