"""Open hints, and know again which were opened."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from app.domain.faults import HintLockedError
from app.domain.hints import HintState, OpenedHint, hint_states
from app.kernel.actor import Actor
from app.kernel.clock import Clock
from app.kernel.faults import NotFoundError
from app.kernel.work import Database
from app.ports import HintStore
from app.problems.service import Problems
from app.services.submissions import Submissions


class Hints:
    """What each visitor has opened."""

    def __init__(
        self, problems: Problems, submissions: Submissions, database: Database, store: HintStore, clock: Clock
    ) -> None:
        self._problems = problems
        self._submissions = submissions
        self._database = database
        self._store = store
        self._clock = clock

    def opened(self, slug: str, actor: Actor) -> AbstractSet[int]:
        """The numbers, from 1, of the hints that were opened."""
        with self._database.read() as work:
            return self._store.opened(work, actor.id, slug)

    def open(self, slug: str, actor: Actor, number: int) -> None:
        """Open a hint; one that is open already stays so.

        Raises:
            NotFoundError: no such problem, or it has no hint of that number.
            HintLockedError: its turn has not come.
        """
        problem = self._problems.get(slug)
        if not 1 <= number <= len(problem.prose.hints):
            raise NotFoundError("There is no such hint.")
        progress = self._submissions.progress_in(actor, problem.id)
        state = hint_states(problem, progress, self.opened(problem.id, actor))[number - 1]
        if state in {HintState.LOCKED, HintState.WAITING}:
            raise HintLockedError
        if state is HintState.READY:
            with self._database.unit_of_work() as work:
                self._store.open(work, OpenedHint(actor.id, problem.id, number, self._clock()))
