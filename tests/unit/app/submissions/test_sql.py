"""The contract of `app.submissions.ports.SubmissionStore`, held against every adapter."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.kernel.identity import new_id
from app.submissions.memory import MemorySubmissionStore
from app.submissions.model import Result, State, Submission
from app.submissions.progress import ProblemProgress, progress_of
from app.submissions.sql import SQLSubmissionStore
from grader.model import CaseReport, Conclusion, Mode, Reason, RecognisedMistake, Verdict
from tests.unit.app.databases import KINDS, opened
from tests.unit.app.one_by_one import OneByOne


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OneByOne]:
    with opened(request.param, tmp_path) as database:
        yield OneByOne(database, MemorySubmissionStore() if request.param == "memory" else SQLSubmissionStore())


def make(**changes: object) -> Submission:
    base = Submission(
        id=new_id(),
        problem_id="rnn-cell",
        problem_version="v1",
        mode=Mode.SUBMIT,
        source=b"def rnn_cell(): pass\n",
        owner="ada",
        created_at=datetime(2026, 3, 1, 12, 30, 15, 250000, tzinfo=UTC),
    )
    return replace(base, **changes)


RESULT = Result(
    problem_version="v2",
    conclusion=Conclusion(
        verdict=Verdict.WRONG_ANSWER,
        reason=Reason.WRONG_SHAPE,
        message="got (D, H), need (N, H)",
        line=3,
        score=12.5,
        max_score=100.0,
        seconds=0.25,
        diagnosis="It is the transpose.",
        mistake=RecognisedMistake("no-tanh", "Nothing squashes it.", ("Look again.",)),
        peak_kb=25_000,
    ),
    cases=(
        CaseReport(
            "worked example", "sample", Verdict.WRONG_ANSWER, Reason.NOT_FINITE, max_abs_error=math.inf, hidden=False,
            got=[[1.0, "Infinity"]], expected=[[1.0, 2.0]], returned=True, wrong={"": (1,)},
        ),
    ),
)  # fmt: skip


def concluded(**changes: object) -> Result:
    """The same result with another conclusion."""
    return replace(RESULT, conclusion=replace(RESULT.conclusion, **changes))


ACCEPTED = concluded(verdict=Verdict.ACCEPTED, reason=None, score=100.0)


def test_a_stored_submission_comes_back_as_it_was(store: OneByOne):
    submission = make(source=b"\xff\xfe\x00\r\n\xf0\x9f\x90\x8d", owner=None, mode=Mode.RUN)
    store.add(submission)
    assert store.get(submission.id) == submission


def test_times_come_back_in_utc(store: OneByOne):
    local = datetime(2026, 3, 1, 14, 0, tzinfo=timezone(timedelta(hours=2)))
    submission = make(created_at=local)
    store.add(submission)
    found = store.get(submission.id)
    assert found is not None
    assert found.created_at == local
    assert found.created_at.utcoffset() is not None


def test_unknown_ids_are_none(store: OneByOne):
    assert store.get("nobody") is None
    assert store.begin("nobody") is None
    assert store.finish("nobody", RESULT) is False


def test_the_same_id_is_never_stored_twice(store: OneByOne):
    submission = make()
    assert store.add(submission) is True
    assert store.add(replace(submission, source=b"another")) is False
    assert store.count_outstanding() == 1
    assert store.get(submission.id) == submission


def test_beginning_sets_it_running_however_often(store: OneByOne):
    submission = make()
    store.add(submission)
    first, second = store.begin(submission.id), store.begin(submission.id)
    assert first == second == store.get(submission.id) == replace(submission, state=State.RUNNING)


def test_the_first_result_wins(store: OneByOne):
    submission = make()
    store.add(submission)
    store.begin(submission.id)
    assert store.finish(submission.id, RESULT) is True
    assert store.finish(submission.id, ACCEPTED) is False
    found = store.get(submission.id)
    assert found == replace(submission, state=State.DONE, result=RESULT)


def test_what_is_done_is_not_begun_again(store: OneByOne):
    submission = make()
    store.add(submission)
    store.finish(submission.id, RESULT)
    assert store.begin(submission.id) is None
    assert store.unfinished() == ()


def test_unfinished_is_oldest_first_by_arrival(store: OneByOne):
    # the clock may go backwards; the order of arrival does not
    early = datetime(2026, 1, 1, tzinfo=UTC)
    submissions = [make(created_at=early - timedelta(days=day)) for day in range(5)]
    for submission in submissions:
        store.add(submission)
    store.begin(submissions[1].id)
    store.finish(submissions[3].id, RESULT)
    assert store.unfinished() == tuple(submissions[index].id for index in (0, 1, 2, 4))


def test_history_is_newest_first_own_only_and_limited(store: OneByOne):
    mine = [make(problem_id=slug) for slug in ("rnn-cell", "vanilla-rnn", "rnn-cell")]
    for submission in (*mine, make(owner="bob"), make(owner=None)):
        store.add(submission)
    assert store.history("ada") == tuple(submission.summary for submission in reversed(mine))
    assert store.history("ada", "rnn-cell") == (mine[2].summary, mine[0].summary)
    assert store.history("ada", limit=1) == (mine[2].summary,)
    assert store.history("carol") == ()


def test_history_tells_the_verdict_the_points_and_the_mistake(store: OneByOne):
    submission = make()
    store.add(submission)
    store.finish(submission.id, RESULT)
    (line,) = store.history("ada")
    assert (line.state, line.verdict, line.mistake) == (State.DONE, Verdict.WRONG_ANSWER, "no-tanh")
    assert (line.peak_kb, line.custom) == (25_000, False)
    assert (line.score, line.max_score, line.seconds) == (12.5, 100.0, 0.25)
    assert line == replace(submission, state=State.DONE, result=RESULT).summary


def test_custom_input_is_kept_as_it_was_written(store: OneByOne):
    texts = {"x_t": "[[1,\n 2]]", "é": "\x00'\"\U0001f600"}
    given, empty = make(mode=Mode.RUN, inputs=texts), make(mode=Mode.RUN, inputs={})
    for submission in (given, empty):
        store.add(submission)
    assert store.get(given.id) == given
    assert store.get(empty.id) == empty
    assert [line.custom for line in store.history("ada")] == [True, True]


def test_outstanding_counts_queued_and_running(store: OneByOne):
    submissions = [make(), make(), make(), make(owner="bob"), make(owner=None)]
    for submission in submissions:
        store.add(submission)
    store.begin(submissions[0].id)
    store.finish(submissions[1].id, RESULT)
    assert store.count_outstanding() == 4
    assert store.count_outstanding("ada") == 2
    assert store.count_outstanding("carol") == 0


def test_progress_by_problem(store: OneByOne):
    judged = [
        (make(mode=Mode.RUN), ACCEPTED),
        (make(), RESULT),
        (make(problem_id="vanilla-rnn"), ACCEPTED),
        (make(problem_id="vanilla-rnn"), concluded(verdict=Verdict.INTERNAL_ERROR)),
        (make(owner="bob"), ACCEPTED),
    ]
    for submission, result in judged:
        store.add(submission)
        store.finish(submission.id, result)
    store.add(make(problem_id="lstm-cell"))
    assert store.progress("ada") == {
        "rnn-cell": ProblemProgress(runs=1, attempts=1, solved=False, best_score=12.5),
        "vanilla-rnn": ProblemProgress(runs=0, attempts=1, solved=True, best_score=100.0),
    }
    assert store.progress("carol") == {}


JUDGED = st.lists(
    st.tuples(
        st.sampled_from(["rnn-cell", "vanilla-rnn"]),
        st.sampled_from(Mode),
        st.sampled_from([Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.INTERNAL_ERROR, Verdict.CANCELLED, None]),
        st.sampled_from([0.0, 40.0, 100.0]),
    ),
    max_size=8,
)


@given(judged=JUDGED)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_progress_follows_the_rule(store: OneByOne, judged: list[tuple[str, Mode, Verdict | None, float]]):
    owner = new_id()
    for slug, mode, verdict, score in judged:
        submission = make(owner=owner, problem_id=slug, mode=mode)
        store.add(submission)
        if verdict is not None:
            store.finish(submission.id, concluded(verdict=verdict, score=score))
    assert store.progress(owner) == progress_of(store.history(owner, limit=100))


def test_of_many_threads_that_finish_one_wins(store: OneByOne):
    submission = make()
    store.add(submission)
    start = threading.Barrier(8)
    won: list[int] = []

    def finish(number: int) -> None:
        start.wait()
        if store.finish(submission.id, concluded(message=str(number))):
            won.append(number)

    threads = [threading.Thread(target=finish, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = store.get(submission.id)
    assert len(won) == 1
    assert found is not None
    assert found.result is not None
    assert found.result.conclusion.message == str(won[0])
