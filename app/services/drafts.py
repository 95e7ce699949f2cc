"""Keep what a visitor is writing."""

from __future__ import annotations

from dataclasses import replace

from app.domain.draft import Draft
from app.kernel.actor import Actor
from app.kernel.clock import Clock
from app.kernel.work import Database
from app.ports import DraftStore
from app.problems.service import Problems

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
