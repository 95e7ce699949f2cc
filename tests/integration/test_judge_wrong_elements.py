"""From a wrong answer to marked cells and a chart: nobody but the judge says which elements are wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.submissions.views import CaseView, view_case
from grader.judge import collect, judge_inputs
from grader.model import CaseResult, Mode, Problem, Reason
from grader.problem_format import load_problem, read_inputs
from grader.reports import case_to_json, report_case
from grader.sandbox import Sandbox
from tests.doubling import doubling
from tests.judging import judge_cases, keep_prepared

CHECKERS = Path(__file__).resolve().parents[1] / "data" / "checkers"
LARGE = {"name": "large", "group": "sample", "inputs": {"x": list(range(20))}}
SMALL = {"name": "small", "group": "sample", "inputs": {"x": [1, 2, 3]}}
HIDDEN = {"name": "hidden", "group": "main", "inputs": {"x": [4, 5]}}


def counting(folder: Path) -> Problem:
    """Whole numbers beyond what a relative tolerance can tell apart."""
    return doubling(
        folder,
        arguments={"x": {"shape": ["D"], "dtype": "int64", "meaning": "numbers"}},
        returns={"shape": ["D"], "dtype": "int64", "axes": ["step"]},
        reference="def double(x):\n    return x + 10**12\n",
        alternatives=[],
        cases=[SMALL, LARGE, HIDDEN],
    )


def samples(problem: Problem, source: str, sandbox: Sandbox) -> list[CaseResult]:
    return judge_cases(problem, source.encode(), sandbox, Mode.RUN)


def marks(view: CaseView) -> list[list[bool]]:
    return [[cell.off for cell in row] for part in view.got for grid in part.grids for row in grid.rows]


def test_whole_numbers_that_are_off_by_one_are_marked_and_drawn(tmp_path: Path, sandbox: Sandbox):
    problem = counting(tmp_path)
    source = "def double(x):\n    y = x + 10**12\n    y[1] += 1\n    return y\n"
    small, large = (view_case(i, report_case(r), problem) for i, r in enumerate(samples(problem, source, sandbox)))
    assert marks(small) == [[False, True, False]]
    assert small.charts == ()
    (chart,) = large.charts
    assert [(square.column, square.words) for square in chart.heat.squares if square.level] == [(1, "step 1: 1")]
    assert chart.lines is not None


def test_what_is_hidden_tells_no_element(tmp_path: Path, sandbox: Sandbox):
    results = judge_cases(counting(tmp_path), b"def double(x):\n    return x\n", sandbox, Mode.SUBMIT)
    told: list[Any] = [case_to_json(report_case(result)).get("wrong") for result in results]
    assert told == [{"": [0, 1, 2]}, {"": list(range(20))}, None]


def test_a_property_that_is_told_first_takes_no_mark_away(sandbox: Sandbox):
    problem = load_problem(CHECKERS / "window.yaml")
    [result] = samples(problem, "def window(x):\n    y = x.copy()\n    y[1:] += 1\n    return y\n", sandbox)
    assert (result.reason, result.wrong) == (Reason.PROPERTY_FAILED, {"": (2,)})


def test_nan_that_is_right_for_custom_input_is_not_marked(tmp_path: Path, sandbox: Sandbox):
    problem = doubling(tmp_path, custom_input={"reference": "shown"})
    inputs = read_inputs(problem.arguments, {"x": "[1.0, np.nan, 2.0]"})
    source = b"def double(x):\n    x[0] = 7\n    return 2 * x\n"
    judged = judge_inputs(keep_prepared(problem, sandbox), source, sandbox, inputs.values, inputs.dims)
    [result], _ = collect(judged)
    assert result.wrong == {"": (0,)}
