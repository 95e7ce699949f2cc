"""Where the tolerance stands between right programs, which differ by rounding, and the nearest wrong one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from grader.model import Tolerance
from grader.verify.gaps import Gap, find_worst, measure_gaps
from grader.verify.running import ProvingGround, Ran

ROOM = 10.0
"""How far the tolerance should stand from either side."""

Named: TypeAlias = tuple[str, Ran]

_EPSILON = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, slots=True)
class Margin:
    """The tolerance of a problem, and what lies on either side of it.

    Attributes:
        tolerance: as it is declared.
        right: the spread of the right programs, and which of them lies farthest out; None without alternatives.
        single: the reference's answers in single precision; nothing is used where they are exact in it.
        wrong: the wrong program of the right form that comes nearest, and its name; None where all differ in form.
        inside: the reference's answers where all of it is worked out in single precision.
        closest: what comes nearest on any one case that rejects it.
    """

    tolerance: Tolerance
    right: tuple[str, Gap] | None
    single: Gap | None
    wrong: tuple[str, Gap] | None
    inside: Gap | None = None
    closest: tuple[str, Gap] | None = None

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
        sides = f"right programs need {self.least:.1e}, {self._far_side()}"
        if self.stands:
            return f"rtol {self.tolerance.rtol:.0e} stands: {sides}. {self._about_atol()}"
        if self.suggested is None:
            return f"There is no room for an rtol: {sides}. Look for the program that comes too near."
        return f"Set rtol to {self.suggested:.0e}: {sides}. {self._about_atol()}"

    def _far_side(self) -> str:
        """What stands on the side of the wrong programs."""
        if not math.isfinite(self.most):
            return "and no wrong program comes near"
        nearest = self.wrong and self.wrong[1].used * self.tolerance.rtol <= self.most
        name = f"the mistake {self.wrong[0]}" if self.wrong and nearest else "single precision"
        return f"{name} is told apart up to {self.most:.1e}"

    def _about_atol(self) -> str:
        needed = self.right[1].atol if self.right else 0.0
        if self.tolerance.atol is None:
            return "atol auto follows the size of each output."
        if needed > self.tolerance.atol / ROOM:
            return f"Set atol to {ROOM * needed:.0e}: right programs need {needed:.1e} beside rtol."
        return f"atol {self.tolerance.atol:.0e} stands: right programs need {needed:.1e} beside rtol; `auto` may do."

    def as_object(self) -> dict[str, Any]:
        """The margin as JSON; infinities are null."""
        rows = {name: _list_numbers(gap) for name, _, gap in self.rows()}
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
        rows = [*((name, gap) for name, _, gap in self.rows()), ("the tolerance", Gap(1.0))]
        width = max(len(name) for name, _ in rows)
        yield f"{'':{width}}  {'used':>8}  {'absolute':>8}  {'relative':>8}"
        for name, gap in sorted(rows, key=lambda row: row[1].used):
            sizes = f"{gap.absolute:8.1e}  {gap.relative:8.1e}  {gap.case}" if gap.case else ""
            yield f"{name:{width}}  {gap.used:8.1e}  {sizes}".rstrip()
        yield ""
        yield self.advice()

    def rows(self) -> list[tuple[str, str, Gap]]:
        """What was measured, nearest first: its name, whether it is right, single or wrong, and its distance."""
        rows = [(f"right: {self.right[0]}", "right", self.right[1])] if self.right else []
        for name, gap in (("stored in single precision", self.single), ("computed in single precision", self.inside)):
            rows += [(name, "single", gap)] if gap and 0 < gap.used < math.inf else []
        rows += [(f"wrong: {self.wrong[0]}", "wrong", self.wrong[1])] if self.wrong else []
        rows += [(f"nearest case: {self.closest[0]}", "wrong", self.closest[1])] if self.closest else []
        return sorted(rows, key=lambda row: row[2].used)


def margin(
    ground: ProvingGround, right: Sequence[Named], wrong: Sequence[Named], narrow: tuple[Ran | None, Ran | None]
) -> Margin:
    """Measure on every case.

    Args:
        ground: the problem.
        right: alternatives by name.
        wrong: mistakes by name.
        narrow: the mutant that answers in single precision, and the one that works in it, where there are such.
    """
    spreads = [(name, find_worst(ground, ran)) for name, ran in right]
    nearest = [(name, find_worst(ground, ran)) for name, ran in wrong]
    nearest = [(name, gap) for name, gap in nearest if 1 < gap.used < math.inf]
    single, inside = (find_worst(ground, ran, widened=True) if ran else None for ran in narrow)
    return Margin(
        ground.problem.tolerance,
        max((row for row in spreads if row[1].used < math.inf), key=lambda row: row[1].used, default=None),
        single,
        min(nearest, key=lambda row: row[1].used, default=None),
        inside,
        _find_closest(ground, wrong),
    )


def _find_closest(ground: ProvingGround, wrong: Sequence[Named]) -> tuple[str, Gap] | None:
    """The smallest gap by which any case rejects any of the wrong programs."""
    found = ((name, gap) for name, ran in wrong for gap in measure_gaps(ground, ran) if 1 < gap.used < math.inf)
    return min(found, key=lambda row: row[1].used, default=None)


def _list_numbers(gap: Gap) -> dict[str, Any]:
    return {
        "used": gap.used if math.isfinite(gap.used) else None,
        "absolute": gap.absolute,
        "relative": gap.relative if math.isfinite(gap.relative) else None,
        "case": gap.case,
    }
