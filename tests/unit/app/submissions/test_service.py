from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

import pytest

from app.jobs.embedded import EmbeddedQueue
from app.jobs.memory import MemoryJobStore
from app.jobs.model import Job, JudgingUnavailableError, QueueFullError
from app.kernel.actor import ANONYMOUS, visitor
from app.kernel.faults import NotFoundError
from app.storage.memory import MemoryDatabase
from app.submissions.faults import InputsRefusedError, TooManyOutstandingError
from app.submissions.memory import MemorySubmissionStore
from app.submissions.model import Result, State, Submission
from app.submissions.service import JUDGE, OUTSTANDING_LIMIT, Backing, Submissions
from grader.model import Mode, Problem
from tests.draws import draws_in
from tests.unit.app.offering import offer
from tests.unit.app.one_by_one import OneByOne

ADA, BOB = visitor("ada"), visitor("bob")
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def store() -> OneByOne:
    return OneByOne(MemoryDatabase(), MemorySubmissionStore())


@pytest.fixture
def queue(store: OneByOne) -> EmbeddedQueue:
    return EmbeddedQueue(store.database, MemoryJobStore(), 30, 100)


@pytest.fixture
def service(make_problem: Callable[..., Problem], store: OneByOne, queue: EmbeddedQueue) -> Submissions:
    catalogue = offer(make_problem())
    backing = Backing(store.database, store.store, queue, lambda: NOW)
    return Submissions(catalogue, draws_in(store.database, catalogue, queue), backing, odd_is_refused)


def odd_is_refused(_: Problem, inputs: Mapping[str, str]) -> None:
    if "odd" in inputs.values():
        raise InputsRefusedError({"x": "`x` is odd."})


def test_what_is_handed_in_is_stored_and_queued(service: Submissions, store: OneByOne, queue: EmbeddedQueue):
    submission = service.submit("double", b"\xff\x00", Mode.RUN, ADA)
    assert submission == Submission(submission.id, "double", "v1", Mode.RUN, b"\xff\x00", "ada", NOW)
    assert store.get(submission.id) == submission
    assert queue.take() == Job(JUDGE, submission.id, client="ada")


def test_an_unknown_problem_stores_nothing(service: Submissions, store: OneByOne):
    with pytest.raises(NotFoundError):
        service.submit("nothing", b"", Mode.RUN, ANONYMOUS)
    assert store.count_outstanding() == 0


def test_a_full_queue_refuses_before_anything_is_stored(service: Submissions, store: OneByOne):
    for _ in range(30):
        service.submit("double", b"", Mode.RUN, ANONYMOUS)
    with pytest.raises(QueueFullError) as caught:
        service.submit("double", b"", Mode.RUN, ANONYMOUS)
    assert caught.value.retry_after
    assert store.count_outstanding() == 30


def test_one_visitor_cannot_fill_the_queue(service: Submissions, store: OneByOne):
    for _ in range(OUTSTANDING_LIMIT):
        service.submit("double", b"", Mode.RUN, ADA)
    with pytest.raises(TooManyOutstandingError, match=str(OUTSTANDING_LIMIT)):
        service.submit("double", b"", Mode.RUN, ADA)
    service.submit("double", b"", Mode.RUN, BOB)
    assert store.count_outstanding() == OUTSTANDING_LIMIT + 1


def test_where_nothing_can_be_judged_nothing_is_stored(service: Submissions, store: OneByOne, queue: EmbeddedQueue):
    queue.refuse("no seccomp")
    with pytest.raises(JudgingUnavailableError, match="no seccomp"):
        service.submit("double", b"", Mode.RUN, ANONYMOUS)
    assert store.count_outstanding() == 0


def test_unknown_and_foreign_are_the_same_not_found(service: Submissions):
    mine = service.submit("double", b"", Mode.RUN, ADA)
    messages = []
    for submission_id, actor in ((mine.id, BOB), (mine.id, ANONYMOUS), ("nothing", ADA)):
        with pytest.raises(NotFoundError) as caught:
            service.read(submission_id, actor)
        messages.append(str(caught.value))
    assert len(set(messages)) == 1
    assert service.read(mine.id, ADA) == mine


def test_one_without_an_owner_is_read_by_its_id(service: Submissions):
    free = service.submit("double", b"", Mode.RUN, ANONYMOUS)
    assert service.read(free.id, ANONYMOUS) == service.read(free.id, BOB) == free


def test_history_and_progress_are_the_visitors_own(service: Submissions, store: OneByOne, accepted: Result):
    mine = service.submit("double", b"", Mode.SUBMIT, ADA)
    service.submit("double", b"", Mode.SUBMIT, BOB)
    store.finish(mine.id, accepted)
    assert [submission.id for submission in service.history(ADA)] == [mine.id]
    assert service.history(ADA, "other") == ()
    assert service.history(ADA, "double")[0].state is State.DONE
    assert service.progress(ADA)["double"].solved
    assert service.progress_in(ADA, "double").solved
    assert not service.progress_in(BOB, "double").tried


def test_custom_input_is_stored_with_the_run(service: Submissions, store: OneByOne, queue: EmbeddedQueue):
    made = service.run_custom_input("double", b"x", {"x": "[1, 2]"}, ADA)
    assert store.get(made.id) == made
    assert (made.mode, made.inputs, made.custom, made.summary.custom) == (Mode.RUN, {"x": "[1, 2]"}, True, True)
    assert queue.take() == Job(JUDGE, made.id, client="ada")
    assert not service.submit("double", b"x", Mode.RUN, ADA).custom


def test_inputs_that_do_not_fit_store_nothing(service: Submissions, store: OneByOne):
    with pytest.raises(InputsRefusedError) as caught:
        service.run_custom_input("double", b"x", {"x": "odd"}, ADA)
    assert caught.value.errors == [{"location": ["body", "inputs", "x"], "message": "`x` is odd."}]
    assert store.unfinished() == ()
