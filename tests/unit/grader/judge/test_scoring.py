"""From case results to a submission's verdict and points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.judge import Tally, collect
from grader.model import CaseResult, Group, Problem, Reason, RecognisedMistake, Scoring, Verdict
from tests.judging import conclude

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
    conclusion = conclude(problem, results(each, whole))
    assert (conclusion.score, conclusion.max_score) == (score, 40)
    assert conclusion.seconds == pytest.approx(0.5 * (1 + len(each) + len(whole)))


def test_the_first_case_that_is_not_accepted_gives_verdict_reason_message_and_line(problem: Problem):
    told = results([A, A], [A])
    told[1] = replace(told[1], verdict=Verdict.RUNTIME_ERROR, reason=Reason.RAISED, message="first", line=3)
    told[2] = replace(told[2], verdict=W, reason=Reason.WRONG_VALUE, message="second", line=9)
    conclusion = conclude(problem, told)
    assert (conclusion.verdict, conclusion.reason) == (Verdict.RUNTIME_ERROR, Reason.RAISED)
    assert (conclusion.message, conclusion.line) == ("first", 3)


def test_all_accepted_is_accepted(problem: Problem):
    conclusion = conclude(problem, results([A], [A]))
    assert (conclusion.verdict, conclusion.reason, conclusion.message, conclusion.line) == (A, None, "", None)


def test_thirds_add_up_to_a_whole(problem: Problem):
    sevenths = replace(problem, groups=(Group("sample"), Group("each", 10)))
    assert conclude(sevenths, results([A] * 7, [])).score == 10
    assert conclude(sevenths, results([A] * 3 + [W] * 4, [])).score == pytest.approx(30 / 7, abs=1e-6)


def test_the_seconds_the_mistake_and_the_peak_are_told(problem: Problem):
    tally = Tally(problem)
    for result in results([A, W], [A]):
        assert tally.add(result) is result
    mistake = problem.mistakes[0]
    conclusion = tally.conclude(mistake=mistake, peak_kb=7)
    assert conclusion.mistake == RecognisedMistake(mistake.program.id, mistake.message, mistake.hints)
    assert (conclusion.peak_kb, conclusion.seconds, conclusion.diagnosis) == (8192, 2.0, "")


@pytest.mark.parametrize(
    ("seconds", "peak_kb", "told"),
    [(0.0, 0, (0.0, 0)), (0.0123456, 8192, (0.012, 8192)), (12.96, 8193, (13.0, 16384)), (0.999, None, (1.0, None))],
)
def test_the_figures_of_the_whole_are_coarse(
    problem: Problem, seconds: float, peak_kb: int | None, told: tuple[float, int | None]
):
    tally = Tally(problem)
    tally.add(results([A], [])[0], seconds)
    conclusion = tally.conclude(peak_kb=peak_kb)
    assert (conclusion.seconds, conclusion.peak_kb) == told


def test_the_diagnosis_is_that_of_the_first_failure_or_that_the_program_is_unsteady(problem: Problem):
    tally = Tally(problem)
    for result in results([A, W], [W]):
        tally.add(replace(result, diagnosis="" if result.verdict is A else f"looks like {result.name}"))
    assert tally.conclude().diagnosis == "looks like case 2"
    assert tally.conclude(unsteady=True).diagnosis.startswith("Two calls with the same input gave two answers")


def test_a_group_has_failed_as_soon_as_one_of_its_cases_has(problem: Problem):
    tally = Tally(problem)
    assert not tally.failed("each")
    for result in results([A, W, A], []):
        tally.add(result)
    assert tally.failed("each")
    assert not tally.failed("sample")


def test_both_at_once(problem: Problem):
    told = results([A], [W])
    assert collect([*told, conclude(problem, told)]) == (told, conclude(problem, told))


def test_groups_that_were_not_asked_for_do_not_count(problem: Problem):
    assert conclude(problem, results([], [])).max_score == 0


@pytest.mark.parametrize(
    ("verdicts", "whole"), [([A], "not_compared"), ([A, W], "wrong_answer"), ([W, A], "wrong_answer")]
)
def test_what_was_compared_with_nothing_is_not_accepted_and_earns_nothing(
    problem: Problem, verdicts: list[Verdict], whole: str
):
    cases = [CaseResult(f"case {n}", "each", verdict, uncompared=True) for n, verdict in enumerate(verdicts)]
    conclusion = conclude(problem, cases)
    assert (conclusion.verdict, conclusion.score) == (whole, 0.0)
