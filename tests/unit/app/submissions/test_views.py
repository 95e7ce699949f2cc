from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from app.submissions.model import Result, State, Submission
from app.submissions.views import ResultView, describe_verdict, view_result
from grader.model import Conclusion, Group, Mode, Problem, Verdict
from grader.reports import case_from_json

PASSED = {"name": "a", "group": "sample", "verdict": "accepted", "hidden": False, "seconds": 0.001}
WRONG = {
    "name": "b",
    "group": "shapes",
    "verdict": "wrong_answer",
    "reason": "wrong_value",
    "message": "Unit 0 is off.",
    "hidden": True,
    "max_abs_error": 0.1,
    "max_rel_error": None,
    "first_index": "batch 0",
}
NOT_RUN = {"name": "c", "group": "values", "verdict": "not_run", "reason": "requires", "hidden": True}


def view(
    *cases: Mapping[str, Any], problem: Problem | None = None, mode: Mode = Mode.SUBMIT, **more: Any
) -> ResultView:
    version = problem.version if problem else "v"
    verdict = more.pop("verdict", Verdict.WRONG_ANSWER)
    inputs = more.pop("inputs", None)
    conclusion = Conclusion(verdict, score=20.0, max_score=100.0, seconds=0.02, **more)
    result = Result(version, conclusion, tuple(map(case_from_json, cases)))
    submission = Submission("id", "rnn-cell", version, mode, b"x", "v", datetime.now(UTC), State.DONE, result, inputs)
    return view_result(submission, problem)


def test_the_headline_and_the_score_come_first():
    shown = view(PASSED, WRONG)
    assert (shown.headline, shown.tone) == ("Wrong answer", "bad")
    assert shown.detail == "20 of 100 points · 1 of 2 cases passed · 20 ms"


def test_a_run_has_no_points():
    shown = view(PASSED, mode=Mode.RUN, verdict=Verdict.ACCEPTED)
    assert (shown.headline, shown.tone) == ("All samples pass", "good")
    assert shown.detail == "1 of 1 case passed · 20 ms"


def test_cases_are_grouped_in_their_order():
    shown = view(PASSED, WRONG, {**WRONG, "name": "d"})
    assert [(group.name, [case.name for case in group.cases]) for group in shown.groups] == [
        ("sample", ["a"]),
        ("shapes", ["b", "d"]),
    ]
    assert [case.index for case in shown.cases] == [0, 1, 2]
    assert [case.tone for case in shown.cases] == ["pass", "fail", "fail"]


def test_a_group_shows_what_it_earned(rnn_cell: Problem):
    group = next(group for group in rnn_cell.groups if group.name == "shapes")
    shown = view(PASSED, {**PASSED, "group": "shapes"}, WRONG, problem=rnn_cell)
    assert [group.earned for group in shown.groups] == ["", f"{group.points / 2:g} of {group.points:g}"]


def test_points_of_another_version_are_not_guessed(rnn_cell: Problem):
    result = Result("older", Conclusion(Verdict.WRONG_ANSWER), (case_from_json(WRONG),))
    submission = Submission("id", "rnn-cell", "older", Mode.SUBMIT, b"", None, datetime.now(UTC), State.DONE, result)
    assert view_result(submission, rnn_cell).groups[0].earned == ""


def test_a_group_that_comes_twice_tells_its_points_once_at_the_end(rnn_cell: Problem):
    fresh = {**PASSED, "group": "values", "hidden": True, "drawn": True}
    shown = view(PASSED, fresh, {**WRONG, "drawn": False}, {**WRONG, "group": "values"}, problem=rnn_cell)
    assert [(group.name, group.earned) for group in shown.groups] == [
        ("sample", ""), ("values", ""), ("shapes", "0 of 40"), ("values", "15 of 30"),
    ]  # fmt: skip
    assert [case.index for case in shown.cases] == [0, 1, 2, 3]


def test_a_fixed_hidden_case_shows_no_figure():
    (case,) = view({**WRONG, "seconds": 0.004, "differing": 2, "total": 3}).cases
    assert (case.facts, case.seconds) == ((), "")


def test_one_that_fails_as_well_says_so_and_no_more():
    told = {**WRONG, "verdict": "failed", "reason": None, "message": "It fails as well. The inputs are hidden."}
    (case,) = view(told).cases
    assert (case.tone, case.headline, case.facts, case.note) == ("fail", "Failed", (), "")


def test_the_error_of_a_drawn_case_that_is_hidden_is_only_about_right():
    (case,) = view({**WRONG, "drawn": True}).cases
    assert case.facts == (("First difference", "batch 0"), ("Largest absolute error", "about 0.1"))
    assert (case.expected, case.got, case.inputs) == ((), (), ())


