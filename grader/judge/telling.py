"""How much is told of a case.

Samples are told in full. A fresh case is never met again, so the first one that fails is told in full as well, and of
the others what is wrong and roughly how far. A fixed hidden case meets every submission: whether it passed is told, and
of the first that fails how, in words that hold no figure. A table of them can be read off all the same, by whoever is
patient; it is of no use, since acceptance hangs on fresh cases.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from grader.checkers import Difference
from grader.judge.prepared_case import PreparedCase
from grader.model import CaseResult, Problem, Reason, Verdict

_FAILED = "It fails as well. The inputs are hidden."
_HIDDEN = "The inputs are hidden."
_WRONG = {
    Reason.WRONG_TYPE: "The answer has the wrong type.",
    Reason.WRONG_KEYS: "The answer has the wrong keys.",
    Reason.WRONG_LENGTH: "The answer has the wrong length.",
    Reason.WRONG_SHAPE: "An array has the wrong shape.",
    Reason.WRONG_DTYPE: "An array has the wrong dtype.",
    Reason.NOT_FINITE: "The answer holds NaN or infinity where a number is right.",
    Reason.WRONG_VALUE: "The answer has wrong values.",
    Reason.PROPERTY_FAILED: "The answer lacks a property that it must have.",
}


class Telling(Enum):
    """How much is told."""

    FULL = "inputs, values, output and texts"
    PART = "what is wrong, and roughly how far"
    LEAST = "whether it passed; of the first that fails, how"


@dataclass(slots=True)
class Teller:
    """Decides how much is told of each case of one submission.

    Attributes:
        early: the groups whose fresh cases are run before any fixed hidden case: what the program saw of those, it
            could tell with a later answer.
    """

    problem: Problem
    early: frozenset[str]
    _shown: bool = False
    _failed: bool = False

    def choose(self, item: PreparedCase) -> Telling:
        """How much may be told of the next case, whatever comes of it."""
        if not item.case.hidden:
            return Telling.FULL
        if not (item.drawn and self.problem.shows_fresh and item.case.group in self.early):
            return Telling.LEAST
        return Telling.PART if self._shown else Telling.FULL

    def fit(self, result: CaseResult, telling: Telling) -> CaseResult:
        """What is told of a case in the end."""
        fails = result.verdict not in (Verdict.ACCEPTED, Verdict.NOT_RUN)
        if telling is Telling.LEAST:
            result = keep_back(result, first=not self._failed)
            self._failed = self._failed or fails
        elif result.drawn:
            self._shown = self._shown or fails
            result = result if fails else replace(result, seconds=None)  # many that pass are not timed one by one
        return result


def keep_back(result: CaseResult, *, first: bool) -> CaseResult:
    """What is told of a fixed hidden case.

    Args:
        result: what came of it.
        first: whether no fixed hidden case failed before.
    """
    name, group, drawn = result.name, result.group, result.drawn
    if result.verdict is Verdict.NOT_RUN:
        return result
    if result.verdict is Verdict.ACCEPTED:
        return CaseResult(name, group, Verdict.ACCEPTED, drawn=drawn)
    if not first:
        return CaseResult(name, group, Verdict.FAILED, message=_FAILED, drawn=drawn, hint=result.hint)
    return CaseResult(
        name,
        group,
        result.verdict,
        result.reason,
        result.message,
        drawn=drawn,
        exception=result.exception,
        line=result.line,
        hint=result.hint,
    )


def without_figures(difference: Difference, rule: str = "") -> Difference:
    """What is told of a wrong answer to a fixed hidden case: of which kind it is, or which rule does not hold."""
    what = rule or _WRONG.get(difference.reason, "The answer is wrong.")
    return Difference(difference.reason, f"{what} {_HIDDEN}")
