"""From case results to a submission's verdict and points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.judge import summarise
from grader.model import CaseResult, Group, Problem, Reason, Scoring, Verdict

A, W, N = Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.NOT_RUN


@pytest.fixture
def problem(rnn_cell: Problem) -> Problem:
    groups = (Group("sample"), Group("each", 30), Group("all", 10, scoring=Scoring.ALL))
    return replace(rnn_cell, groups=groups)


def results(each: list[Verdict], whole: list[Verdict]) -> list[CaseResult]:
    """Results of two groups, half a second a case."""
    pairs = [("sample", A), *(("each", verdict) for verdict in each), *(("all", verdict) for verdict in whole)]
    return [CaseResult(f"case {n}", group, verdict, seconds=0.5) for n, (group, verdict) in enumerate(pairs)]


@pytest.mark.parametrize(
    ("each", "whole", "score"),
    [
        ([A, A, A], [A, A], 40),
        ([A, W, A], [A, A], 30),
        ([A, A, A], [A, W], 30),
        ([W, N, N], [N, N], 0),
        ([A, W, W], [W, W], 10),
    ],
)
def test_points(problem: Problem, each: list[Verdict], whole: list[Verdict], score: float):
    judgement = summarise(problem, results(each, whole))
    assert (judgement.score, judgement.max_score) == (score, 40)
    assert judgement.seconds == pytest.approx(0.5 * (1 + len(each) + len(whole)))


def test_the_first_case_that_is_not_accepted_gives_verdict_reason_message_and_line(problem: Problem):
    told = results([A, A], [A])
    told[1] = replace(told[1], verdict=Verdict.RUNTIME_ERROR, reason=Reason.RAISED, message="first", line=3)
    told[2] = replace(told[2], verdict=W, reason=Reason.WRONG_VALUE, message="second", line=9)
    judgement = summarise(problem, told)
    assert (judgement.verdict, judgement.reason) == (Verdict.RUNTIME_ERROR, Reason.RAISED)
    assert (judgement.message, judgement.line) == ("first", 3)


def test_all_accepted_is_accepted(problem: Problem):
    judgement = summarise(problem, results([A], [A]))
    assert (judgement.verdict, judgement.reason, judgement.message, judgement.line) == (A, None, "", None)


def test_thirds_add_up_to_a_whole(problem: Problem):
    sevenths = replace(problem, groups=(Group("sample"), Group("each", 10)))
    assert summarise(sevenths, results([A] * 7, [])).score == 10
    assert summarise(sevenths, results([A] * 3 + [W] * 4, [])).score == pytest.approx(30 / 7, abs=1e-6)


def test_groups_that_were_not_asked_for_do_not_count(problem: Problem):
    assert summarise(problem, results([], [])).max_score == 0
