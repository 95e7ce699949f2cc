"""What diagnosis adds to the judge's results and to the result object, in the real sandbox."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from grader.model import CaseResult, Conclusion, Mode, Problem
from grader.reports import case_to_json, report_case, report_submission, result_object, text_report
from grader.sandbox import Sandbox
from tests.doubling import WRONG, case, doubling
from tests.judging import judge_whole, keep_prepared

SQUARED = {"id": "squared", "source": WRONG, "message": "That is the square.", "hints": ["Which sign stands there?"]}
DRAWN = {
    "id": "drawn",
    "source": "import random\ndef double(x):\n    return 2 * x + random.random()\n",
    "message": "These numbers are drawn.",
}
ENDLESS = {
    "id": "endless",
    "source": "def double(x):\n    while x[0] > 0: pass\n    return x\n",
    "message": "It never ends.",
}
UNLOADABLE = {"id": "unloadable", "source": "def double(x) return x\n", "message": "It cannot be read."}
CASES = [
    case("sample", "shown", 1.5, 2.0, 3.0),
    case("main", "a", -3.25, 4.125, 7.0),
    case("main", "b", 5.0, 0.5, -2.5),
]


def problem_with(folder: Path, *mistakes: dict[str, Any], **changes: Any) -> Problem:
    return doubling(folder, **{"mistakes": list(mistakes) or [SQUARED], "cases": CASES} | changes)


@pytest.fixture
def problem(tmp_path: Path) -> Problem:
    return problem_with(tmp_path)


Whole = tuple[list[CaseResult], Conclusion]


def run(problem: Problem, body: str, sandbox: Sandbox, mode: Mode = Mode.SUBMIT) -> Whole:
    return judge_whole(problem, f"import numpy as np\ndef double(x):\n    {body}\n".encode(), sandbox, mode)


def known(whole: Whole) -> str:
    mistake = whole[1].mistake
    return mistake.id if mistake else ""


@pytest.mark.parametrize("known_before", [False, True])
def test_a_mistake_is_recognised_whether_the_table_is_there_or_not(
    problem: Problem, sandbox: Sandbox, *, known_before: bool
):
    assert (keep_prepared(problem, sandbox, known=known_before).table is not None) is known_before
    whole = run(problem, "return np.square(x)", sandbox)
    assert [result.name for result in whole[0]] == ["shown", "a", "b"]
    assert known(whole) == "squared"


def test_the_result_object_tells_the_mistake_and_what_the_first_failure_looks_like(problem: Problem, sandbox: Sandbox):
    results, conclusion = run(problem, "return np.square(x)", sandbox)
    judged = report_submission([*results, conclusion])
    told = result_object(problem, Mode.SUBMIT, *judged)
    assert told["mistake"] == {
        "id": "squared",
        "message": "That is the square.",
        "hints": ["Which sign stands there?"],
    }
    assert "This looks like squared: That is the square." in text_report(problem, *judged)
    assert not any({"mistake", "unsteady"} & case_to_json(report_case(result)).keys() for result in results)


def test_where_nothing_is_recognised_nothing_is_said(problem: Problem, sandbox: Sandbox):
    results, conclusion = run(problem, "return 2 * x + np.arange(3.0) ** 2 + 1", sandbox)
    judged = report_submission([*results, conclusion])
    told = result_object(problem, Mode.SUBMIT, *judged)
    assert told["mistake"] is None
    assert told["diagnosis"] == ""
    assert "looks like" not in text_report(problem, *judged)


def test_an_accepted_submission_is_told_nothing(problem: Problem, sandbox: Sandbox):
    results, conclusion = run(problem, "return 2 * x", sandbox)
    told = result_object(problem, Mode.SUBMIT, *report_submission([*results, conclusion]))
    assert (told["verdict"], told["mistake"], told["diagnosis"]) == ("accepted", None, "")


def test_on_the_samples_alone_no_mistake_is_recognised(problem: Problem, sandbox: Sandbox):
    assert known(run(problem, "return np.square(x)", sandbox, Mode.RUN)) == ""


def test_samples_are_described_and_fixed_hidden_cases_are_not(problem: Problem, sandbox: Sandbox):
    everywhere, _ = run(problem, "return 3 * x", sandbox)
    assert ["times 1.5" in result.diagnosis for result in everywhere] == [True, False, False]
    hidden, conclusion = run(problem, "return 3 * x if x[0] != 1.5 else 2 * x", sandbox)
    assert [result.diagnosis for result in hidden] == ["", "", ""]
    assert conclusion.diagnosis == ""


def test_two_answers_to_one_question_are_told(problem: Problem, sandbox: Sandbox):
    _, drawn = run(problem, "return 2 * x + np.random.default_rng().random()", sandbox)
    assert drawn.diagnosis.startswith("Two calls with the same input gave two answers")
    counting = "double.n = getattr(double, 'n', 0) + 1; return x * double.n * 3"
    assert "leaves behind" in run(problem, counting, sandbox, Mode.RUN)[1].diagnosis
    _, steady = run(problem, "return 2 * x + np.random.default_rng(1).random()", sandbox)
    assert "Two calls" not in steady.diagnosis


def test_a_second_call_that_gives_no_answer_changes_nothing(problem: Problem, sandbox: Sandbox):
    for failing in ("raise KeyError", "import os; os._exit(3)", "print('x' * 20_000_000)"):
        body = f"double.n = getattr(double, 'n', 0) + 1\n    if double.n > 3: {failing}\n    return x * 3"
        results, conclusion = run(problem, body, sandbox)
        assert [result.verdict.value for result in results] == ["wrong_answer", "wrong_answer", "failed"]
        assert "Two calls" not in conclusion.diagnosis
    assert {result.verdict.value for result in run(problem, "return 2 * x", sandbox)[0]} == {"accepted"}


def test_a_mistake_that_draws_is_recognised_in_what_draws(tmp_path: Path, sandbox: Sandbox):
    problem = problem_with(tmp_path, SQUARED, DRAWN)
    assert known(run(problem, "return 2 * x + np.random.default_rng().random()", sandbox)) == "drawn"
    assert known(run(problem, "return np.square(x)", sandbox)) == "squared"


def test_a_mistake_that_cannot_be_loaded_or_never_ends_does_no_harm(tmp_path: Path, sandbox: Sandbox):
    limits = {"wall_seconds": 0.3, "memory_mb": 512}
    problem = problem_with(tmp_path, UNLOADABLE, ENDLESS, SQUARED, limits=limits)
    assert known(run(problem, "return np.square(x)", sandbox)) == "squared"
    assert known(run(problem, "return x * 5", sandbox)) == ""


def test_a_file_that_does_not_load_and_a_child_that_ends_are_judged_as_before(problem: Problem, sandbox: Sandbox):
    assert known(run(problem, "return (", sandbox)) == ""
    ended = run(problem, "import os\n    if x[0] == 5: os._exit(1)\n    return np.square(x)", sandbox)
    assert [result.verdict.value for result in ended[0]] == ["wrong_answer", "wrong_answer", "failed"]
    assert known(ended) == ""


PROBING = (
    "return x", "return x * 3", "return 2 * x + x[0]", "return np.round(2 * x)", "return 2 * x + 1e-8 * x[0]",
    "return np.where(np.arange(3) < 1, 2 * x, x[0])", "return np.full(3, x[0])", "return (2 * x)[:, None] * x",
    "return (2 * x).tolist()", "return (2 * x).astype(np.float32)", "return np.where(x > 3, np.nan, 2 * x)",
    "return np.concatenate([x[:1], 2 * x])", "return 1e300 * x * x", "raise ValueError(x)",
)  # fmt: skip


@pytest.mark.parametrize("probe", PROBING)
def test_of_hidden_cases_no_value_is_told(problem: Problem, sandbox: Sandbox, probe: str):
    body = f"if x[0] == 1.5: return 2 * x\n    {probe}"
    results, _ = run(problem, body, sandbox)
    assert results[0].verdict.value == "accepted"
    for result in results[1:]:
        shown = re.sub(r"\b1e-?\d+\b|\babout 0\.0?1\b|float32", "", result.diagnosis)
        assert not re.search(r"3\.25|4\.125|6\.5|8\.25|\d\.\d|\b7\b|\b14\b", shown), result.diagnosis
