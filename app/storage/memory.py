"""A database that forgets everything at the end: for tests, its stores held to the same contracts as the real ones."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from app.kernel.work import Work
from app.storage.callbacks import Callbacks

Tables: TypeAlias = dict[str, dict[Any, Any]]


class MemoryWork(Callbacks):
    """Implements `app.kernel.work.Work`: one set of dictionaries, whose values are frozen."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables = tables


def table_of(work: Work, name: str) -> dict[Any, Any]:
    """A table of a work of a `MemoryDatabase`, for stores in memory."""
    if not isinstance(work, MemoryWork):
        raise TypeError(f"a store in memory was given {type(work).__name__}")
    return work.tables.setdefault(name, {})


class MemoryDatabase:
    """Implements `app.kernel.work.Database`: copies are written into, and take the tables' place at the end."""

    def __init__(self) -> None:
        self._tables: Tables = {}
        self._writer = threading.Lock()

    @contextmanager
    def read(self) -> Iterator[Work]:
        """The tables as they are now; what is written later goes into others."""
        yield MemoryWork(dict(self._tables))

    @contextmanager
    def unit_of_work(self) -> Iterator[Work]:
        """Copies of all tables, swapped in where the block does not raise."""
        committed = False
        work: MemoryWork | None = None
        try:
            with self._writer:
                work = MemoryWork({name: dict(rows) for name, rows in self._tables.items()})
                yield work
                self._tables = work.tables
            committed = True
        finally:
            if work is not None:
                work.end(committed=committed)

    def check(self) -> None:
        """Memory is always there."""
