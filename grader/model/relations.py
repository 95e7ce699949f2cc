"""What must hold between several answers of one function, whatever the right answer is.

The literature calls such properties metamorphic relations (Chen, Cheung, Yiu: "Metamorphic testing: a new approach
for generating next test cases", 1998); problems call them properties of the function.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from grader.model.programs import Program


@dataclass(frozen=True, slots=True)
class BatchRelation:
    """Examples along an axis do not depend on their order, or not on each other at all.

    Attributes:
        kind: ``batch_permutation`` or ``batch_independence``.
        axis: the symbol of the axis, such as ``N``.
    """

    kind: str
    axis: str


@dataclass(frozen=True, slots=True)
class LinearRelation:
    """The function is linear in these arguments, taken together."""

    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpecialCase:
    """What the answer comes to when some arguments are zero or some axes short.

    Attributes:
        gives: a program with a function ``gives`` of the same arguments, which returns that part of the answer.
        says: the property in a sentence, for students.
        zero: arguments that are set to zero.
        at: lengths that axes are cut down to, by symbol.
        part: which part of the answer, such as a key of a dict; empty for the whole.
    """

    gives: Program
    says: str
    zero: tuple[str, ...] = ()
    at: Mapping[str, int] = field(default_factory=dict)
    part: str = ""


@dataclass(frozen=True, slots=True)
class GradientRelation:
    """Parts of the answer are the gradients of another part of it.

    Attributes:
        of: the part that is differentiated, such as ``loss``.
        gradients: for each argument the part that holds the gradient with respect to it.
        upstream: the argument that weighs the elements of an array `of`, as in ``sum(of * upstream)``; else empty.
    """

    of: str
    gradients: Mapping[str, str]
    upstream: str = ""


Relation: TypeAlias = "BatchRelation | LinearRelation | SpecialCase | GradientRelation"
