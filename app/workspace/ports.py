"""What the workspace needs from outside, as Protocols.

DraftStore        what students are writing: an older text never takes the place of a newer one
HintStore         which hints they have opened
"""

from __future__ import annotations

from typing import Protocol

from app.kernel.work import Work
from app.workspace.model import Draft, OpenedHint


class DraftStore(Protocol):
    """Where drafts are kept."""

    def get(self, work: Work, owner: str, problem_id: str) -> Draft | None:
        """The draft, or None."""

    def save(self, work: Work, draft: Draft) -> bool:
        """Store a draft whose revision is one above the stored one's (1 where there is none); whether it was."""


class HintStore(Protocol):
    """Where it is kept which hints were opened."""

    def list_opened(self, work: Work, owner: str, problem_id: str) -> frozenset[int]:
        """The numbers, from 1, of the hints that an owner has opened."""

    def open(self, work: Work, hint: OpenedHint) -> None:
        """Keep that a hint was opened; a second time changes nothing."""
