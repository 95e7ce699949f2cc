"""Keep what a visitor is writing."""

from __future__ import annotations

from app.domain.draft import Draft
from app.ports import Clock, DraftStore
from app.services.catalogue import Catalogue

LONGEST = 128 * 1024
"""The longest draft that is kept, in characters: twice what a submission may have."""


class Drafts:
    """One draft for each visitor and problem."""

    def __init__(self, catalogue: Catalogue, store: DraftStore, clock: Clock) -> None:
        """Take the ports."""
        self._catalogue = catalogue
        self._store = store
        self._clock = clock

    def read(self, slug: str, visitor: str) -> Draft | None:
        """The draft, or None where nothing was written yet."""
        return self._store.get(visitor, slug)

    def save(self, slug: str, visitor: str, source: str, base: int) -> tuple[Draft, bool]:
        """Save a text that was built on revision ``base``.

        Returns:
            The draft as it is stored now, and whether the text is in it. It is not where another revision came first.

        Raises:
            NotFoundError: no such problem.
        """
        problem = self._catalogue.get(slug)
        draft = Draft(visitor, problem.id, source, base + 1, self._clock())
        if self._store.save(draft):
            return draft, True
        stored = self._store.get(visitor, problem.id)
        if stored is None:  # it was built on a draft that is gone: nothing can be overwritten
            draft = Draft(visitor, problem.id, source, 1, draft.saved_at)
            return draft, self._store.save(draft)
        return stored, stored.source == source
