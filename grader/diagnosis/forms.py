"""What an outcome looks like to the recogniser: its form, which must be equal, and its numbers, which must be near.

A form leaves out what does not matter: how a wrong key is called, what a superfluous one holds, which of the arrays
is of another dtype. So a mistake is known again when it is written in another way.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from grader.diagnosis.bounds import or_nothing
from grader.diagnosis.nesting import numbers_in
from grader.diagnosis.view import Array, in_double
from grader.model import Foreign, ForeignArray, RunStatus, Value
from grader.sandbox import Outcome

_RIGHT = "="
_ITEMS_MOST = 32
_ELEMENTS_MOST = 4096
"""Of larger answers no numbers are kept: a table holds those of every mistake on every case."""
_TEXT_KEPT = 200
_APART = 1e-6
"""Far more than what rounding in another order leaves."""


class Kind(StrEnum):
    """How far an outcome is from the answer that is wanted."""

    WHOLE = "whole"
    """Types, keys, shapes and dtypes are all as declared."""
    SHAPE = "shape"
    """An array has another shape."""
    OTHER = "other"
    """Another type, other keys, another dtype."""
    RAISED = "raised"
    ENDED = "ended"
    """No answer, and the child is gone: a limit, a crash."""


@dataclass(frozen=True, slots=True)
class Seen:
    """An outcome as the recogniser sees it.

    Attributes:
        kind: how far it is from what is wanted.
        form: equal for outcomes whose numbers may be compared.
        numbers: all numbers in one row, in double precision; None where not all could be read.
        exception: the class name of what was raised.
    """

    kind: Kind
    form: Hashable
    numbers: Array | None = None
    exception: str = ""


_UNREAD = Seen(Kind.OTHER, "unread")


@or_nothing(_UNREAD)
def see(expected: Value, outcome: Outcome) -> Seen:
    """An outcome beside the expected value of its case."""
    if outcome.status is RunStatus.RAISED:
        return Seen(Kind.RAISED, (Kind.RAISED, outcome.reason), exception=outcome.said.type_name)
    if outcome.status is not RunStatus.OK:
        return Seen(Kind.ENDED, (Kind.ENDED, outcome.status))
    plain = _list_numbers(outcome.value, expected)
    if plain:
        small = sum(row.size for row in plain) <= _ELEMENTS_MOST
        return Seen(Kind.WHOLE, Kind.WHOLE, np.concatenate(plain) if small else None)  # a copy: no whole frame is kept
    reader = _Reader(_ELEMENTS_MOST)
    structure = reader.part(outcome.value, expected)
    numbers = reader.numbers()
    form = (structure, frozenset(reader.dtypes), 0 if numbers is None else numbers.size)
    kind = Kind.OTHER if reader.dtypes or reader.other else Kind.SHAPE if reader.shape else Kind.WHOLE
    return Seen(kind, Kind.WHOLE if kind is Kind.WHOLE else form, numbers)


def _list_numbers(got: Any, expected: Any) -> list[Array]:
    """The numbers of an array, or of a dict of arrays, that are all as declared in double precision; else nothing."""
    if type(expected) is np.ndarray:
        got, expected = {"": got}, {"": expected}
    if type(got) is not dict or type(expected) is not dict or got.keys() != expected.keys():
        return []
    rows = []
    for key, right in expected.items():
        array = got[key]
        if type(array) is not np.ndarray or type(right) is not np.ndarray or array.shape != right.shape:
            return []
        if array.dtype != right.dtype or array.dtype != np.float64:
            return []
        rows.append(array.reshape(-1))
    return rows


@or_nothing(nothing=False)
def apart(first: Seen, second: Seen) -> bool:
    """Whether two answers to one question differ by more than rounding."""
    if first.form != second.form:
        return True
    if first.numbers is None or second.numbers is None or first.numbers.shape != second.numbers.shape:
        return False
    with np.errstate(all="ignore"):
        allowed = _APART * np.max(np.abs(first.numbers), where=np.isfinite(first.numbers), initial=0.0)
        return bool((np.abs(first.numbers - second.numbers) > allowed).any())


def _family(value: Any) -> str:
    """Python's and NumPy's scalars of one kind by one name."""
    kinds = {bool: "bool", np.bool_: "bool", int: "int", np.integer: "int", float: "float", np.floating: "float"}
    return next((name for kind, name in kinds.items() if isinstance(value, kind)), type(value).__name__)


@dataclass(slots=True)
class _Reader:
    """Walks an answer and the expected value side by side, and collects its numbers."""

    room: int
    rows: list[Array] = field(default_factory=list)
    dtypes: set[str] = field(default_factory=set)
    shape: bool = False
    other: bool = False

    def numbers(self) -> Array | None:
        """All numbers in one row."""
        if self.room < 0:
            return None
        if not self.rows:
            return np.zeros(0)
        return np.concatenate(self.rows)  # a copy, so that no whole frame is kept

    def part(self, got: Any, expected: Any) -> Hashable:
        """The form of one part of the answer."""
        if isinstance(expected, np.ndarray):
            return self._array(got, expected)
        if isinstance(expected, dict):
            return self._dict(got, expected) if isinstance(got, dict) else self._bare(got)
        if isinstance(expected, list | tuple):
            if type(got) is type(expected) and len(got) == len(expected):
                return tuple(self.part(one, right) for one, right in zip(got, expected, strict=True))
            return self._bare(got)
        if _family(got) == _family(expected):
            return (_RIGHT, self._scalar(got))
        return self._bare(got)

    def _array(self, got: Any, expected: Array) -> Hashable:
        if type(got) is not np.ndarray:
            return self._bare(got)
        self._take(got)
        if got.dtype != expected.dtype:
            self.dtypes.add(got.dtype.name)
        if got.shape == expected.shape:
            return _RIGHT
        self.shape = True
        shape: tuple[int, ...] = got.shape
        return shape

    def _dict(self, got: dict[Any, Any], expected: dict[str, Value]) -> Hashable:
        missing = [key for key in expected if key not in got]
        extra = [key for key in got if key not in expected]
        if not missing and not extra:
            return tuple(self.part(got[key], right) for key, right in expected.items())
        self.other = True
        if len(extra) < len(missing):
            return ("lacks", tuple(missing), *(self.part(got[key], expected[key]) for key in expected if key in got))
        names = dict(zip(missing, extra, strict=False))
        parts = tuple(self.part(got[names.get(key, key)], right) for key, right in expected.items())
        return ("renamed" if missing else "more", *parts)

    def _bare(self, got: Any) -> Hashable:
        """The form of something where something else is wanted."""
        self.other = True
        if type(got) is np.ndarray:
            self._take(got)
            return ("array", got.shape, got.dtype.name)
        if isinstance(got, list | tuple):
            return (type(got).__name__, self._sequence(got))
        if isinstance(got, ForeignArray):
            return ("array", got.shape, _brief(got.dtype_name))
        if isinstance(got, Foreign):
            return ("foreign", _brief(got.type_name))
        if isinstance(got, dict):
            self.room = -1  # what stands in it is not read
        return (type(got).__name__, self._scalar(got))

    def _sequence(self, got: list[Any] | tuple[Any, ...]) -> Hashable:
        """Nested numbers as one array, else item by item."""
        made = numbers_in(got, self.room) if got else None
        if made is not None:
            self._take(made)
            shape: tuple[int, ...] = made.shape
            return shape
        if len(got) > _ITEMS_MOST:
            self.room = -1
        return (len(got), *(self._bare(item) for item in got[:_ITEMS_MOST]))

    def _take(self, array: Array) -> None:
        self.room -= array.size
        double = in_double(array) if self.room >= 0 else None
        if double is None:
            self.room = -1
        else:
            self.rows.append(double.reshape(-1))

    def _scalar(self, value: Any) -> Hashable:
        """Numbers are compared, anything else must be equal."""
        if isinstance(value, int | float | complex | np.number):
            try:
                self._take(np.array(value).reshape(1))
            except OverflowError:
                self.room = -1
            return "number"
        return _brief(value) if isinstance(value, str) else type(value).__name__


def _brief(text: str) -> Hashable:
    """A text, or what stands for a long one, so that it is not kept."""
    return text if len(text) <= _TEXT_KEPT else (len(text), hash(text))
