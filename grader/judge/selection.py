"""Which cases a submission gets, and in which order."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace

from grader.judge.prepared import Prepared, PreparedCase, PreparedPool
from grader.model import Mode


def select_cases(prepared: Prepared, mode: Mode, seed: str) -> list[PreparedCase]:
    """The cases of a submission: samples alone, or all; fresh ones by a hash of `seed`, so that a retry repeats them.

    They come in the order of the groups, so that what a group requires has run before it.
    """
    problem = prepared.problem
    pools = enumerate(prepared.pools)
    items = [item for index, pool in pools for item in _draw(pool, f"{problem.judging_version}/{index}/{seed}")]
    if mode is Mode.RUN:
        return [item for item in items if not item.case.hidden]
    order = {group.name: index for index, group in enumerate(problem.groups)}
    return sorted(items, key=lambda item: (item.case.hidden, order[item.case.group]))


def _draw(pool: PreparedPool, key: str) -> list[PreparedCase]:
    if pool.count >= len(pool.cases):
        return list(pool.cases)
    digest = hashlib.sha256(key.encode()).digest()
    indices = random.Random(digest).sample(range(len(pool.cases)), pool.count)  # noqa: S311  a repeatable choice is wanted
    if pool.count == 1:
        return [pool.cases[indices[0]]]
    return [_number(pool.cases[index], number) for number, index in enumerate(indices, start=1)]


def _number(item: PreparedCase, number: int) -> PreparedCase:
    """The same case under a name of its own, whichever draw it is."""
    return replace(item, case=replace(item.case, name=f"{item.case.name} {number}"))
