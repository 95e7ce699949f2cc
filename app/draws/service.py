"""Give each submission fresh cases that no other ever meets."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.draws.model import KeptDraw, StockKey, StockOptions
from app.draws.ports import DrawStore
from app.jobs.model import Job, Turn
from app.jobs.ports import JobQueue
from app.kernel.work import Database, Work
from app.problems.service import Problems
from grader.model import Draw, Problem

STOCK = "stock"
"""The kind of the job that fills the stock of a problem; its key is the judging version."""

_SEED_BYTES = 16
_UNUSED = 2
"""For how many submissions the stock of a problem is that nobody has handed in for."""
_AT_A_TIME = 4
"""For how many submissions one job makes draws: others wait no longer than that takes."""

MakeDraws = Callable[[Sequence[Draw]], Sequence[Draw]]
"""Has a judge make draws, with their right answers; of one that has a content the inputs stay, if they still fit."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where draws lie: the database, the rows, the queue, and what computes answers here."""

    database: Database
    store: DrawStore
    queue: JobQueue
    environment: str


class Draws:
    """The stock of every problem, and what submissions were given."""

    def __init__(self, problems: Problems, shelf: Shelf, options: StockOptions) -> None:
        self._problems, self._shelf, self._options = problems, shelf, options

    def register(self) -> None:
        """At start: forget the stock of what is no longer offered, and ask for what is missing."""
        with self._shelf.database.unit_of_work() as work:
            offered = {problem.judging_version: problem for problem in self._problems.problems()}
            self._shelf.store.keep_only(work, offered, self._shelf.environment)
            for problem in offered.values():
                self._ask(work, problem, self._wanted(work, problem))

    def claim(self, work: Work, problem: Problem, submission: str) -> None:
        """Give a submission what is in stock, in the transaction that stores it; what is missing is made later."""
        if problem.fresh_counts:
            self._shelf.store.claim(work, self._key(problem), problem.fresh_counts, submission)
            self._ask(work, problem, -(-self._options.submissions // 2))

    def of_submission(self, work: Work, submission: str) -> tuple[KeptDraw, ...]:
        """What a submission was given."""
        return self._shelf.store.of_submission(work, submission)

    def complete(
        self, problem: Problem, submission: str, kept: Sequence[KeptDraw], make: MakeDraws
    ) -> tuple[Draw, ...]:
        """All draws that a submission is judged on, stored before any program sees one of them.

        What is missing is made now. What was made for another judging version or by another NumPy keeps its inputs,
        if they still fit, and gets new answers.

        Args:
            problem: what it is judged by.
            submission: its id.
            kept: what it was given.
            make: has a judge make draws.
        """
        key = self._key(problem)
        chosen = [*_choose(problem, kept)]
        old = [one for one in chosen if one.key != key]
        new = [*_list_missing(problem, chosen)]
        if not old and not new:
            return tuple(one.draw for one in chosen)
        made = make([*(one.draw for one in old), *new])
        renewed = [KeptDraw(one.number, key, draw) for one, draw in zip(old, made, strict=False)]
        with self._shelf.database.unit_of_work() as work:
            self._shelf.store.renew(work, renewed)
            self._shelf.store.add(work, key, made[len(old) :], submission)
        by_number = {one.number: one for one in (*chosen, *renewed)}
        return (*(one.draw for one in by_number.values()), *made[len(old) :])

    def plan_stock(self, work: Work, judging_version: str) -> tuple[Problem, list[Draw]] | None:
        """A problem and the draws that its stock is to get next; None where it needs none."""
        problem = self._problems.by_judging_version(judging_version)
        if problem is None:
            return None
        short = self._count_short(work, problem, self._wanted(work, problem))
        draws = [
            Draw(entry, secrets.token_hex(_SEED_BYTES))
            for entry, number in short.items()
            for _ in range(min(number, _AT_A_TIME * problem.fresh_counts[entry]))
        ]
        return (problem, draws) if draws else None

    def put_into_stock(self, work: Work, problem: Problem, draws: Sequence[Draw]) -> None:
        """Keep draws that were made ahead of need, and ask for more where that is not enough."""
        self._shelf.store.add(work, self._key(problem), draws)
        self._ask(work, problem, self._wanted(work, problem))

    def _key(self, problem: Problem) -> StockKey:
        return StockKey(problem.judging_version, self._shelf.environment)

    def _wanted(self, work: Work, problem: Problem) -> int:
        """For how many submissions the stock of a problem should be."""
        used = self._shelf.store.is_used(work, problem.judging_version)
        return self._options.submissions if used else min(self._options.submissions, _UNUSED)

    def _ask(self, work: Work, problem: Problem, submissions: int) -> None:
        """Ask for draws where the stock is for fewer submissions than that."""
        if any(self._count_short(work, problem, submissions).values()):
            self._shelf.queue.put(work, Job(STOCK, problem.judging_version, Turn.AHEAD_OF_NEED))

    def _count_short(self, work: Work, problem: Problem, submissions: int) -> Mapping[int, int]:
        """How many draws of each entry are missing."""
        there = self._shelf.store.count_stock(work, self._key(problem))
        counts = problem.fresh_counts
        return {entry: max(submissions * number - there.get(entry, 0), 0) for entry, number in counts.items()}


def _choose(problem: Problem, kept: Sequence[KeptDraw]) -> Iterator[KeptDraw]:
    """As many of each entry as the problem asks for; a version that asked for more had others."""
    left = dict(problem.fresh_counts)
    for one in kept:
        if left.get(one.draw.entry, 0) > 0:
            left[one.draw.entry] -= 1
            yield one


def _list_missing(problem: Problem, chosen: Sequence[KeptDraw]) -> Iterator[Draw]:
    """Draws of new seeds, in place of those that are not there."""
    there: defaultdict[int, int] = defaultdict(int)
    for one in chosen:
        there[one.draw.entry] += 1
    for entry, number in problem.fresh_counts.items():
        for _ in range(number - there[entry]):
            yield Draw(entry, secrets.token_hex(_SEED_BYTES))
