"""Which known mistake a failing submission has made, judged by what it does and never by how it is written.

A mistake is recognised when nothing that the submission does speaks against it and something speaks for it:

- for it, strongly: on a case that fails, the same form and the same numbers;
- neither for nor against: both raise, or both give arrays of wrong shapes, or the one this and the other that; or both
  give answers of one form that are too large to be kept;
- against it: anything else, on a case that fails or on one that passes.

Where a mistake only ever raises or is right, there are no numbers: then the pattern over all cases must be the same,
with at least one case that passes. Of two that fit, the one that explains more cases; of equals, none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grader.diagnosis.bounds import or_nothing
from grader.diagnosis.forms import Kind, Seen
from grader.diagnosis.mistakes import CaseTable, MistakeTable

_BROKEN = frozenset({Kind.RAISED, Kind.SHAPE})
_OF_OPERATIONS = frozenset({"ValueError", "IndexError", "TypeError"})
"""What NumPy and Python raise when shapes do not fit; which of them is a matter of style."""


@or_nothing("")
def recognise(table: MistakeTable, seen: Sequence[tuple[int, Seen | None]], *, unsteady: bool = False) -> str:
    """The id of the mistake, or nothing.

    Args:
        table: what the mistakes do.
        seen: for each case that was run, its place in the table and its outcome, or None where it was accepted.
        unsteady: whether the submission gave two answers to the same question.
    """
    found = _list_fitting(table, seen, unsteady=unsteady)
    return table.ids[found[0]] if len(found) == 1 else ""


def rivals(table: MistakeTable, name: str, places: Sequence[int]) -> tuple[str, ...]:
    """The mistakes that explain what a mistake itself does on some cases as well as it does, or better.

    Args:
        table: what the mistakes do.
        name: the id of the mistake, one of the table's.
        places: the cases, by their places in the table.
    """
    number = table.ids.index(name)
    cases = [(place, table.cases[place]) for place in places]
    seen = [(place, None if number in case.passing else case.seen[number]) for place, case in cases]
    found = _list_fitting(table, seen, unsteady=number in table.unsteady)
    return tuple(table.ids[other] for other in found if other != number)


def _list_fitting(table: MistakeTable, seen: Sequence[tuple[int, Seen | None]], *, unsteady: bool) -> list[int]:
    """The mistakes that explain most, by their numbers; more than one where they cannot be told apart."""
    if unsteady:
        return sorted(table.unsteady)
    left = set(range(len(table.ids))) - table.unsteady
    passed = [table.cases[place] for place, outcome in seen if outcome is None]
    for case in passed:
        left &= case.passing
    failed = [(table.cases[place], outcome) for place, outcome in seen if outcome]
    with np.errstate(all="ignore"):
        explained = _count_explained(left, failed, passed)
    most = max(explained.values(), default=0)
    return [number for number, cases in explained.items() if cases == most]


def _count_explained(left: set[int], failed: list[tuple[CaseTable, Seen]], passed: list[CaseTable]) -> dict[int, int]:
    """How many cases each mistake explains against which nothing speaks."""
    strong = dict.fromkeys(left, 0)
    alike = dict.fromkeys(left, 0)
    for case, outcome in failed:
        if not left:
            return {}
        fitting = case.by_form.get(outcome.form)
        near = fitting.near(outcome.numbers, left) if fitting and outcome.numbers is not None else set()
        left = near | {number for number in left - case.passing if _is_undecided(case.seen[number], outcome)}
        for number in left:
            strong[number] += number in near
            alike[number] += number not in near and _both_raise(case.seen[number], outcome)
    explained = {number: strong[number] + alike[number] for number in left if strong[number]}
    if not explained and passed:
        explained = {number: alike[number] for number in left if alike[number] == len(failed)}
    return explained


def _is_undecided(mistake: Seen, outcome: Seen) -> bool:
    """Whether two outcomes speak neither for nor against their being of the same kind."""
    if {mistake.kind, outcome.kind} <= _BROKEN:
        return mistake.kind is Kind.RAISED or mistake.form != outcome.form
    unread = mistake.numbers is None and outcome.numbers is None
    return unread and mistake.form == outcome.form and mistake.kind is not Kind.ENDED


def _both_raise(mistake: Seen, outcome: Seen) -> bool:
    if mistake.kind is not Kind.RAISED or outcome.kind is not Kind.RAISED:
        return False
    names = {mistake.exception, outcome.exception}
    return len(names) == 1 or names <= _OF_OPERATIONS
