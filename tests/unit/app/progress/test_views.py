from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.problems.model import TrackListing
from app.progress.tracks import view_tracks
from app.progress.views import view_progress
from app.submissions.after import after_accepted
from app.submissions.model import Result, State, Submission
from grader.model import CaseReport, Mode, Problem, RecognisedMistake, Verdict, Warn

Make = Callable[..., Submission]


@pytest.fixture
def judged(make_submission: Make, accepted: Result) -> Make:
    def make(number: int, verdict: Verdict = Verdict.ACCEPTED, mode: Mode = Mode.SUBMIT, **more: object) -> Submission:
        when = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(hours=number)
        cases = more.pop("cases", accepted.cases)
        result = replace(accepted, conclusion=replace(accepted.conclusion, verdict=verdict, **more), cases=cases)
        return make_submission(created_at=when, mode=mode, state=State.DONE, result=result, problem_id="rnn-cell")

    return make


def test_the_time_stands_among_ones_own_earlier_ones(judged: Make):
    first, slow = judged(1, seconds=0.010), judged(2, seconds=0.020)
    later = judged(4, seconds=0.001)
    now = judged(3, seconds=0.012)
    lines = [item.summary for item in (later, now, slow, first)]
    found = after_accepted(now, lines, None, None)
    assert found is not None
    assert found.time == "It took 12 ms for all cases; the fastest of your 2 earlier accepted ones took 10 ms."
    fastest = after_accepted(later, lines, None, None)
    assert fastest is not None
    assert "the fastest of your 4 accepted ones; the best before took 10 ms" in fastest.time


def test_times_that_read_the_same_are_no_record(judged: Make):
    earlier, now = judged(1, seconds=0.0111), judged(2, seconds=0.011)
    found = after_accepted(now, [now.summary, earlier.summary], None, None)
    assert found is not None
    assert found.time == "It took 11 ms for all cases, as long as the fastest of your 1 earlier accepted one."


def test_earlier_is_what_was_stored_before_though_the_clock_was_set_back(judged: Make):
    first, now, later = judged(9, seconds=0.010), judged(2, seconds=0.020), judged(1, seconds=0.001)
    found = after_accepted(now, [item.summary for item in (later, now, first)], None, None)
    assert found is not None
    assert "earlier accepted one took 10 ms" in found.time


def test_the_first_one_has_nothing_to_stand_beside(judged: Make):
    only = judged(1)
    found = after_accepted(only, [only.summary], None, None)
    assert found is not None
    assert found.time.endswith("it is your first accepted submission here.")


@pytest.mark.parametrize(
    ("peak", "words"),
    [
        (None, "How much memory it took is not known."),
        (
            40_960,
            "Its memory peaked at 40.0 MB, Python and NumPy included; the least of your earlier accepted ones was ",
        ),
        (16_384, "the least of your accepted ones; the least before was 25.0 MB."),
        (32_768, "about as much as before."),
    ],
)
def test_the_memory_stands_among_ones_own_earlier_ones(judged: Make, peak: int | None, words: str):
    earlier = [judged(0, peak_kb=None), judged(1, peak_kb=25_600), judged(2, peak_kb=400_000)]
    now = judged(3, peak_kb=peak)
    found = after_accepted(now, [item.summary for item in (now, *earlier)], None, None)
    assert found is not None
    assert words in found.memory


def test_memory_that_has_nothing_to_stand_beside_is_told_alone(judged: Make):
    found = after_accepted(judged(1, peak_kb=150 * 1024), [], None, None)
    assert found is not None
    assert found.memory == "Its memory peaked at 150 MB, Python and NumPy included."


def test_the_editorial_is_offered_to_whom_it_opens(judged: Make, rnn_cell: Problem):
    found = after_accepted(judged(1), [], rnn_cell, None)
    nobodys = after_accepted(replace(judged(1), owner=None), [], rnn_cell, None)
    assert found is not None
    assert nobodys is not None
    assert (found.editorial, nobodys.editorial) == ("/problems/rnn-cell#editorial", "")


def test_warnings_remain_once_each_and_the_next_problem_is_named(judged: Make, vanilla_rnn: Problem):
    case = CaseReport("small", "sample", Verdict.ACCEPTED, hidden=False)
    cases = (
        replace(case, warnings=(Warn.INPUTS_CHANGED,)),
        replace(case, warnings=(Warn.INPUTS_CHANGED, Warn.CONVERTED), hidden=True, drawn=True),
        CaseReport("fixed and hidden, of which no warning is told", "large", Verdict.ACCEPTED),
    )
    found = after_accepted(judged(1, cases=cases), [], None, vanilla_rnn)
    assert found is not None
    assert [text.partition(": ")[0] for text in found.warnings] == [
        "In 2 of 2 samples and fresh cases",
        "In 1 of 2 samples and fresh cases",
    ]
    assert found.next is vanilla_rnn


@pytest.mark.parametrize(("verdict", "mode"), [(Verdict.WRONG_ANSWER, Mode.SUBMIT), (Verdict.ACCEPTED, Mode.RUN)])
def test_nothing_follows_anything_else(judged: Make, verdict: Verdict, mode: Mode):
    assert after_accepted(judged(1, verdict, mode), [], None, None) is None


def test_the_page_counts_submissions_days_and_mistakes(judged: Make, rnn_cell: Problem, vanilla_rnn: Problem):
    mistake = RecognisedMistake(rnn_cell.mistakes[0].program.id, "x")
    unknown = RecognisedMistake("gone", "x")
    items = [
        judged(30, mode=Mode.RUN),
        judged(3),
        judged(2, Verdict.WRONG_ANSWER, mistake=mistake),
        judged(1, Verdict.WRONG_ANSWER, mistake=mistake),
        judged(0, Verdict.WRONG_ANSWER, mistake=unknown),
    ]
    tracks = view_tracks([TrackListing("T", (rnn_cell, vanilla_rnn))], {})
    page = view_progress(tracks, [item.summary for item in items], {"rnn-cell": rnn_cell})
    assert (page.handed_in, page.accepted, page.solved, page.total) == (4, 1, 0, 2)
    assert [(day.day.day, day.count) for day in page.days] == [(2, 1), (1, 4)]
    assert [(view.times, view.message) for view in page.mistakes] == [(2, rnn_cell.mistakes[0].message)]
