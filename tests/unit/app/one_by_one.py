"""Calls a store's methods each in a work of its own, for tests that look at one store alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from app.kernel.work import Database


class OneByOne:
    """A store on a database: each method is a unit of work."""

    def __init__(self, database: Database, store: Any) -> None:
        self.database, self.store = database, store

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return partial(self._call, name)

    def _call(self, name: str, *arguments: Any, **named: Any) -> Any:
        with self.database.unit_of_work() as work:
            return getattr(self.store, name)(work, *arguments, **named)
