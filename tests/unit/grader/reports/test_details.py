"""What every report tells of cases that were drawn for one submission, and of fixed hidden ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from grader.model import CaseReport, Conclusion, Mode, Problem
from grader.reports import (
    github_report,
    gradescope_report,
    json_value,
    junit_report,
    markdown_report,
    result_object,
    text_report,
)
from grader.reports.details import DRAWN, OutcomeKind, explain_case, kind_of
from grader.sandbox import Sandbox
from tests.judging import report_whole

Whole = tuple[Problem, Conclusion, tuple[CaseReport, ...]]

REPORTS: dict[str, Callable[..., str]] = {
    "text": text_report,
    "JUnit": junit_report,
    "Gradescope": lambda *told: json.dumps(gradescope_report(*told)),
    "GitHub": github_report,
    "Markdown": markdown_report,
}
RIGHT_ON_SAMPLES = b"""
import numpy as np
calls = 0
def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    global calls
    calls += 1
    if calls > 2:
        print("beyond the samples")
    return np.tanh(x_t @ W_xh.T + h_prev @ W_hh.T + b_h) * (1 if calls <= 2 else 1.5)
"""


@pytest.fixture(scope="module")
def whole(rnn_cell: Problem, sandbox: Sandbox) -> Whole:
    """A submission that fails beyond the samples."""
    return rnn_cell, *report_whole(rnn_cell, RIGHT_ON_SAMPLES, sandbox, Mode.SUBMIT, "reports")


def find_cases(whole: Whole) -> tuple[CaseReport, list[CaseReport], list[CaseReport]]:
    """The case that is shown in full, the other ones that were drawn, and the fixed hidden ones."""
    beyond = [case for case in whole[2] if case.group != "sample"]
    [shown] = [case for case in beyond if not case.hidden]
    return shown, [case for case in beyond if case.drawn and case.hidden], [c for c in beyond if not c.drawn]


def test_there_is_one_of_each_kind(whole: Whole):
    shown, drawn, fixed = find_cases(whole)
    assert (shown.drawn, len(drawn), shown.inputs is None) == (True, 5, False)
    assert [case.verdict for case in fixed[:3]] == ["wrong_answer", "failed", "failed"]


def test_the_first_drawn_case_that_fails_is_explained_as_a_sample_is(whole: Whole):
    shown, drawn, _ = find_cases(whole)
    lines = explain_case(shown)
    assert lines[0] == shown.message
    assert DRAWN in lines
    assert [line.split(":")[0] for line in lines[-7:]] == [
        *(f"input {argument.name}" for argument in whole[0].arguments), "expected", "got",
    ]  # fmt: skip
    for case in drawn:
        assert DRAWN in explain_case(case)
        assert not any(line.startswith(("input ", "expected", "got")) for line in explain_case(case))


@pytest.mark.parametrize("form", REPORTS.values(), ids=REPORTS)
def test_every_report_shows_and_marks_it(whole: Whole, form: Callable[..., str]):
    shown, drawn, fixed = find_cases(whole)
    text = form(*whole)
    first = str(json_value(shown.inputs["W_xh"])[0][0])  # type: ignore[index]
    assert first in text
    assert "beyond the samples" in text
    assert text.count(DRAWN) == 1 + len(drawn)
    assert text.count("It fails as well. The inputs are hidden.") >= len(fixed) - 1


def test_nothing_is_marked_where_all_was_accepted(rnn_cell: Problem, sandbox: Sandbox):
    right = report_whole(rnn_cell, rnn_cell.reference.source, sandbox, Mode.SUBMIT, "reports")
    assert not any(DRAWN in form(rnn_cell, *right) for form in REPORTS.values())


def test_json_says_of_each_case_whether_it_was_drawn_and_tells_no_time_of_fixed_hidden_ones(whole: Whole):
    told: list[Any] = result_object(whole[0], Mode.SUBMIT, *whole[1:])["cases"]  # type: ignore[assignment]
    assert [case.get("drawn", False) for case in told] == [case.drawn for case in whole[2]]
    timeless = [case["name"] for case in told if case["seconds"] is None]
    assert timeless == [case.name for case in find_cases(whole)[2]]


def test_junit_leaves_the_time_of_fixed_hidden_cases_out(whole: Whole):
    root = ET.fromstring(junit_report(*whole))  # noqa: S314  our own text
    fixed = {case.name for case in find_cases(whole)[2]}
    assert {case.get("name") for case in root.iter("testcase") if case.get("time") is None} == fixed
    assert [suite.get("name") for suite in root if suite.get("time")] == ["rnn-cell.sample", "rnn-cell.fresh"]
    assert root.get("time") == f"{whole[1].seconds:.3f}"


def test_a_case_that_failed_like_one_before_is_a_failure(whole: Whole):
    failed = find_cases(whole)[2][-1]
    assert kind_of(failed) is OutcomeKind.FAILURE
    assert kind_of(replace(failed, drawn=True)) is OutcomeKind.FAILURE
