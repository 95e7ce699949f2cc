"""Cases that are asked for in one write, and whose answers are accepted as one where all of them are right.

What a program has read, it can tell with any answer that it still owes. So a batch holds fresh cases alone, which may
be shown, or cases of which little more than the verdict is told; and it is written when all answers before it are in.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass

from grader.judge.prepared_case import PreparedCase
from grader.judge.templates import Template, join_templates
from grader.model import Problem
from grader.sandbox import frames

_FEWEST = 2
"""Cases that are worth it."""
_MOST_BYTES = 1 << 18
"""Of requests, or of answers, in one batch: pipes hold about as much."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Consecutive cases of a submission.

    Attributes:
        items: the cases.
        groups: their groups.
        end: the index after the last of them.
        requests: the bytes that ask for them.
        early: the template of all answers but the last, which are looked at while the child works on that.
        last: the template of the last answer.
    """

    items: tuple[PreparedCase, ...]
    groups: tuple[str, ...]
    end: int
    requests: bytes
    early: Template
    last: Template

    @property
    def size(self) -> int:
        """How many bytes the right answers have."""
        return self.early.size + self.last.size


class KeptBatches:
    """The batches of a problem's submissions; one of fixed cases alone, which every submission gets, is made once."""

    def __init__(self) -> None:
        self._made: dict[int, Batch] = {}

    def find_all(self, items: Sequence[PreparedCase], problem: Problem, early: frozenset[str]) -> dict[int, Batch]:
        """The batches of a submission, by the index of their first case; see `find_batches`."""
        spans = find_batches(items, problem, early)
        return {start: self._find(items[start:end], start) for start, end in spans.items()}

    def _find(self, items: Sequence[PreparedCase], start: int) -> Batch:
        made = self._made.get(start)
        if made is not None and len(made.items) == len(items) and all(map(operator.is_, made.items, items)):
            return made
        batch = make_batch(items, start)
        if not any(item.drawn for item in items):
            self._made[start] = batch
        return batch


def find_batches(items: Sequence[PreparedCase], problem: Problem, early: frozenset[str]) -> dict[int, int]:
    """Where batches may start and end: two hidden cases at least, told in one way, none of which waits for another.

    Args:
        items: the cases of a submission, in their order.
        problem: the problem.
        early: the groups whose fresh cases may be shown.
    """
    needs = {group.name: group.requires for group in problem.groups}
    found: dict[int, int] = {}
    start, groups, room = 0, set[str](), _MOST_BYTES
    for index, item in enumerate(items):
        waits = not groups.isdisjoint(needs[item.case.group])
        room -= _weigh(item)
        if waits or room < 0 or not (index and _go_together(items[index - 1], item, early)):
            start, groups, room = index, set(), _MOST_BYTES - _weigh(item)
        groups.add(item.case.group)
        if index + 1 - start >= _FEWEST:
            found[start] = index + 1
    return found


def _go_together(one: PreparedCase, other: PreparedCase, early: frozenset[str]) -> bool:
    """Whether two neighbours may be asked for at once."""
    return _is_plain(one) and _is_plain(other) and _may_be_shown(one, early) == _may_be_shown(other, early)


def _is_plain(item: PreparedCase) -> bool:
    return item.case.hidden and item.template is not None and not item.properties


def _may_be_shown(item: PreparedCase, early: frozenset[str]) -> bool:
    return item.drawn and item.case.group in early


def _weigh(item: PreparedCase) -> int:
    """Its bytes in a request or in an answer, whichever are more."""
    return max(len(item.payload), len(item.template.payload) if item.template else 0)


def make_batch(items: Sequence[PreparedCase], start: int) -> Batch:
    """The batch of these cases, which all have a template; the first of them has this index."""
    answers = [item.template for item in items if item.template is not None]
    kinds = [*[frames.CALL] * (len(items) - 1), frames.LAST]
    numbered = enumerate(zip(kinds, items, strict=True), start + 1)
    requests = b"".join(frames.request(kind, number, item.payload) for number, (kind, item) in numbered)
    end = start + len(items)
    early, last = join_templates(answers[:-1], start + 1), join_templates(answers[-1:], end)
    groups = tuple(dict.fromkeys(item.case.group for item in items))
    return Batch(tuple(items), groups, end, requests, early, last)
