"""What REST tells of a submission whose fresh cases were drawn for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.submissions.bodies import CaseBody, SubmissionBody
from app.submissions.model import Result, State, Submission
from grader.model import Mode, Problem
from grader.sandbox import Sandbox
from tests.judging import report_whole

WRONG = b"def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n    return h_prev\n"
VALUES = {"inputs", "expected", "got", "wrong", "stdout"}


@pytest.fixture
def cases(rnn_cell: Problem, sandbox: Sandbox, make_submission: Callable[..., Submission]) -> list[CaseBody]:
    """Those of a submission that fails everywhere."""
    conclusion, reports = report_whole(rnn_cell, WRONG, sandbox, Mode.SUBMIT, "bodies")
    result = Result(rnn_cell.version, conclusion, reports)
    return SubmissionBody.of(make_submission(problem_id="rnn-cell", state=State.DONE, result=result)).cases


def test_the_first_fresh_case_that_fails_has_its_values(cases: list[CaseBody]):
    first, *others = [case for case in cases if case.drawn]
    assert (first.hidden, len(others)) == (False, 5)
    assert {"inputs", "expected", "got", "wrong"} <= first.model_fields_set
    assert [case for case in others if not case.hidden or case.model_fields_set & VALUES] == []


def test_of_fixed_hidden_cases_no_figure_is_told(cases: list[CaseBody]):
    fixed = [case for case in cases if case.hidden and not case.drawn]
    assert {(case.seconds, case.max_abs_error, case.max_rel_error, case.differing) for case in fixed} == {(None,) * 4}
    assert [case.verdict for case in fixed if case.verdict != "accepted"][1:3] == ["failed", "failed"]
    assert all(case.seconds is not None for case in cases if not case.hidden)
