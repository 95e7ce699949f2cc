"""The database on SQLAlchemy: reads, and units of work with one writer at a time.

SQLite lets one writer in. A lock of our own is fair and wakes at once; its busy loop sleeps.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, text
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
            if getattr(error.orig, "sqlite_errorcode", None) in _NO_ROOM:
                raise StoreFullError from error
            raise
        finally:
            if work is not None:
                work.end(committed=committed)

    def check(self) -> None:
        """Ask the database for a number."""
        with self._engine.connect() as connection:
            connection.execute(text("SELECT 1"))

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()
