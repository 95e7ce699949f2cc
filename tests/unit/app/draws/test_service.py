"""The service of draws: what a submission is judged on is its own, and stored before any program sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from app.draws.jobs import StockHandler
from app.draws.memory import MemoryDrawStore
from app.draws.model import StockKey
from app.draws.service import STOCK, Draws
from app.jobs.embedded import EmbeddedQueue
from app.jobs.memory import MemoryJobStore
from app.jobs.model import Job, Turn
from app.kernel.faults import StoreFullError
from app.storage.memory import MemoryDatabase
from grader.errors import UnfitProblemError
from grader.model import CaseEntry, Draw, Problem, TestCase
from tests.draws import draws_in
from tests.unit.app.offering import ENVIRONMENT, offer
from tests.unit.app.one_by_one import OneByOne

KEY = StockKey("j1", ENVIRONMENT)


class Maker:
    """Makes draws as a judge does, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[list[Draw]] = []

    def __call__(self, draws: Sequence[Draw]) -> list[Draw]:
        self.asked.append(list(draws))
        return [replace(draw, content=draw.content + b"made") for draw in draws]

    def draw(self, _: Problem, draws: Sequence[Draw]) -> tuple[Draw, ...]:
        return tuple(self(draws))


class UnfitMaker:
    """Finds that the problem's own programs fail."""

    def draw(self, _: Problem, draws: Sequence[Draw]) -> tuple[Draw, ...]:
        raise UnfitProblemError(f"none of {len(draws)}")


class Bench:
    """The service with everything around it."""

    def __init__(self, problem: Problem, stock: int = 4) -> None:
        self.problem, self.database, self.maker = problem, MemoryDatabase(), Maker()
        self.queue = EmbeddedQueue(self.database, MemoryJobStore(), 10, 2)
        self.store = OneByOne(self.database, MemoryDrawStore())
        self.draws: Draws = draws_in(self.database, offer(problem, database=self.database), self.queue, stock)

    def claim(self, submission: str) -> None:
        with self.database.unit_of_work() as work:
            self.draws.claim(work, self.problem, submission)

    def complete(self, submission: str, problem: Problem | None = None) -> tuple[Draw, ...]:
        kept = self.store.of_submission(submission)
        return self.draws.complete(problem or self.problem, submission, kept, self.maker)

    def fill(self, maker: object = None) -> int:
        """Do the jobs that wait, each to its end; how many there were."""
        handler, done = StockHandler(self.draws), 0
        self.queue.close()  # what waits is in the store
        while jobs := self._jobs():
            done += 1
            with self.database.unit_of_work() as work:
                task = handler.begin(work, jobs[0])
                if task is None:
                    self.queue.remove(work, jobs[0])
                    continue
            finish = handler.run(task, maker or self.maker)
            with self.database.unit_of_work() as work:
                assert self.queue.remove(work, jobs[0])
                finish(work)
        return done

    def _jobs(self) -> tuple[Job, ...]:
        with self.database.read() as work:
            return MemoryJobStore().all(work)

    def waits(self) -> list[Job]:
        return list(self._jobs())

    def stock(self) -> dict[int, int]:
        return dict(self.store.count_stock(KEY))


def never(seed: int) -> TestCase:
    raise AssertionError(f"drawn here, of {seed}")


@pytest.fixture
def problem(make_problem: Callable[..., Problem]) -> Problem:
    shown, hidden = make_problem().entries
    return make_problem(entries=(shown, CaseEntry(hidden.case, 2, never), CaseEntry(hidden.case, 1, never)))


@pytest.fixture
def bench(problem: Problem) -> Bench:
    return Bench(problem)


def test_at_start_a_little_is_asked_for_and_more_once_the_problem_is_used(bench: Bench):
    bench.draws.register()
    assert bench.waits() == [Job(STOCK, "j1", Turn.AHEAD_OF_NEED)]
    bench.fill()
    assert bench.stock() == {1: 4, 2: 2}
    bench.claim("one")
    assert [draw.entry for draw in (one.draw for one in bench.store.of_submission("one"))] == [1, 1, 2]
    bench.fill()
    assert bench.stock() == {1: 8, 2: 4}


def test_stock_that_is_still_half_full_is_left_alone(bench: Bench):
    bench.draws.register()
    bench.fill()
    bench.claim("one")
    bench.fill()
    assert bench.waits() == []
    bench.claim("two")
    bench.claim("three")
    assert bench.waits() == []
    bench.claim("four")
    assert bench.waits() == [Job(STOCK, "j1", Turn.AHEAD_OF_NEED)]


