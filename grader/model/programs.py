"""Programs that belong to a problem."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Program:
    """A whole source file that belongs to a problem."""

    id: str
    source: bytes


@dataclass(frozen=True, slots=True)
class Mistake:
    """A named wrong program with the feedback that teaches."""

    program: Program
    message: str
    hints: tuple[str, ...] = ()
