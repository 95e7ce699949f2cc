"""What every known mistake does on every case: made once for each version of a problem, laid out for quick looks."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from grader.diagnosis.forms import Kind, Seen
from grader.diagnosis.view import Array

_RELATIVE, _OF_DEVIATION, _ROUNDING = 1e-6, 1e-3, 1e-12
_NARROW = 1e-3
"""Numbers of another dtype, such as float32, come with errors of their own."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """Mistakes whose outcome on one case has one form.

    Attributes:
        ids: which mistakes.
        rows: their numbers, one row for each.
        bounds: how far a submission's numbers may lie from each, to be called the same; one column.
        spoilt: whether any of them is NaN or an infinity.
    """

    ids: tuple[int, ...]
    rows: Array
    bounds: Array
    spoilt: bool

    def near(self, numbers: Array, wanted: set[int]) -> set[int]:
        """Those among the wanted mistakes that the numbers agree with."""
        if numbers.size != self.rows.shape[1]:
            return set()
        if not numbers.size:
            return wanted & set(self.ids)
        if len(wanted) == 1:
            return {number for number in wanted if number in self.ids and self._agrees(self.ids.index(number), numbers)}
        maybe = np.abs(self.rows[:, -1] - numbers[-1]) <= self.bounds[:, 0]  # one element of each: most end here
        return {
            number
            for number, place, near in zip(self.ids, range(len(self.ids)), maybe.tolist(), strict=True)
            if (near or self.spoilt) and number in wanted and self._agrees(place, numbers)
        }

    def _agrees(self, place: int, numbers: Array) -> bool:
        """Whether the numbers are near those of one mistake; NaN and infinities must be the same."""
        row = self.rows[place]
        near = np.abs(row - numbers) <= self.bounds[place]
        if not self.spoilt:
            return bool(near.all())
        return bool((near | (row == numbers) | (np.isnan(row) & np.isnan(numbers))).all())


@dataclass(frozen=True, slots=True)
class CaseTable:
    """What the mistakes do on one case.

    Attributes:
        passing: mistakes that are right here.
        seen: each mistake's outcome.
        by_form: the wrong outcomes that have numbers, by their form.
    """

    passing: frozenset[int]
    seen: tuple[Seen, ...]
    by_form: dict[Hashable, Fitting]


@dataclass(frozen=True, slots=True)
class MistakeTable:
    """All mistakes of a problem on all of its cases.

    Attributes:
        ids: the mistakes' ids.
        cases: one table for each case, in the order of the problem's pools.
        unsteady: mistakes that give two answers to the same question.
    """

    ids: tuple[str, ...]
    cases: tuple[CaseTable, ...]
    unsteady: frozenset[int] = frozenset()


def case_table(right: Seen, seen: Sequence[Seen], passing: Sequence[bool]) -> CaseTable:
    """The table of one case.

    Args:
        right: the reference's answer.
        seen: each mistake's outcome.
        passing: whether each mistake is right here.
    """
    forms: dict[Hashable, list[int]] = {}
    for number, outcome in enumerate(seen):
        if not passing[number] and outcome.numbers is not None:
            forms.setdefault(outcome.form, []).append(number)
    by_form = {form: _fitting(numbers, seen, right) for form, numbers in forms.items()}
    return CaseTable(frozenset(n for n, there in enumerate(passing) if there), tuple(seen), by_form)


def _fitting(numbers: list[int], seen: Sequence[Seen], right: Seen) -> Fitting:
    rows = np.array([seen[number].numbers for number in numbers])
    bounds = [_bound(row, right, seen[number]) for row, number in zip(rows, numbers, strict=True)]
    return Fitting(tuple(numbers), rows, np.array(bounds)[:, None], spoilt=not np.isfinite(rows).all())


def _bound(row: Array, right: Seen, seen: Seen) -> float:
    """Near means nearer than a thousandth of the mistake's own distance from the right answer."""
    with np.errstate(all="ignore"):
        size = np.abs(row)
        scale = float(np.max(size, where=np.isfinite(size), initial=0.0))
        if seen.kind is Kind.OTHER:
            narrow = any("64" not in name and "128" not in name for name in _dtypes(seen))
            return (_NARROW if narrow else _RELATIVE) * scale
        bound = _RELATIVE * scale
        if seen.kind is Kind.WHOLE and right.numbers is not None and right.numbers.shape == row.shape:
            away = np.abs(row - right.numbers)
            deviation = float(np.max(away, where=np.isfinite(away), initial=0.0))
            bound = min(bound, _OF_DEVIATION * deviation) if deviation else bound
        return max(bound, _ROUNDING * scale)


def _dtypes(seen: Seen) -> frozenset[str]:
    form = seen.form
    names = form[1] if isinstance(form, tuple) and len(form) > 1 else frozenset()
    return names if isinstance(names, frozenset) else frozenset()