def test_a_large_stock_is_filled_a_few_at_a_time(problem: Problem):
    bench = Bench(problem, stock=10)
    bench.complete("one")
    bench.claim("two")
    assert bench.fill() == 3
    assert [len(asked) for asked in bench.maker.asked] == [3, 12, 12, 6]
    assert bench.stock() == {1: 20, 2: 10}


def test_without_a_stock_everything_is_made_when_it_is_needed(problem: Problem):
    bench = Bench(problem, stock=0)
    bench.draws.register()
    bench.claim("one")
    assert bench.waits() == []
    assert [draw.entry for draw in bench.complete("one")] == [1, 1, 2]
    assert bench.stock() == {}


def test_what_is_in_stock_is_taken_as_it_is(bench: Bench):
    bench.draws.register()
    bench.fill()
    made = bench.maker.asked.copy()
    bench.claim("one")
    draws = bench.complete("one")
    assert bench.maker.asked == made
    assert draws == tuple(one.draw for one in bench.store.of_submission("one"))
    assert {draw.content for draw in draws} == {b"made"}


def test_what_is_missing_is_made_and_stored_with_the_submission_and_met_again(bench: Bench):
    bench.store.add(KEY, [Draw(1, "a" * 32, b"there")])
    bench.claim("one")
    draws = bench.complete("one")
    assert [(draw.entry, draw.content) for draw in draws] == [(1, b"there"), (1, b"made"), (2, b"made")]
    assert [one.draw for one in bench.store.of_submission("one")] == list(draws)
    assert bench.complete("one") == draws
    assert len(bench.maker.asked) == 1


def test_no_two_submissions_have_a_seed_in_common(bench: Bench):
    seeds = [draw.seed for number in range(50) for draw in bench.complete(f"submission {number}")]
    assert len(set(seeds)) == len(seeds) == 150
    assert {len(seed) for seed in seeds} == {32}


def test_where_they_cannot_be_stored_nothing_is_judged(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise StoreFullError

    monkeypatch.setattr(MemoryDrawStore, "add", full)
    with pytest.raises(StoreFullError):
        bench.complete("one")
    assert bench.store.of_submission("one") == ()


@pytest.mark.parametrize("key", [StockKey("j0", ENVIRONMENT), StockKey("j1", "numpy of yesterday")])
def test_draws_of_another_version_or_numpy_are_renewed_in_their_place(bench: Bench, key: StockKey):
    old = [
        Draw(1, "a" * 32, b"old "),
        Draw(1, "b" * 32, b"old "),
        Draw(1, "c" * 32, b"one too many "),
        Draw(7, "d" * 32),
    ]
    bench.store.add(key, old, "one")
    draws = bench.complete("one")
    assert [draw.content for draw in draws] == [b"old made", b"old made", b"made"]
    assert [draw.seed for draw in draws[:2]] == ["a" * 32, "b" * 32]
    kept = bench.store.of_submission("one")
    assert [one.key for one in kept] == [KEY, KEY, key, key, KEY]
    assert bench.complete("one") == draws
    assert len(bench.maker.asked) == 1


def test_a_problem_without_fresh_cases_takes_nothing(make_problem: Callable[..., Problem]):
    bench = Bench(make_problem())
    bench.draws.register()
    bench.claim("one")
    assert (bench.complete("one"), bench.waits(), bench.maker.asked) == ((), [], [])


def test_a_problem_that_cannot_be_judged_has_no_stock_and_is_not_asked_for_again(bench: Bench):
    bench.draws.register()
    assert bench.fill(UnfitMaker()) == 1
    assert (bench.stock(), bench.waits()) == ({}, [])


def test_a_version_that_is_gone_is_not_stocked(bench: Bench):
    handler = StockHandler(bench.draws)
    with bench.database.unit_of_work() as work:
        assert handler.begin(work, Job(STOCK, "another")) is None


def test_stock_of_what_is_no_longer_offered_is_forgotten_at_start(bench: Bench):
    bench.store.add(StockKey("j0", ENVIRONMENT), [Draw(1, "a" * 32, b"old")])
    bench.draws.register()
    assert bench.store.count_stock(StockKey("j0", ENVIRONMENT)) == {}
