"""A judge's process with an empty store behind it: what is needed is computed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from app.problems.memory import MemoryPreparationStore
from app.storage.memory import MemoryDatabase
from app.submissions.judging import JudgeSlot, Preparations
from grader.slots import JudgeProcess, SharedCores
from tests.draws import draws_in


@contextmanager
def open_slot() -> Iterator[JudgeSlot]:
    """A slot; its judge ends with the block."""
    slot = make_slot()
    yield slot
    slot.close()


def make_slot() -> JudgeSlot:
    """A slot that is to be closed."""
    database = MemoryDatabase()
    return JudgeSlot(Preparations(database, MemoryPreparationStore()), draws_in(database), JudgeProcess(SharedCores(1)))
