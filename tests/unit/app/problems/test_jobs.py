"""Preparing problems ahead of need, in a judge's process, and offering what was stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.jobs.model import Job
from app.kernel.identity import new_id
from app.problems.jobs import PrepareHandler
from app.problems.memory import MemoryPreparationStore
from app.problems.model import ENVIRONMENT, Preparation
from app.problems.service import PREPARE
from app.storage.memory import MemoryDatabase
from app.submissions.judging import JudgeSlot, Preparations
from app.submissions.model import Result, Submission
from app.submissions.ports import Judging
from grader.errors import UnfitProblemError
from grader.judge import decode_prepared
from grader.model import Mode, Problem, Verdict
from grader.slots import JudgeProcess, Offer, SharedCores
from tests.doubling import RIGHT, doubling
from tests.draws import draws_in
from tests.unit.app.offering import offer
from tests.unit.app.one_by_one import OneByOne


@pytest.fixture
def store() -> OneByOne:
    return OneByOne(MemoryDatabase(), MemoryPreparationStore())


@pytest.fixture(scope="module")
def judge() -> Iterator[JudgeProcess]:
    with JudgeProcess(SharedCores(1)) as process:
        yield process


@pytest.fixture
def slot(store: OneByOne, judge: JudgeProcess) -> JudgeSlot:
    return JudgeSlot(Preparations(store.database, store.store), draws_in(store.database), judge)


def prepare(problem: Problem, store: OneByOne, slot: JudgeSlot) -> Preparation:
    handler = PrepareHandler(offer(problem, database=store.database), store.store)
    with store.database.unit_of_work() as work:
        task = handler.begin(work, Job(PREPARE, problem.judging_version, tries=1))
    assert task == problem
    finish = handler.run(task, slot)
    with store.database.unit_of_work() as work:
        finish(work)
    found: Preparation = store.get(problem.judging_version, ENVIRONMENT)
    return found


def hand_in(problem: Problem, slot: JudgeSlot, source: str = RIGHT) -> Result:
    now = datetime.now(UTC)
    submission = Submission(new_id(), problem.id, problem.version, Mode.SUBMIT, source.encode(), None, now)
    return slot.judge(Judging(submission, problem), lambda _: None)


def test_all_that_is_needed_is_stored_once(store: OneByOne, slot: JudgeSlot, tmp_path: Path):
    problem = doubling(tmp_path)
    found = prepare(problem, store, slot)
    assert found.fault == ""
    assert found.examples is not None
    assert found.examples.expected == ([3.0, 4.0],)
    prepared = decode_prepared(problem, found.content)
    assert prepared.table is not None
    assert prepared.examples is not None


def test_a_mended_typo_takes_what_was_stored_before_it(store: OneByOne, slot: JudgeSlot, tmp_path: Path):
    found = prepare(doubling(tmp_path), store, slot)
    mended = doubling(tmp_path, statement="Double each element.")
    assert slot._preparations.offer(mended) == Offer(mended.files, found.content)
    assert hand_in(mended, slot).conclusion.verdict is Verdict.ACCEPTED


def test_an_unfit_problem_is_told_and_not_tried_again(
    store: OneByOne, slot: JudgeSlot, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    broken = doubling(tmp_path, reference="def double(x):\n    return 1 / 0\n")
    prepare(broken, store, slot)
    assert "the problem doubling cannot be judged" in caplog.text
    with pytest.raises(UnfitProblemError, match="ZeroDivisionError"):
        slot._preparations.offer(broken)


@pytest.mark.parametrize("content", [b"", b"nonsense"])
def test_what_is_not_there_or_damaged_is_computed_where_it_is_needed(
    store: OneByOne, slot: JudgeSlot, tmp_path: Path, content: bytes
):
    problem = doubling(tmp_path, statement=f"Double every element, please. {content!r}")
    store.put(Preparation(problem.judging_version, ENVIRONMENT, content))
    assert hand_in(problem, slot).conclusion.verdict is Verdict.ACCEPTED


def test_a_version_that_is_not_offered_any_more_is_dropped(store: OneByOne):
    with store.database.unit_of_work() as work:
        assert PrepareHandler(offer(), store.store).begin(work, Job(PREPARE, "gone")) is None


def test_a_problem_whose_files_are_gone_is_no_problem_at_all(slot: JudgeSlot, tmp_path: Path):
    problem = replace(doubling(tmp_path), files={})
    with pytest.raises(Exception, match="judge"):
        slot.prepare(replace(problem, version="without files"))
