"""Fresh cases with a store in memory."""

from __future__ import annotations

from app.draws.memory import MemoryDrawStore
from app.draws.model import StockOptions
from app.draws.service import Draws, Shelf
from app.jobs.embedded import EmbeddedQueue
from app.jobs.memory import MemoryJobStore
from app.jobs.ports import JobQueue
from app.kernel.work import Database
from app.problems.service import Problems
from tests.unit.app.offering import ENVIRONMENT, offer


def draws_in(
    database: Database, problems: Problems | None = None, queue: JobQueue | None = None, stock: int = 4
) -> Draws:
    """The service on a database in memory; by default of no problem, and nobody makes what it asks for."""
    queue = queue or EmbeddedQueue(database, MemoryJobStore(), 10, 1)
    return Draws(problems or offer(), Shelf(database, MemoryDrawStore(), queue, ENVIRONMENT), StockOptions(stock))
