"""Which cases a submission gets, and in which order.

What a program saw before, it can tell with any later answer. So whatever may be shown in full, samples and fresh
cases, comes before the fixed hidden cases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from grader.judge.prepared import Prepared
from grader.judge.prepared_case import PreparedCase
from grader.model import CaseEntry, Group, Mode, Problem

_Rank: TypeAlias = tuple[int, int, bool]


def list_cases_of(prepared: Prepared, mode: Mode, draws: Sequence[PreparedCase]) -> list[PreparedCase]:
    """The cases of a submission: samples alone, or all, its own draws among them.

    They come in the order of the groups, so that what a group requires has run before it; of groups that require
    nothing that is fixed and hidden, fresh cases come before all that is.

    Raises:
        ValueError: all cases are asked for, and the draws are not as many as the problem asks for.
    """
    samples = list_samples(prepared)
    if mode is Mode.RUN:
        return samples
    problem = prepared.problem
    if len(draws) != sum(problem.fresh_counts.values()):
        raise ValueError(f"{len(draws)} fresh cases, where a submission gets {sum(problem.fresh_counts.values())}")
    rank = _rank_by_group(problem)
    ranked = [(rank(item.case.group, fresh=False), item) for item in prepared.fixed if item.case.hidden]
    ranked += [(rank(item.case.group, fresh=True), item) for item in _number(draws)]
    return samples + [item for _, item in sorted(ranked, key=lambda one: one[0])]


def list_samples(prepared: Prepared) -> list[PreparedCase]:
    """The samples, which come first in every submission."""
    order = [group.name for group in prepared.problem.groups]
    samples = [item for item in prepared.fixed if not item.case.hidden]
    return sorted(samples, key=lambda item: order.index(item.case.group))


def list_entries(problem: Problem, mode: Mode) -> list[CaseEntry]:
    """The entries that a submission gets cases of, in the order in which their cases come."""
    rank = _rank_by_group(problem)
    entries = [entry for entry in problem.entries if mode is Mode.SUBMIT or not entry.case.hidden]
    return sorted(entries, key=lambda entry: rank(entry.case.group, fresh=entry.fresh))


def _rank_by_group(problem: Problem) -> Callable[..., _Rank]:
    """What entries are sorted by: samples, then fresh cases that can be run early, then all others."""
    early, order = groups_before_hidden(problem), [group.name for group in problem.groups]
    hidden = {group.name: group.hidden for group in problem.groups}

    def rank(group: str, *, fresh: bool) -> _Rank:
        turn = 0 if not hidden[group] else 1 if fresh and group in early else 2
        return turn, order.index(group), fresh

    return rank


def groups_before_hidden(problem: Problem) -> frozenset[str]:
    """The groups whose fresh cases can be run before any fixed hidden case: none of that kind is required for them."""
    by_name = {group.name: group for group in problem.groups}
    holding = {entry.case.group for entry in problem.entries if entry.case.hidden and not entry.fresh}

    def is_early(group: Group) -> bool:
        return all(name not in holding and is_early(by_name[name]) for name in group.requires)

    return frozenset(group.name for group in problem.groups if is_early(group))


def _number(draws: Sequence[PreparedCase]) -> Iterator[PreparedCase]:
    """The same cases, each under a name of its own where an entry has several."""
    several, seen = Counter(item.case.name for item in draws), Counter[str]()
    for item in draws:
        name = item.case.name
        seen[name] += 1
        yield item if several[name] == 1 else replace(item, case=replace(item.case, name=f"{name} {seen[name]}"))
