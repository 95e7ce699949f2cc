"""Preparing problems ahead of need, in a real sandbox, and taking what was stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.jobs.model import Job
from app.problems.jobs import PrepareHandler
from app.problems.memory import MemoryPreparationStore
from app.problems.model import Preparation
from app.problems.service import PREPARE
from app.problems.shelf import ENVIRONMENT, Shelf
from app.storage.memory import MemoryDatabase
from grader.errors import UnfitProblemError
from grader.judge import Prepared
from grader.model import Problem, Program
from grader.sandbox import Sandbox
from tests.doubling import doubling
from tests.unit.app.offering import offer
from tests.unit.app.one_by_one import OneByOne


class Preparer:
    """A slot that only prepares."""

    def __init__(self, shelf: Shelf, sandbox: Sandbox) -> None:
        self._shelf, self._sandbox = shelf, sandbox

    def prepare(self, problem: Problem) -> Preparation:
        return self._shelf.prepare(problem, self._sandbox)


class NoSandbox(Sandbox):
    """Of which nothing can be asked."""

    def open(self, *_: object, **__: object) -> None:  # type: ignore[override]
        raise AssertionError("a program was run")


@pytest.fixture
def store() -> OneByOne:
    return OneByOne(MemoryDatabase(), MemoryPreparationStore())


@pytest.fixture
def shelf(store: OneByOne) -> Callable[[], Shelf]:
    return lambda: Shelf(store.database, store.store)


def prepare(problem: Problem, store: OneByOne, shelf: Shelf, sandbox: Sandbox) -> None:
    handler = PrepareHandler(offer(problem, database=store.database), store.store)
    with store.database.unit_of_work() as work:
        task = handler.begin(work, Job(PREPARE, problem.judging_version, tries=1))
    assert task == problem
    finish = handler.run(task, Preparer(shelf, sandbox))
    with store.database.unit_of_work() as work:
        finish(work)


def test_what_was_prepared_once_is_taken_without_running_anything(
    store: OneByOne, shelf: Callable[[], Shelf], sandbox: Sandbox, tmp_path: Path
):
    problem = doubling(tmp_path)
    prepare(problem, store, shelf(), sandbox)
    found = store.get(problem.judging_version, ENVIRONMENT)
    assert found.fault == ""
    assert found.examples.expected == ([3.0, 4.0],)
    taken = shelf().take(problem, NoSandbox())
    assert isinstance(taken, Prepared)
    assert taken.table is not None


def test_a_mended_typo_takes_what_was_stored_before_it(
    store: OneByOne, shelf: Callable[[], Shelf], sandbox: Sandbox, tmp_path: Path
):
    prepare(doubling(tmp_path), store, shelf(), sandbox)
    mended = doubling(tmp_path, statement="Double each element.")
    assert shelf().take(mended, NoSandbox()).problem is mended


def test_an_unfit_problem_is_told_and_not_tried_again(
    store: OneByOne, shelf: Callable[[], Shelf], sandbox: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    broken = replace(doubling(tmp_path), reference=Program("reference", b"def double(x):\n    return 1 / 0\n"))
    prepare(broken, store, shelf(), sandbox)
    assert "the problem doubling cannot be judged" in caplog.text
    with pytest.raises(UnfitProblemError, match="ZeroDivisionError"):
        shelf().take(broken, NoSandbox())


def test_what_is_damaged_is_computed_again(
    store: OneByOne, shelf: Callable[[], Shelf], sandbox: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    problem = doubling(tmp_path)
    store.put(Preparation(problem.judging_version, ENVIRONMENT, b"nonsense"))
    assert shelf().take(problem, sandbox).problem is problem
    assert "cannot be used and is computed again" in caplog.text


def test_a_version_that_is_not_offered_any_more_is_dropped(store: OneByOne):
    with store.database.unit_of_work() as work:
        assert PrepareHandler(offer(), store.store).begin(work, Job(PREPARE, "gone")) is None
