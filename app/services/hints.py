"""Open hints, and know again which were opened."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from app.domain.faults import HintLockedError, NotFoundError
from app.domain.hints import HintState, OpenedHint, hint_states
from app.domain.progress import NO_PROGRESS
from app.ports import Clock, HintStore, SubmissionStore
from app.services.catalogue import Catalogue


class Hints:
    """What each visitor has opened."""

    def __init__(self, catalogue: Catalogue, submissions: SubmissionStore, store: HintStore, clock: Clock) -> None:
        """Take the ports."""
        self._catalogue = catalogue
        self._submissions = submissions
        self._store = store
        self._clock = clock

    def opened(self, slug: str, visitor: str) -> AbstractSet[int]:
        """The numbers, from 1, of the hints that were opened."""
        return self._store.opened(visitor, slug)

    def open(self, slug: str, visitor: str, number: int) -> None:
        """Open a hint; one that is open already stays so.

        Raises:
            NotFoundError: no such problem, or it has no hint of that number.
            HintLockedError: its turn has not come.
        """
        problem = self._catalogue.get(slug)
        if not 1 <= number <= len(problem.prose.hints):
            raise NotFoundError("There is no such hint.")
        progress = self._submissions.progress(visitor).get(problem.id, NO_PROGRESS)
        state = hint_states(problem, progress, self._store.opened(visitor, problem.id))[number - 1]
        if state in {HintState.LOCKED, HintState.WAITING}:
            raise HintLockedError
        if state is HintState.READY:
            self._store.open(OpenedHint(visitor, problem.id, number, self._clock()))
