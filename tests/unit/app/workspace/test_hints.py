from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from app.jobs.embedded import EmbeddedQueue
from app.jobs.memory import MemoryJobStore
from app.kernel.actor import visitor
from app.kernel.faults import NotFoundError
from app.storage.memory import MemoryDatabase
from app.submissions.memory import MemorySubmissionStore
from app.submissions.model import Result, Submission
from app.submissions.service import Backing, Submissions
from app.workspace.faults import HintLockedError
from app.workspace.memory import MemoryHintStore
from app.workspace.service import Hints
from grader.model import Problem
from tests.draws import draws_in
from tests.unit.app.offering import offer
from tests.unit.app.one_by_one import OneByOne

ADA = visitor("ada")
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def store() -> OneByOne:
    return OneByOne(MemoryDatabase(), MemorySubmissionStore())


@pytest.fixture
def hints(make_problem: Callable[..., Problem], store: OneByOne) -> Hints:
    catalogue = offer(make_problem())
    queue = EmbeddedQueue(store.database, MemoryJobStore(), 10, 100)
    backing = Backing(store.database, store.store, queue, lambda: NOW)
    submissions = Submissions(catalogue, draws_in(store.database), backing, lambda *_: None)
    return Hints(catalogue, submissions, store.database, MemoryHintStore(), lambda: NOW)


def test_what_was_opened_is_known_again_to_this_visitor_alone(hints: Hints):
    hints.open("double", ADA, 1)
    hints.open("double", ADA, 1)
    assert hints.list_opened("double", ADA) == {1}
    assert hints.list_opened("double", visitor("bob")) == set()


def test_a_later_hint_takes_attempts(
    hints: Hints, store: OneByOne, make_submission: Callable[..., Submission], accepted: Result
):
    hints.open("double", ADA, 1)
    with pytest.raises(HintLockedError):
        hints.open("double", ADA, 2)
    submission = make_submission()
    store.add(submission)
    store.finish(submission.id, accepted)
    hints.open("double", ADA, 2)
    assert hints.list_opened("double", ADA) == {1, 2}


def test_no_hint_is_skipped(
    hints: Hints, store: OneByOne, make_submission: Callable[..., Submission], accepted: Result
):
    submission = make_submission()
    store.add(submission)
    store.finish(submission.id, accepted)
    with pytest.raises(HintLockedError):
        hints.open("double", ADA, 2)


@pytest.mark.parametrize(("slug", "number"), [("double", 0), ("double", 3), ("double", -1), ("nothing", 1)])
def test_what_is_not_there_is_not_found(hints: Hints, slug: str, number: int):
    with pytest.raises(NotFoundError):
        hints.open(slug, ADA, number)
