"""What values travel, and how those that an entry point takes and returns are described."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

Value: TypeAlias = (
    "bool | int | float | complex | str | np.generic | np.ndarray[Any, Any]"
    " | list[Value] | tuple[Value, ...] | dict[str, Value] | Foreign | ForeignArray | Seeded | None"
)
"""Anything that an entry point may take or give back (a seeded one is only taken, foreign ones only given back)."""


@dataclass(frozen=True, slots=True)
class Seeded:
    """A NumPy Generator as it travels: its seed alone. The child makes `np.random.default_rng(seed)` of it."""

    seed: int


@dataclass(frozen=True, slots=True)
class Foreign:
    """An object of a type that does not travel, such as a generator or an ndarray subclass: only its type's name does.

    Attributes:
        type_name: module and name of the type, such as ``numpy.matrix``; a student's own text, so untrusted.
    """

    type_name: str


@dataclass(frozen=True, slots=True)
class ForeignArray:
    """An exact ndarray whose dtype does not travel (neither bool, int, float nor complex).

    Attributes:
        dtype_name: the dtype as NumPy writes it, such as ``object`` or ``<U5``; may hold a student's own text.
        shape: its shape.
    """

    dtype_name: str
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tolerance:
    """``|got - want| <= atol + rtol*|want|``; ``atol=None`` means rtol x 1e-3 x max|want| of that output."""

    rtol: float = 1e-9
    atol: float | None = None
    equal_nan: bool = False


@dataclass(frozen=True, slots=True)
class Property:
    """What must hold of an array itself, whatever the reference gives.

    Attributes:
        kind: ``orthogonal`` (columns orthonormal), ``unit_norm``, ``sums_to_one`` or ``sorted``.
        axis: along which; of no meaning for ``orthogonal``, which takes the last two.
        atol: how far it may be missed.
        descending: for ``sorted``, from large to small.
    """

    kind: str
    axis: int = -1
    atol: float = 1e-9
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Goal:
    """A measure of an array against the reference's, held to a bound in place of each value to its own.

    Attributes:
        measure: ``accuracy``, ``mean_squared_error`` or ``mean_absolute_error``.
        bound: the least accuracy, or the largest error.
    """

    measure: str
    bound: float


@dataclass(frozen=True, slots=True)
class ArraySpec:
    """An ndarray: symbolic shape (``"N?"`` may be absent, ints are fixed), dtype name, a name for each axis.

    Attributes:
        tolerance: its own, in place of the problem's.
        properties: what must hold of it, checked before its values.
        unordered: whether its rows (along the first axis) may stand in any order.
        free: whether its values are not compared at all, so that its form and its properties alone count.
        goal: how well it must do, in place of comparing its values.
        moments: which statistics of its rows, which are draws, must be those of the reference's.
    """

    shape: tuple[str | int, ...]
    dtype: str = "float64"
    axes: tuple[str, ...] = ()
    tolerance: Tolerance | None = None
    properties: tuple[Property, ...] = ()
    unordered: bool = False
    free: bool = False
    goal: Goal | None = None
    moments: tuple[str, ...] = ()

    @property
    def by_value(self) -> bool:
        """Whether each value is held against its own."""
        return not (self.unordered or self.free or self.goal or self.moments)


@dataclass(frozen=True, slots=True)
class ScalarSpec:
    """One of ``float int bool complex str none``; ``tolerance`` is its own, in place of the problem's.

    An argument may also be a ``generator``.
    """

    kind: str
    tolerance: Tolerance | None = None


@dataclass(frozen=True, slots=True)
class DictSpec:
    """A dict with exactly these keys."""

    items: Mapping[str, Spec]


@dataclass(frozen=True, slots=True)
class SequenceSpec:
    """A tuple or a list (``kind`` says which) of exactly these items."""

    kind: str
    items: tuple[Spec, ...]


Spec: TypeAlias = "ArraySpec | ScalarSpec | DictSpec | SequenceSpec"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of the entry point."""

    name: str
    spec: ArraySpec | ScalarSpec
    meaning: str = ""
