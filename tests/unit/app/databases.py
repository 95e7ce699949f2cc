"""The two databases that every store is held to the same contract on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.kernel.work import Database
from app.storage.database import SQLDatabase
from app.storage.memory import MemoryDatabase
from app.storage.opening import open_sqlite
from app.wiring.backend import MIGRATIONS

KINDS = ("memory", "sqlite")


@contextmanager
def opened(kind: str, folder: Path) -> Iterator[Database]:
    """A database of that kind, empty."""
    if kind == "memory":
        yield MemoryDatabase()
        return
    database = SQLDatabase(open_sqlite(folder / "test.sqlite3", MIGRATIONS))
    yield database
    database.close()
