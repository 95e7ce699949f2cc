"""Keep what a student is writing, and which hints they have opened."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from app.kernel.actor import Actor
from app.kernel.clock import Clock
from app.kernel.faults import NotFoundError
from app.kernel.work import Database
from app.problems.service import Problems
from app.submissions.service import Submissions
from app.workspace.faults import HintLockedError
from app.workspace.model import Draft, HintState, OpenedHint, find_hint_states
from app.workspace.ports import DraftStore, HintStore

LONGEST = 128 * 1024
"""The longest draft that is kept, in characters: twice what a submission may have."""


class Drafts:
    """One draft for each visitor and problem."""

    def __init__(self, problems: Problems, database: Database, store: DraftStore, clock: Clock) -> None:
        self._problems = problems
        self._database = database
        self._store = store
        self._clock = clock

    def read(self, slug: str, actor: Actor) -> Draft | None:
        """The draft, or None where nothing was written yet."""
        with self._database.read() as work:
            return self._store.get(work, actor.id, slug)

    def save(self, slug: str, actor: Actor, source: str, base: int) -> tuple[Draft, bool]:
        """Save a text that was built on revision ``base``.

        Returns:
            The draft as it is stored now, and whether the text is in it. It is not where another revision came first.

        Raises:
            NotFoundError: no such problem.
        """
        problem = self._problems.get(slug)
        draft = Draft(actor.id, problem.id, source, base + 1, self._clock())
        with self._database.unit_of_work() as work:
            if self._store.save(work, draft):
                return draft, True
            stored = self._store.get(work, actor.id, problem.id)
            if stored is None:  # it was built on a draft that is gone: nothing can be overwritten
                first = replace(draft, revision=1)
                return first, self._store.save(work, first)
        return stored, stored.source == source

    def keep(self, slug: str, actor: Actor, source: str, base: int) -> bool:
        """Save what a form brought, unless that changes nothing; whether it is kept now.

        Not for an anonymous ``actor``: whoever brings no cookie is not sure to come again with the one that they get.
        """
        stored = self.read(slug, actor)
        if source == (stored.source if stored else self._problems.get(slug).starter):
            return True
        if actor.owner is None or len(source) > LONGEST:
            return False
        return self.save(slug, actor, source, base)[1]


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

    def list_opened(self, slug: str, actor: Actor) -> AbstractSet[int]:
        """The numbers, from 1, of the hints that were opened."""
        with self._database.read() as work:
            return self._store.list_opened(work, actor.id, slug)

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
        state = find_hint_states(problem, progress, self.list_opened(problem.id, actor))[number - 1]
        if state in {HintState.LOCKED, HintState.WAITING}:
            raise HintLockedError
        if state is HintState.READY:
            with self._database.unit_of_work() as work:
                self._store.open(work, OpenedHint(actor.id, problem.id, number, self._clock()))
