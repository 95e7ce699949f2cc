"""Gradescope's results.json against its autograder specification, written down here as a table of keys and types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.model import CaseResult, Verdict
from grader.reports import gradescope_report
from tests.judging import report_results
from tests.unit.grader.reports.submissions import gated, told

NUMBER = (int, float)
FORMATS = {"text", "html", "simple_format", "md", "ansi"}
VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
WHOLE: dict[str, Any] = {
    "score": NUMBER, "execution_time": NUMBER, "output": str, "output_format": FORMATS, "test_output_format": FORMATS,
    "test_name_format": FORMATS, "visibility": VISIBILITIES, "stdout_visibility": VISIBILITIES, "extra_data": dict,
    "tests": list, "leaderboard": list,
}  # fmt: skip
TEST: dict[str, Any] = {
    "score": NUMBER, "max_score": NUMBER, "status": {"passed", "failed"}, "name": str, "name_format": FORMATS,
    "number": str, "output": str, "output_format": FORMATS, "tags": list, "visibility": VISIBILITIES,
    "extra_data": dict,
}  # fmt: skip
AS_PUBLISHED = {
    "score": 7.5, "execution_time": 12, "output": "Well built.", "output_format": "md", "visibility": "after_published",
    "stdout_visibility": "hidden", "extra_data": {}, "leaderboard": [{"name": "Height", "value": 9.5}],
    "tests": [
        {"score": 2.5, "max_score": 5, "status": "failed", "name": "wall", "number": "1.1", "output": "It leans.",
         "tags": ["brick"], "visibility": "visible", "extra_data": {}},
        {"score": 5.0, "max_score": 5.0},
    ],
}  # fmt: skip


def misfits(told: dict[str, Any], table: dict[str, Any]) -> list[str]:
    """Keys that the specification does not know, and values that it does not allow."""
    found = [key for key in told if key not in table]
    for key, value in told.items():
        allowed = table.get(key, object)
        fits = value in allowed if isinstance(allowed, set) else isinstance(value, allowed)
        if not fits or isinstance(value, bool):
            found.append(f"{key}: {value!r}")
    return found


def all_misfits(told: dict[str, Any]) -> list[str]:
    found = misfits(told, WHOLE) + [misfit for test in told["tests"] for misfit in misfits(test, TEST)]
    return found + ([] if "score" in told or all("score" in test for test in told["tests"]) else ["no score"])


def test_the_table_takes_an_example_and_refuses_others():
    assert all_misfits(AS_PUBLISHED) == []
    assert all_misfits({"tests": [{"status": "ok", "points": 3, "score": "3"}]})


def test_the_file_fits_the_specification(tmp_path: Path):
    report = gradescope_report(*told(tmp_path))
    assert all_misfits(report) == []
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_scores_of_the_tests_add_up(tmp_path: Path):
    report = gradescope_report(*told(tmp_path))
    assert [(test["score"], test["max_score"]) for test in report["tests"]] == [
        (0, 0), (0, 0), (15, 15), (0, 15), (0, 30), (0, 20), (0, 20),
    ]  # fmt: skip
    assert report["score"] == sum(test["score"] for test in report["tests"]) == 15


def test_all_or_nothing_gives_all(tmp_path: Path):
    problem = gated(tmp_path)
    cases = [entry.case for entry in problem.entries]
    passed = [CaseResult(case.name, case.group, Verdict.ACCEPTED) for case in cases]
    report = gradescope_report(problem, *report_results(problem, passed))
    assert report["score"] == 100
    assert [test["score"] for test in report["tests"]] == [0, 0, 15, 15, 30, 20, 20]
    assert {test["status"] for test in report["tests"]} == {"passed"}


@pytest.mark.parametrize("place", range(2, 7))
def test_hidden_cases_carry_no_value(tmp_path: Path, place: int):
    report = gradescope_report(*told(tmp_path))
    assert "expected: [2.0]" in report["tests"][0]["output"]
    assert not any(word in report["tests"][place]["output"] for word in ("inputs:", "expected:", "got:", "printed"))
