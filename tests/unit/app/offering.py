"""Problems in memory, offered as the service of problems offers them."""

from __future__ import annotations

from app.kernel.work import Database
from app.problems.memory import MemoryPreparationStore, MemoryVersionStore
from app.problems.reading import read_version
from app.problems.service import Problems, Shelves
from app.storage.memory import MemoryDatabase
from grader.model import Problem

ENVIRONMENT = "numpy test"


def offer(*problems: Problem, database: Database | None = None) -> Problems:
    """The service, with these problems."""
    stores = MemoryVersionStore(), MemoryPreparationStore()
    shelves = Shelves(database or MemoryDatabase(), *stores, read_version, ENVIRONMENT)
    return Problems({problem.id: problem for problem in problems}, shelves)
