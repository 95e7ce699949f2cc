"""Both stores of draws: no draw is given twice, and what was given stays."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import delete

from app.draws.memory import MemoryDrawStore
from app.draws.model import KeptDraw, StockKey
from app.draws.sql import SQLDrawStore
from app.storage.database import connection_of
from app.submissions.memory import MemorySubmissionStore
from app.submissions.model import Submission
from app.submissions.sql import SQLSubmissionStore
from app.submissions.tables import SubmissionRow
from grader.model import Draw
from tests.unit.app.databases import KINDS, opened
from tests.unit.app.one_by_one import OneByOne

KEY = StockKey("j1", "numpy 1")
OTHERS = (StockKey("j2", "numpy 1"), StockKey("j1", "numpy 2"))
STORES = {"memory": (MemoryDrawStore, MemorySubmissionStore), "sqlite": (SQLDrawStore, SQLSubmissionStore)}


class Shelves:
    """Draws, and the submissions that they are given to."""

    def __init__(self, kind: str, database: object, make_submission: Callable[..., Submission]) -> None:
        draws, submissions = STORES[kind]
        self.draws, self._submissions = OneByOne(database, draws()), OneByOne(database, submissions())
        self._make_submission = make_submission

    def submission(self) -> str:
        """The id of a new one."""
        made = self._make_submission()
        self._submissions.add(made)
        return made.id


@pytest.fixture(params=KINDS)
def shelves(
    request: pytest.FixtureRequest, tmp_path: Path, make_submission: Callable[..., Submission]
) -> Iterator[Shelves]:
    with opened(request.param, tmp_path) as database:
        yield Shelves(request.param, database, make_submission)


def draws(entry: int, *seeds: int) -> list[Draw]:
    return [Draw(entry, f"{seed:032x}", b"content %d" % seed) for seed in seeds]


def given(shelves: Shelves, submission: str) -> list[Draw]:
    return [one.draw for one in shelves.draws.of_submission(submission)]


def test_what_is_claimed_is_given_oldest_first_and_to_nobody_else(shelves: Shelves):
    shelves.draws.add(KEY, [*draws(1, 1, 2, 3), *draws(2, 4)])
    one, other, third = (shelves.submission() for _ in range(3))
    assert shelves.draws.claim(KEY, {1: 2, 2: 1}, one) == 3
    assert given(shelves, one) == [*draws(1, 1, 2), *draws(2, 4)]
    assert shelves.draws.claim(KEY, {1: 2, 2: 1}, other) == 1
    assert given(shelves, other) == draws(1, 3)
    assert shelves.draws.claim(KEY, {1: 2, 2: 1}, third) == 0
    assert given(shelves, third) == []


def test_stock_of_other_versions_and_environments_is_left_alone(shelves: Shelves):
    for key in OTHERS:
        shelves.draws.add(key, draws(1, 1))
    submission = shelves.submission()
    assert shelves.draws.claim(KEY, {1: 1}, submission) == 0
    assert shelves.draws.count_stock(KEY) == {}
    assert [shelves.draws.count_stock(key) for key in OTHERS] == [{1: 1}, {1: 1}]


def test_stock_is_counted_for_each_entry(shelves: Shelves):
    shelves.draws.add(KEY, [*draws(1, 1, 2, 3), *draws(5, 4)])
    shelves.draws.claim(KEY, {1: 1}, shelves.submission())
    assert shelves.draws.count_stock(KEY) == {1: 2, 5: 1}


def test_what_is_made_for_a_submission_never_lies_in_stock(shelves: Shelves):
    submission = shelves.submission()
    shelves.draws.add(KEY, draws(1, 1, 2), submission)
    shelves.draws.add(KEY, [], submission)
    assert shelves.draws.count_stock(KEY) == {}
    assert given(shelves, submission) == draws(1, 1, 2)


def test_a_version_is_used_once_a_submission_was_given_something(shelves: Shelves):
    shelves.draws.add(KEY, draws(1, 1))
    assert not shelves.draws.is_used("j1")
    shelves.draws.claim(KEY, {1: 1}, shelves.submission())
    assert shelves.draws.is_used("j1")
    assert not shelves.draws.is_used("j2")


def test_what_is_renewed_keeps_its_number_and_its_submission(shelves: Shelves):
    submission = shelves.submission()
    shelves.draws.add(OTHERS[0], draws(1, 1, 2), submission)
    first, second = shelves.draws.of_submission(submission)
    assert first.key == OTHERS[0]
    new = KeptDraw(first.number, KEY, replace(first.draw, content=b"anew"))
    shelves.draws.renew([new])
    assert shelves.draws.of_submission(submission) == (new, second)


def test_stock_that_is_no_longer_offered_is_forgotten_and_what_was_given_stays(shelves: Shelves):
    submission = shelves.submission()
    for key in (KEY, *OTHERS):
        shelves.draws.add(key, draws(1, 1))
        shelves.draws.add(key, draws(1, 2), submission)
    shelves.draws.keep_only(["j1"], "numpy 1")
    assert [shelves.draws.count_stock(key) for key in (KEY, *OTHERS)] == [{1: 1}, {}, {}]
    assert len(given(shelves, submission)) == 3


def test_many_at_a_time_are_never_given_the_same(tmp_path: Path, make_submission: Callable[..., Submission]):
    with opened("sqlite", tmp_path) as database:
        shelves = Shelves("sqlite", database, make_submission)
        shelves.draws.add(KEY, draws(1, *range(100)))
        submissions = [shelves.submission() for _ in range(40)]
        start = threading.Barrier(len(submissions))

        def claim(submission: str) -> None:
            start.wait()
            shelves.draws.claim(KEY, {1: 3}, submission)

        threads = [threading.Thread(target=claim, args=(submission,)) for submission in submissions]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seeds = [draw.seed for submission in submissions for draw in given(shelves, submission)]
    assert len(seeds) == len(set(seeds)) == 100


def test_draws_go_with_their_submission(tmp_path: Path, make_submission: Callable[..., Submission]):
    with opened("sqlite", tmp_path) as database:
        shelves = Shelves("sqlite", database, make_submission)
        gone, stays = shelves.submission(), shelves.submission()
        for submission in (gone, stays):
            shelves.draws.add(KEY, draws(1, 1), submission)
        with database.unit_of_work() as work:
            connection_of(work).execute(delete(SubmissionRow).where(SubmissionRow.id == gone))
        assert (given(shelves, gone), given(shelves, stays)) == ([], draws(1, 1))
