"""Having a submission judged: what is stored of it, and who is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.jobs.model import Job
from app.storage.memory import MemoryDatabase
from app.submissions.bell import LocalBell
from app.submissions.case_log import MemoryCaseLog
from app.submissions.jobs import GAVE_UP, GONE, JudgeHandler
from app.submissions.memory import MemorySubmissionStore
from app.submissions.model import Result, State, Submission
from app.submissions.ports import CaseListener, Judging
from app.submissions.service import JUDGE
from app.submissions.tidings import Tidings
from grader.model import Problem, Verdict
from tests.draws import draws_in
from tests.unit.app.offering import offer
from tests.unit.app.one_by_one import OneByOne


class ScriptedSlot:
    """A small judge, which gives the same result to everyone."""

    def __init__(self, result: Result) -> None:
        self._result = result

    def judge(self, task: Judging, tell: CaseListener) -> Result:
        assert task.problem.id == task.submission.problem_id
        for case in self._result.cases:
            tell(case)
        return self._result

    def settle(self) -> None:
        """It is ready."""

    def close(self) -> None:
        """Nothing is held."""


@pytest.fixture
def store() -> OneByOne:
    return OneByOne(MemoryDatabase(), MemorySubmissionStore())


@pytest.fixture
def tidings() -> Tidings:
    return Tidings(LocalBell(), MemoryCaseLog())


@pytest.fixture
def handler(make_problem: Callable[..., Problem], store: OneByOne, tidings: Tidings) -> OneByOne:
    catalogue = offer(make_problem())
    return OneByOne(store.database, JudgeHandler(catalogue, draws_in(store.database), store.store, tidings))


def test_a_submission_is_set_running_judged_and_stored(
    store: OneByOne, tidings: Tidings, handler: OneByOne, make_submission: Callable[..., Submission], accepted: Result
):
    submission = make_submission()
    store.add(submission)
    task = handler.begin(Job(JUDGE, submission.id, tries=1))
    assert store.get(submission.id).state is State.RUNNING
    assert task.diagnose
    finish = handler.store.run(task, ScriptedSlot(accepted))
    assert tidings.read_cases(submission.id, 0) == accepted.cases
    assert not store.get(submission.id).done
    with store.database.unit_of_work() as work:
        finish(work)
    assert store.get(submission.id).result == accepted
    assert tidings.read_cases(submission.id, 0) == ()


def test_one_whose_problem_is_gone_is_cancelled_at_once(
    store: OneByOne, handler: OneByOne, make_submission: Callable[..., Submission]
):
    orphan = make_submission(problem_id="gone")
    store.add(orphan)
    assert handler.begin(Job(JUDGE, orphan.id, tries=1)) is None
    found = store.get(orphan.id)
    assert (found.verdict, found.result.conclusion.message) == (Verdict.CANCELLED, GONE)
    assert store.progress("ada") == {}


@pytest.mark.parametrize("known", [False, True])
def test_nothing_is_left_to_do_for_what_is_done_or_unknown(
    store: OneByOne, handler: OneByOne, make_submission: Callable[..., Submission], accepted: Result, *, known: bool
):
    submission = make_submission()
    if known:
        store.add(submission)
        store.finish(submission.id, accepted)
    assert handler.begin(Job(JUDGE, submission.id, tries=1)) is None


def test_what_was_tried_too_often_ends_as_our_error(
    store: OneByOne, handler: OneByOne, make_submission: Callable[..., Submission]
):
    poison = make_submission()
    store.add(poison)
    handler.give_up(Job(JUDGE, poison.id, tries=4))
    found = store.get(poison.id)
    assert (found.verdict, found.result.conclusion.message) == (Verdict.INTERNAL_ERROR, GAVE_UP)
    assert store.progress("ada") == {}


def test_where_a_judge_has_died_of_it_it_is_not_diagnosed(
    store: OneByOne, handler: OneByOne, make_submission: Callable[..., Submission]
):
    submission = make_submission()
    store.add(submission)
    begun = [handler.begin(Job(JUDGE, submission.id, tries=tries)) for tries in (1, 2, 3)]
    assert [task.diagnose for task in begun] == [True, False, False]
