from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from app.adapters.feed import LocalFeed
from app.adapters.memory import MemorySubmissionStore
from app.adapters.queue import EmbeddedQueue
from app.domain.examples import Examples
from app.domain.faults import JudgingUnavailableError, StoreFullError
from app.domain.submission import MAX_TRIES, Result, Submission
from app.ports import CaseListener, Slot, SlotMaker
from app.services.catalogue import Catalogue
from app.worker import Bench, Worker
from grader.errors import SandboxBrokenError, SandboxUnavailableError
from grader.model import Problem, Verdict


class ScriptedSlot:
    """A small judge: does what its function says."""

    opened = 0
    closed = 0

    def __init__(self, judge: Callable[[Submission], Result]) -> None:
        self._judge = judge
        type(self).opened += 1

    def judge(self, problem: Problem, submission: Submission, tell: CaseListener) -> Result:
        assert problem.id == submission.problem_id
        result = self._judge(submission)
        for case in result.cases:
            tell(case)
        return result

    def close(self) -> None:
        type(self).closed += 1


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    ScriptedSlot.opened = ScriptedSlot.closed = 0


@pytest.fixture
def bench(make_problem: Callable[..., Problem]) -> Callable[[SlotMaker], Bench]:
    def make(make_slot: SlotMaker) -> Bench:
        catalogue = Catalogue({"double": make_problem()}, lambda _: Examples((), {}))
        return Bench(catalogue, MemorySubmissionStore(), EmbeddedQueue(100), LocalFeed(), make_slot)

    return make


@contextmanager
def running(bench: Bench, slots: int = 1) -> Iterator[Worker]:
    worker = Worker(bench, slots)
    worker.start()
    try:
        yield worker
    finally:
        worker.stop(5)


def hand_in(bench: Bench, *submissions: Submission) -> None:
    for submission in submissions:
        bench.store.add(submission)
        bench.queue.put_back(submission.id)


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline, "waited for ten seconds"
        time.sleep(0.005)


def test_everything_that_waits_is_judged_once(
    bench: Callable[[SlotMaker], Bench], make_submission: Callable[..., Submission], accepted: Result
):
    seen: list[str] = []

    def judge(submission: Submission) -> Result:
        seen.append(submission.id)
        return accepted

    made = bench(lambda: ScriptedSlot(judge))
    submissions = [make_submission() for _ in range(20)]
    hand_in(made, *submissions)
    with running(made, slots=3):
        wait_until(lambda: made.store.outstanding() == 0)
    assert sorted(seen) == sorted(submission.id for submission in submissions)
    assert (ScriptedSlot.opened, ScriptedSlot.closed) == (3, 3)


def test_a_broken_sandbox_is_replaced_and_the_submission_tried_again(
    bench: Callable[[SlotMaker], Bench], make_submission: Callable[..., Submission], accepted: Result
):
    def judge(submission: Submission) -> Result:
        if submission.tries < MAX_TRIES:
            raise SandboxBrokenError("the zygote died")
        return accepted

    made = bench(lambda: ScriptedSlot(judge))
    submission = make_submission()
    hand_in(made, submission)
    with running(made):
        wait_until(lambda: made.store.outstanding() == 0)
    found = made.store.get(submission.id)
    assert found is not None
    assert (found.verdict, found.tries) == (Verdict.ACCEPTED, MAX_TRIES)
    assert ScriptedSlot.opened == ScriptedSlot.closed == MAX_TRIES


