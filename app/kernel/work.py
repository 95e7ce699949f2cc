"""A unit of work: one transaction that any number of stores write into, all of it or none.

A service opens one and hands it to each store that takes part, so that a submission, its job and whatever else belongs
to it are stored together. The stores of one database know what its work is; services do not.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol


class Work(Protocol):
    """One transaction that is open."""

    def after_commit(self, action: Callable[[], None]) -> None:
        """Have something done once all of this is stored; it must not fail."""

    def after_rollback(self, action: Callable[[], None]) -> None:
        """Have something done if nothing of this is stored; it must not fail."""


class Database(Protocol):
    """Where everything lasts. May be used from any thread."""

    def read(self) -> AbstractContextManager[Work]:
        """Look things up; nothing is written."""

    def unit_of_work(self) -> AbstractContextManager[Work]:
        """Write: stored as a whole when the block ends, and not at all where it raises.

        Raises:
            StoreFullError: there is no room; nothing of it was stored.
        """

    def check(self) -> None:
        """Raise whatever is wrong, if nothing can be stored; in a few seconds at most.

        Raises:
            StoreFullError: there is no room.
            TimeoutError: others have been writing for too long.
        """
