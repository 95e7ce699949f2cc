from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.submissions.model import Result, State, Submission, Summary
from app.submissions.progress import NO_PROGRESS, ProblemProgress, progress_of
from grader.model import Mode, Verdict


@pytest.fixture
def judged(make_submission: Callable[..., Submission], accepted: Result) -> Callable[..., Summary]:
    def make(verdict: Verdict, score: float = 0.0, mode: Mode = Mode.SUBMIT) -> Summary:
        result = replace(accepted, conclusion=replace(accepted.conclusion, verdict=verdict, score=score))
        return make_submission(state=State.DONE, mode=mode, result=result).summary

    return make


def test_running_the_samples_is_trying_and_never_solving(judged: Callable[..., Summary]):
    progress = progress_of([judged(Verdict.ACCEPTED, mode=Mode.RUN)])["double"]
    assert progress == ProblemProgress(runs=1)
    assert progress.tried
    assert not progress.solved


@pytest.mark.parametrize("mode", Mode)
def test_what_was_compared_with_nothing_never_solves(mode: Mode, judged: Callable[..., Summary]):
    progress = progress_of([judged(Verdict.NOT_COMPARED, mode=mode)])["double"]
    assert (progress.solved, progress.tried) == (False, True)


def test_solved_stays_solved_and_the_best_score_stays(judged: Callable[..., Summary]):
    found = progress_of([judged(Verdict.ACCEPTED, 100.0), judged(Verdict.WRONG_ANSWER, 40.0)])
    assert found == {"double": ProblemProgress(attempts=2, solved=True, best_score=100.0)}


@pytest.mark.parametrize("verdict", [Verdict.INTERNAL_ERROR, Verdict.CANCELLED])
def test_our_own_failures_never_count(verdict: Verdict, judged: Callable[..., Summary]):
    assert progress_of([judged(verdict)]) == {}


def test_what_waits_does_not_count(make_submission: Callable[..., Submission]):
    assert progress_of([make_submission().summary, make_submission(state=State.RUNNING).summary]) == {}
    assert not NO_PROGRESS.tried
