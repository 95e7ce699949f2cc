"""A shelf for slots that judge without a database of their own."""

from __future__ import annotations

from app.problems.memory import MemoryPreparationStore
from app.problems.shelf import Shelf
from app.storage.memory import MemoryDatabase


def shelf() -> Shelf:
    """An empty one: what is needed is computed."""
    return Shelf(MemoryDatabase(), MemoryPreparationStore())
