"""What is kept of fresh cases."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model import Draw


@dataclass(frozen=True, slots=True)
class StockKey:
    """What draws are of: a judging version, and what computed their answers."""

    judging_version: str
    environment: str


@dataclass(frozen=True, slots=True)
class KeptDraw:
    """A draw as it is stored; ``number`` is its own for ever."""

    number: int
    key: StockKey
    draw: Draw


@dataclass(frozen=True, slots=True)
class StockOptions:
    """How much lies in stock.

    Attributes:
        submissions: for how many submissions, of a problem that is used; 0 keeps none.
    """

    submissions: int