@pytest.mark.parametrize("fault", [ZeroDivisionError("our own fault"), MemoryError()], ids=["a fault", "no memory"])
def test_a_poison_submission_ends_as_our_error_and_the_next_is_judged(
    fault: Exception,
    bench: Callable[[SlotMaker], Bench],
    make_submission: Callable[..., Submission],
    accepted: Result,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("app.worker._PAUSE_SECONDS", 0.01)
    tried: list[int] = []

    def judge(submission: Submission) -> Result:
        if submission.source == b"poison":
            tried.append(submission.tries)
            raise fault
        return accepted

    made = bench(lambda: ScriptedSlot(judge))
    poison, good = make_submission(source=b"poison"), make_submission()
    hand_in(made, poison, good)
    with running(made):
        wait_until(lambda: made.store.outstanding() == 0)
    ends = [made.store.get(submission.id) for submission in (poison, good)]
    assert [end.verdict if end else None for end in ends] == [Verdict.INTERNAL_ERROR, Verdict.ACCEPTED]
    assert tried == [1, 2, 3]
    assert made.store.progress("ada")["double"].attempts == 1


class FullStore(MemorySubmissionStore):
    """A store on a full disk: no result goes in until there is room."""

    def __init__(self) -> None:
        super().__init__()
        self.refused = 0
        self.room = threading.Event()

    def finish(self, submission_id: str, result: Result) -> bool:
        if not self.room.is_set():
            self.refused += 1
            raise StoreFullError
        return super().finish(submission_id, result)


def full(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> tuple[Bench, FullStore]:
    """The same bench on a full disk."""
    monkeypatch.setattr("app.worker._NO_ROOM_SECONDS", 0.01)
    store = FullStore()
    return replace(bench, store=store), store


def test_a_result_waits_for_room_and_nothing_is_judged_twice(
    bench: Callable[[SlotMaker], Bench],
    make_submission: Callable[..., Submission],
    accepted: Result,
    monkeypatch: pytest.MonkeyPatch,
):
    tries: list[int] = []

    def judge(submission: Submission) -> Result:
        tries.append(submission.tries)
        return accepted

    made, store = full(bench(lambda: ScriptedSlot(judge)), monkeypatch)
    submission = make_submission()
    hand_in(made, submission)
    with running(made):
        wait_until(lambda: store.refused > 2 * MAX_TRIES)
        store.room.set()
        wait_until(lambda: made.store.outstanding() == 0)
    found = store.get(submission.id)
    assert found is not None
    assert (found.verdict, tries, ScriptedSlot.opened) == (Verdict.ACCEPTED, [1], 1)


def test_a_stop_does_not_wait_for_room(
    bench: Callable[[SlotMaker], Bench],
    make_submission: Callable[..., Submission],
    accepted: Result,
    monkeypatch: pytest.MonkeyPatch,
):
    made, store = full(bench(lambda: ScriptedSlot(lambda _: accepted)), monkeypatch)
    submission = make_submission()
    hand_in(made, submission)
    with running(made) as worker:
        wait_until(lambda: store.refused)
        worker.stop(5)
        assert not any(thread.is_alive() for thread in worker._threads)
    assert store.unfinished() == (submission.id,)


def test_a_problem_that_is_gone_is_our_error(
    bench: Callable[[SlotMaker], Bench],
    make_submission: Callable[..., Submission],
    accepted: Result,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("app.worker._PAUSE_SECONDS", 0.01)
    made = bench(lambda: ScriptedSlot(lambda _: accepted))
    orphan = make_submission(problem_id="gone")
    hand_in(made, orphan)
    with running(made):
        wait_until(lambda: made.store.outstanding() == 0)
    found = made.store.get(orphan.id)
    assert found is not None
    assert found.verdict is Verdict.INTERNAL_ERROR


def test_without_walls_nothing_is_judged_and_everyone_is_told(
    bench: Callable[[SlotMaker], Bench], make_submission: Callable[..., Submission]
):
    def refuse() -> Slot:
        raise SandboxUnavailableError("seccomp is missing")

    made = bench(refuse)
    waiting = make_submission()
    hand_in(made, waiting)
    with running(made, slots=2) as worker:
        worker.wait_until_settled(5)
        wait_until(lambda: not any(thread.is_alive() for thread in worker._threads))
        assert "seccomp is missing" in (worker.unready() or "")
        with pytest.raises(JudgingUnavailableError, match="seccomp is missing"), made.queue.reserve():
            pass
    assert made.store.unfinished() == (waiting.id,)


def test_it_is_ready_once_every_slot_is_open(bench: Callable[[SlotMaker], Bench], accepted: Result):
    gate = threading.Event()

    def slow() -> Slot:
        gate.wait(5)
        return ScriptedSlot(lambda _: accepted)

    with running(bench(slow), slots=2) as worker:
        assert worker.unready() == "The sandboxes are still starting."
        gate.set()
        worker.wait_until_settled(5)
        assert worker.unready() is None


def test_a_sandbox_that_does_not_start_is_tried_again(
    bench: Callable[[SlotMaker], Bench], accepted: Result, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("app.worker._PAUSE_SECONDS", 0.01)
    failures = [OSError("no memory"), SandboxBrokenError("died at birth")]

    def make() -> Slot:
        if failures:
            raise failures.pop()
        return ScriptedSlot(lambda _: accepted)

    with running(bench(make)) as worker:
        worker.wait_until_settled(5)
        assert worker.unready() is None
    assert failures == []


def test_stopping_finishes_what_is_being_judged_and_leaves_the_rest(
    bench: Callable[[SlotMaker], Bench], make_submission: Callable[..., Submission], accepted: Result
):
    begun = threading.Event()

    def judge(_: Submission) -> Result:
        begun.set()
        time.sleep(0.2)
        return accepted

    made = bench(lambda: ScriptedSlot(judge))
    first, second = make_submission(), make_submission()
    hand_in(made, first, second)
    with running(made):
        begun.wait(5)
    assert made.store.unfinished() == (second.id,)
    assert made.store.get(second.id) == second
