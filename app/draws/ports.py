"""What fresh cases need from outside, as a Protocol: DrawStore, the rows of draws."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from app.draws.model import KeptDraw, StockKey
from app.kernel.work import Work
from grader.model import Draw


class DrawStore(Protocol):
    """Draws in stock, and those that a submission was given. None is ever given twice."""

    def add(self, work: Work, key: StockKey, draws: Sequence[Draw], submission: str | None = None) -> None:
        """Keep draws: in stock, or for a submission."""

    def claim(self, work: Work, key: StockKey, counts: Mapping[int, int], submission: str) -> int:
        """Give a submission so many draws of each entry, by its index, as far as they are there; how many it got."""

    def of_submission(self, work: Work, submission: str) -> tuple[KeptDraw, ...]:
        """What a submission was given, in the order in which it was made."""

    def renew(self, work: Work, kept: Sequence[KeptDraw]) -> None:
        """Keep these contents and keys in place of what is stored under the same numbers."""

    def count_stock(self, work: Work, key: StockKey) -> Mapping[int, int]:
        """How many draws of each entry nobody was given yet; entries that have none may be missing."""

    def is_used(self, work: Work, judging_version: str) -> bool:
        """Whether any submission was given draws of that judging version."""

    def keep_only(self, work: Work, judging_versions: Collection[str], environment: str) -> None:
        """Forget what lies in stock of all others; what submissions were given stays."""
