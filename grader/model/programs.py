"""Programs that belong to a problem."""

from __future__ import annotations

from dataclasses import dataclass, field


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


@dataclass(frozen=True, slots=True)
class Generated:
    """Inputs that a program of the author's makes, in the sandbox, when the problem is first used.

    Attributes:
        program: a file with a function ``generate(rng, dims)`` that returns a dict.
        names: the arguments that it gives.
        entropy: what `rng` is seeded with.
        place: where the document asks for it: file, line, column and field.
    """

    program: Program
    names: tuple[str, ...]
    entropy: tuple[int, ...]
    place: str = field(compare=False)
