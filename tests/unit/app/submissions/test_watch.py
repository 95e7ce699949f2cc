from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

from app.storage.memory import MemoryDatabase
from app.submissions.bell import LocalBell
from app.submissions.case_log import MemoryCaseLog
from app.submissions.memory import MemorySubmissionStore
from app.submissions.model import Result, Submission
from app.submissions.tidings import Tidings
from app.submissions.watch import Watch
from tests.unit.app.one_by_one import OneByOne


def ready() -> Tidings:
    return Tidings(LocalBell(), MemoryCaseLog())


def memory() -> OneByOne:
    return OneByOne(MemoryDatabase(), MemorySubmissionStore())


def watching(store: OneByOne, tidings: Tidings) -> Watch:
    return Watch(store.database, store.store, tidings)


def test_the_result_is_there_as_soon_as_it_is_published(make_submission: Callable[..., Submission], accepted: Result):
    store, tidings, submission = memory(), ready(), make_submission()
    store.add(submission)

    def judge() -> None:
        time.sleep(0.05)
        store.finish(submission.id, accepted)
        tidings.end(submission.id)

    async def wait() -> tuple[Submission, float]:
        threading.Thread(target=judge).start()
        start = time.monotonic()
        return await watching(store, tidings).wait_for_result(submission, 30), time.monotonic() - start

    found, seconds = asyncio.run(wait())
    assert found.result == accepted
    assert seconds < 5


def test_who_waits_too_short_gets_it_as_it_stands(make_submission: Callable[..., Submission]):
    store, tidings, submission = memory(), ready(), make_submission()
    store.add(submission)
    store.begin(submission.id)
    found = asyncio.run(watching(store, tidings).wait_for_result(submission, 0.02))
    assert found == store.get(submission.id)
    assert found.verdict is None


def test_a_result_that_came_before_the_waiting_is_not_missed(
    make_submission: Callable[..., Submission], accepted: Result
):
    store, submission = memory(), make_submission()
    store.add(submission)
    store.finish(submission.id, accepted)
    found = asyncio.run(asyncio.wait_for(watching(store, ready()).wait_for_result(submission, 30), 5))
    assert found.result == accepted


def test_nothing_is_awaited_for_no_seconds(make_submission: Callable[..., Submission]):
    submission = make_submission()
    assert asyncio.run(watching(memory(), ready()).wait_for_result(submission, 0)) is submission


def test_hundreds_wait_without_a_thread_each(make_submission: Callable[..., Submission], accepted: Result):
    store, tidings = memory(), ready()
    submissions = [make_submission() for _ in range(300)]
    for submission in submissions:
        store.add(submission)

    async def wait() -> tuple[list[Submission], int]:
        watch = watching(store, tidings)
        waiting = [asyncio.create_task(watch.wait_for_result(submission, 30)) for submission in submissions]
        await asyncio.sleep(0.3)
        threads = threading.active_count()
        for submission in submissions:
            store.finish(submission.id, accepted)
            tidings.end(submission.id)
        return await asyncio.gather(*waiting), threads

    found, threads = asyncio.run(wait())
    assert all(submission.result == accepted for submission in found)
    assert threads < 50
