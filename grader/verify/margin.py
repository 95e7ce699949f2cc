"""Where the tolerance stands between right programs, which differ by rounding, and the nearest wrong one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from grader.model import ArraySpec, DictSpec, RunStatus, ScalarSpec, SequenceSpec, Spec, Tolerance, Value
from grader.verify.running import Bench, Ran

ROOM = 10.0
"""How far the tolerance should stand from either side."""

Named: TypeAlias = tuple[str, Ran]

_AUTO = 1e-3
_EPSILON = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, slots=True)
class Gap:
    """How far an answer lies from the expected one.

    Attributes:
        used: the largest error as a multiple of what is allowed there; infinity where type, shape or kind differ.
        absolute: the largest absolute error.
        relative: the largest error relative to an expected value that is not zero.
        atol: the least absolute tolerance that would accept it beside the given rtol.
        case: where `used` is largest.
    """

    used: float = 0.0
    absolute: float = 0.0
    relative: float = 0.0
    atol: float = 0.0
    case: str = ""

    def joined(self, other: Gap) -> Gap:
        """The worse of two, part by part."""
        return Gap(
            max(self.used, other.used),
            max(self.absolute, other.absolute),
            max(self.relative, other.relative),
            max(self.atol, other.atol),
            self.case if self.used >= other.used else other.case,
        )


@dataclass(frozen=True, slots=True)
class Margin:
    """The tolerance of a problem, and what lies on either side of it.

    Attributes:
        tolerance: as it is declared.
        right: the spread of the right programs, and which of them lies farthest out; None without alternatives.
        single: the reference's answers in single precision; nothing is used where they are exact in it.
        wrong: the wrong program of the right form that comes nearest, and its name; None where all differ in form.
    """

    tolerance: Tolerance
    right: tuple[str, Gap] | None
    single: Gap | None
    wrong: tuple[str, Gap] | None

    @property
    def least(self) -> float:
        """The least rtol at which every right program passes."""
        return max(self.right[1].used * self.tolerance.rtol if self.right else 0.0, _EPSILON)

    @property
    def most(self) -> float:
        """The largest rtol at which single precision and the nearest wrong program are still told apart."""
        found = [gap.used for gap in (self.single, self.wrong[1] if self.wrong else None) if gap and gap.used > 0]
        return min(found, default=math.inf) * self.tolerance.rtol

    @property
    def stands(self) -> bool:
        """Whether the tolerance keeps its distance from both sides."""
        rtol = self.tolerance.rtol
        return rtol == 0 or (self.least * ROOM <= rtol and rtol * ROOM <= self.most)

    @property
    def suggested(self) -> float | None:
        """A power of ten midway between both sides; None where there is no room between them."""
        if not math.isfinite(self.most) or self.least * ROOM**2 > self.most:
            return None
        return float(f"1e{round(math.log10(math.sqrt(self.least * self.most)))}")

    def advice(self) -> str:
        """What to do about rtol and atol, in one or two sentences."""
        if self.tolerance.rtol == 0:
            return "rtol is 0, so nothing but equal values passes."
        most = f"{self.most:.1e}" if math.isfinite(self.most) else "any size"
        sides = f"right programs need {self.least:.1e}, wrong ones are told apart up to {most}"
        if self.stands:
            return f"rtol {self.tolerance.rtol:.0e} stands: {sides}. {self._about_atol()}"
        if self.suggested is None:
            return f"There is no room for an rtol: {sides}. Look for the program that comes too near."
        return f"Set rtol to {self.suggested:.0e}: {sides}. {self._about_atol()}"

    def _about_atol(self) -> str:
        needed = self.right[1].atol if self.right else 0.0
        if self.tolerance.atol is None:
            return "atol auto follows the size of each output."
        if needed > self.tolerance.atol / ROOM:
            return f"Set atol to {ROOM * needed:.0e}: right programs need {needed:.1e} beside rtol."
        return f"atol {self.tolerance.atol:.0e} stands: right programs need {needed:.1e} beside rtol; `auto` may do."

    def as_object(self) -> dict[str, Any]:
        """The margin as JSON; infinities are null."""
        rows = {name: _numbers(gap) for name, gap in self._rows()}
        return {
            "rtol": self.tolerance.rtol,
            "atol": self.tolerance.atol,
            "stands": self.stands,
            "suggested_rtol": self.suggested,
            "advice": self.advice(),
            "rows": rows,
        }

    def as_lines(self) -> Iterator[str]:
        """The small table for a terminal, nearest first."""
        atol = "auto" if self.tolerance.atol is None else f"{self.tolerance.atol:g}"
        bound = f"|got - want| <= atol + rtol*|want|, rtol {self.tolerance.rtol:g}, atol {atol}"
        yield f"How much of the tolerance is used ({bound})"
        yield ""
        rows = [*self._rows(), ("the tolerance", Gap(1.0))]
        width = max(len(name) for name, _ in rows)
        yield f"{'':{width}}  {'used':>8}  {'absolute':>8}  {'relative':>8}"
        for name, gap in sorted(rows, key=lambda row: row[1].used):
            sizes = f"{gap.absolute:8.1e}  {gap.relative:8.1e}  {gap.case}" if gap.case else ""
            yield f"{name:{width}}  {gap.used:8.1e}  {sizes}".rstrip()
        yield ""
        yield self.advice()

    def _rows(self) -> list[tuple[str, Gap]]:
        rows = [(f"right: {self.right[0]}", self.right[1])] if self.right else []
        rows += [("single precision", self.single)] if self.single and self.single.used else []
        return rows + ([(f"wrong: {self.wrong[0]}", self.wrong[1])] if self.wrong else [])


def margin(bench: Bench, right: Sequence[Named], wrong: Sequence[Named], single: Ran | None) -> Margin:
    """Measure on every case.

    Args:
        bench: the problem.
        right: alternatives by name.
        wrong: mistakes by name.
        single: the mutant that answers in single precision, if the problem has one.
    """
    spreads = [(name, worst(bench, ran)) for name, ran in right]
    nearest = [(name, worst(bench, ran)) for name, ran in wrong]
    nearest = [(name, gap) for name, gap in nearest if 1 < gap.used < math.inf]
    return Margin(
        bench.problem.tolerance,
        max((row for row in spreads if row[1].used < math.inf), key=lambda row: row[1].used, default=None),
        worst(bench, single, widened=True) if single else None,
        min(nearest, key=lambda row: row[1].used, default=None),
    )


def worst(bench: Bench, ran: Ran, *, widened: bool = False) -> Gap:
    """The worst gap of a program over all cases; `widened` looks past float32 at the values alone."""
    found = Gap()
    for item, outcome in zip(bench.items, ran.outcomes, strict=True):
        if outcome.status is not RunStatus.OK:
            return Gap(math.inf)
        value = _widened(outcome.value) if widened else outcome.value
        label = f"{item.case.group}/{item.case.name}"
        found = found.joined(_gap((item.expected, value), bench.problem.returns, bench.problem.tolerance, label))
    return found


def _gap(pair: tuple[Any, Any], spec: Spec, tolerance: Tolerance, case: str) -> Gap:
    """The gap between an expected and a given answer."""
    want, got = pair
    if isinstance(spec, DictSpec | SequenceSpec):
        if not _alike(want, got):
            return Gap(math.inf, case=case)
        keys = list(spec.items) if isinstance(spec, DictSpec) else range(len(spec.items))
        found = Gap()
        for key in keys:
            found = found.joined(_gap((want[key], got[key]), spec.items[key], tolerance, case))  # type: ignore[index]
        return found
    return _leaf_gap(want, got, spec, tolerance, case)


def _alike(want: Any, got: Any) -> bool:
    """Whether two containers are of one type and length, and have the same keys."""
    if type(got) is not type(want) or len(got) != len(want):
        return False
    return not isinstance(want, dict) or bool(got.keys() == want.keys())


def _leaf_gap(want: Any, got: Any, spec: ArraySpec | ScalarSpec, tolerance: Tolerance, case: str) -> Gap:
    """The gap of an array or a single value."""
    inexact = spec.dtype[0] in "fc" if isinstance(spec, ArraySpec) else spec.kind in ("float", "complex")
    same_form = np.shape(got) == np.shape(want) and np.asarray(got).dtype == np.asarray(want).dtype
    if not inexact or not same_form:
        return Gap(0.0 if same_form and np.array_equal(want, got) else math.inf, case=case)
    if isinstance(spec, ArraySpec) and (spec.free or spec.unordered or spec.goal):
        return Gap(case=case)  # not held value against value, so that no distance means anything
    tolerance = spec.tolerance or tolerance
    want, got = np.asarray(want), np.asarray(got)
    finite = np.isfinite(want) & np.isfinite(got)
    if not np.array_equal(want[~finite], got[~finite], equal_nan=tolerance.equal_nan):
        return Gap(math.inf, case=case)
    size, error = np.abs(want[finite]), np.abs(got[finite] - want[finite])
    if not error.size:
        return Gap(case=case)
    atol = tolerance.rtol * _AUTO * size.max() if tolerance.atol is None else tolerance.atol
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        used = np.where(error > 0, error / (atol + tolerance.rtol * size), 0.0)
        relative = np.where(size > 0, error / size, 0.0)
    needed = float(np.max(error - tolerance.rtol * size))
    return Gap(float(used.max()), float(error.max()), float(relative.max()), max(needed, 0.0), case)


def _widened(value: Value) -> Any:
    """Single precision as double, its values unchanged."""
    if isinstance(value, dict):
        return {key: _widened(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_widened(item) for item in value)
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "fc":
        wide = np.asarray(value).astype(np.complex128 if value.dtype.kind == "c" else np.float64)
        return wide if isinstance(value, np.ndarray) else wide[()].item()
    return value


def _numbers(gap: Gap) -> dict[str, Any]:
    return {
        "used": gap.used if math.isfinite(gap.used) else None,
        "absolute": gap.absolute,
        "relative": gap.relative if math.isfinite(gap.relative) else None,
        "case": gap.case,
    }
