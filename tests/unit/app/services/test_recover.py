from __future__ import annotations

from collections.abc import Callable

from app.adapters.memory import MemorySubmissionStore
from app.adapters.queue import EmbeddedQueue
from app.domain.submission import MAX_TRIES, Result, Submission
from app.services.recover import recover
from grader.model import Verdict


def test_what_was_acknowledged_is_queued_again_in_its_order(
    make_submission: Callable[..., Submission], accepted: Result
):
    store, queue = MemorySubmissionStore(), EmbeddedQueue(1)
    submissions = [make_submission() for _ in range(4)]
    for submission in submissions:
        store.add(submission)
    store.take(submissions[0].id)
    store.finish(submissions[2].id, accepted)
    # more than the capacity: what was acknowledged is never refused
    assert recover(store, queue) == 3
    assert [queue.take() for _ in range(3)] == [submissions[index].id for index in (0, 1, 3)]


def test_what_was_tried_too_often_ends_as_our_error(make_submission: Callable[..., Submission]):
    store, queue = MemorySubmissionStore(), EmbeddedQueue(10)
    poison = make_submission()
    store.add(poison)
    for _ in range(MAX_TRIES):
        store.take(poison.id)
    assert recover(store, queue) == 0
    found = store.get(poison.id)
    assert found is not None
    assert found.verdict is Verdict.INTERNAL_ERROR
    assert store.progress("ada") == {}
