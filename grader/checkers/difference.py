"""What a comparison is told, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.model import Reason, Tolerance


@dataclass(frozen=True, slots=True)
class Context:
    """The circumstances of one comparison.

    Attributes:
        tolerance: how far values may lie apart.
        dims: what the symbols of declared shapes stand for in this case, in the order of their declaration.
        hidden: whether the student must not learn any value; then messages hold none, and errors are powers of ten.
    """

    tolerance: Tolerance = field(default_factory=Tolerance)
    dims: Mapping[str, int] = field(default_factory=dict)
    hidden: bool = True


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that is wrong with an answer.

    Attributes:
        reason: what kind of thing.
        message: one or two plain sentences, fit for the student's eyes.
        path: the part of the answer, such as ``outputs`` or ``outputs[0].x``; empty for the whole.
        max_abs_error: largest absolute error, for hidden cases as a power of ten; None where it has no meaning.
        max_rel_error: largest error relative to the expected value, likewise.
        differing: how many elements are wrong.
        total: how many elements there are.
        first_index: the first wrong element by axis, such as ``batch 0, step 1``.
        axes_index: the same as plain indices.
        wrong: the wrong elements of each array, for samples (see `wrong_elements`).
    """

    reason: Reason
    message: str
    path: str = ""
    max_abs_error: float | None = None
    max_rel_error: float | None = None
    differing: int | None = None
    total: int | None = None
    first_index: str | None = None
    axes_index: tuple[int, ...] | None = None
    wrong: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
