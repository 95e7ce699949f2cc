"""One writer at a time: SQLite lets no more in. A lock of our own is fair and wakes at once; its busy loop sleeps."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.domain.faults import StoreFullError

_locks: WeakKeyDictionary[Engine, threading.Lock] = WeakKeyDictionary()
_making = threading.Lock()
_NO_ROOM = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR_WRITE,
        sqlite3.SQLITE_IOERR_FSYNC,
        sqlite3.SQLITE_IOERR_SHMSIZE,
    }
)
"""What SQLite says where the disk, a quota or a limit on files is used up (https://sqlite.org/rescode.html)."""


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """A session in a transaction that is committed at the end; every store of an engine waits for the same lock.

    Raises:
        StoreFullError: there is no room for it; nothing of the transaction was stored.
    """
    with _making:
        lock = _locks.setdefault(engine, threading.Lock())
    try:
        with lock, Session(engine) as session, session.begin():
            yield session
    except OperationalError as error:
        if getattr(error.orig, "sqlite_errorcode", None) in _NO_ROOM:
            raise StoreFullError from error
        raise
