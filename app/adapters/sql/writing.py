"""One writer at a time: SQLite lets no more in. A lock of our own is fair and wakes at once; its busy loop sleeps."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from sqlalchemy import Engine
from sqlalchemy.orm import Session

_locks: WeakKeyDictionary[Engine, threading.Lock] = WeakKeyDictionary()
_making = threading.Lock()


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """A session in a transaction that is committed at the end; every store of an engine waits for the same lock."""
    with _making:
        lock = _locks.setdefault(engine, threading.Lock())
    with lock, Session(engine) as session, session.begin():
        yield session