@pytest.mark.parametrize("drawn", [False, True], ids=["sample", "drawn"])
def test_what_is_not_hidden_shows_inputs_expected_and_got(drawn: bool):  # noqa: FBT001 - a column of the table
    sample = {
        **WRONG,
        "hidden": False,
        "drawn": drawn,
        "inputs": {"x": [1.0, 2.0]},
        "expected": [3.0],
        "got": [4.0],
        "returned": True,
    }
    sample["wrong"] = {"": [0]}
    (case,) = view(sample).cases
    assert [(name, part.shape) for name, part in case.inputs] == [("x", "(2,)")]
    assert case.expected[0].grids[0].rows[0][0].text == "3.0000"
    assert case.got[0].grids[0].rows[0][0].off


def test_a_drawn_case_that_is_shown_has_its_pictures_and_a_hidden_one_none():
    values = {"expected": [[0.0] * 5] * 4, "got": [[1.0] * 5] * 4, "returned": True, "wrong": {"": list(range(20))}}
    shown, kept = view({**WRONG, "hidden": False, "drawn": True, **values}, {**WRONG, "drawn": True, **values}).cases
    assert shown.charts
    assert (kept.charts, kept.expected, kept.got) == ((), (), ())


def test_none_that_was_returned_is_shown():
    (case,) = view({**WRONG, "hidden": False, "expected": [1.0], "got": None, "returned": True}).cases
    assert [part.text for part in case.got] == ["None"]


def test_a_hidden_case_shows_no_value_even_if_it_carried_one():
    (case,) = view({**WRONG, "expected": [3.0], "got": [4.0], "returned": True}).cases
    assert (case.expected, case.got) == ((), ())


def test_a_gate_says_what_it_waits_for(rnn_cell: Problem):
    gated = Group("values", requires=("sample", "shapes"))
    problem = replace(rnn_cell, groups=(Group("sample"), Group("shapes"), gated))
    (case,) = view({**NOT_RUN, "group": gated.name}, problem=problem).cases
    assert case.tone == "skip-run"
    assert case.note == "Not run: it waits for all of sample and shapes to pass."


def test_the_judges_own_sentence_is_preferred():
    (case,) = view({**NOT_RUN, "message": "Not run: samples failed."}).cases
    assert case.note == ""
    assert case.report.message == "Not run: samples failed."


def test_what_does_not_compile_is_said_once():
    broken = {**WRONG, "verdict": "compile_error", "reason": "syntax", "message": "Line 2.", "trace": "File ..."}
    shown = view(broken, verdict=Verdict.COMPILE_ERROR, message="Line 2.", line=2)
    assert (shown.message, shown.trace, shown.line, shown.groups) == ("Line 2.", "File ...", 2, ())
    assert shown.detail.startswith("No case was run")


def test_a_case_says_its_own_message():
    assert view(WRONG, message=WRONG["message"]).message == ""
    assert view(WRONG, message="The file took too long to load.").message == "The file took too long to load."


def test_our_own_failure_costs_nothing():
    shown = view(verdict=Verdict.INTERNAL_ERROR, message="zygote died")
    assert shown.internal
    assert "does not count" in shown.message
    assert "points" not in shown.detail


@pytest.mark.parametrize(("state", "words"), [(State.QUEUED, "Waiting to be judged"), (State.RUNNING, "Being judged")])
def test_before_the_verdict_there_are_words_too(state: State, words: str):
    submission = Submission("id", "p", "v", Mode.RUN, b"", None, datetime.now(UTC), state)
    assert describe_verdict(submission) == words
    done = replace(submission, state=State.DONE, result=Result("v", Conclusion(Verdict.TIME_LIMIT)))
    assert describe_verdict(done) == "Time limit reached"


def test_a_result_that_is_not_there_is_our_mistake():
    with pytest.raises(ValueError, match="no result yet"):
        view_result(Submission("id", "p", "v", Mode.RUN, b"", None, datetime.now(UTC)), None)


CUSTOM = {
    "name": "custom input",
    "group": "sample",
    "verdict": "accepted",
    "hidden": False,
    "got": [1.0],
    "seconds": 0.1,
}


def test_a_run_on_custom_input_claims_no_more_than_it_knows():
    shown = view({**CUSTOM, "uncompared": True}, mode=Mode.RUN, verdict=Verdict.NOT_COMPARED, inputs={"x": "[1]"})
    assert (shown.headline, shown.tone, shown.detail) == ("It ran", "good", "on custom input · 20 ms")
    [group] = shown.groups
    assert (group.name, group.earned, group.cases[0].group) == ("custom input", "", "custom input")
    assert group.cases[0].expected == ()
    assert group.cases[0].got[0].shape == "(1,)"


def test_where_the_reference_was_asked_agreement_is_told():
    case = {**CUSTOM, "returned": True, "expected": [1.0]}
    shown = view(case, mode=Mode.RUN, verdict=Verdict.ACCEPTED, inputs={"x": "[1]"})
    assert shown.headline == "Agrees with the reference"
    assert shown.cases[0].expected != ()
    wrong = view({**case, "verdict": "wrong_answer"}, mode=Mode.RUN, inputs={"x": "[1]"})
    assert wrong.headline == "Wrong answer"
