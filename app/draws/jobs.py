"""Fill the stock of fresh cases while nobody waits."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from app.draws.service import Draws
from app.jobs.model import Job
from app.kernel.work import Work
from grader.errors import UnfitProblemError
from grader.model import Draw, Problem

_log = logging.getLogger(__name__)


class DrawMaker(Protocol):
    """Makes draws in a sandbox."""

    def draw(self, problem: Problem, draws: Sequence[Draw]) -> tuple[Draw, ...]:
        """The same draws with their contents.

        Raises:
            UnfitProblemError: the problem's own programs fail.
            ToolBrokenError: the sandbox is of no more use; the problem is not to blame.
        """


class Refill(NamedTuple):
    """Draws that are to be made for a problem's stock."""

    problem: Problem
    draws: list[Draw]


class StockHandler:
    """Implements `app.jobs.ports.Handler` for jobs of the kind `stock`."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws

    def begin(self, work: Work, job: Job) -> Refill | None:
        """What is missing, if anything is."""
        planned = self._draws.plan_stock(work, job.key)
        return Refill(*planned) if planned else None

    def run(self, task: Refill, tool: DrawMaker) -> Callable[[Work], None]:
        """Make it; a problem that cannot be judged has no stock."""
        try:
            made = tool.draw(task.problem, task.draws)
        except UnfitProblemError as error:
            _log.error("no fresh cases can be drawn for %s: %s", task.problem.id, error)
            return _store_nothing
        return partial(self._store, task.problem, made)

    def give_up(self, work: Work, job: Job) -> None:  # noqa: ARG002 - nothing is stored
        """Submissions then have theirs made when they are judged."""
        _log.error("no fresh cases could be made ahead of need for %s", job.key)

    def _store(self, problem: Problem, made: Sequence[Draw], work: Work) -> None:
        self._draws.put_into_stock(work, problem, made)


def _store_nothing(_: Work) -> None:
    """There is nothing to store."""
