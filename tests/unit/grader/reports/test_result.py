"""The result object: strict JSON, and nothing in it that says nothing."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model import CaseReport, CaseResult, Conclusion, Foreign, ForeignArray, Mode, Problem, Reason, Verdict, Warn
from grader.reports import case_to_json, json_value, report_case, result_object, text_report
from tests.judging import report_results


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, None),
        (True, True),
        (np.bool_(0), False),
        (3, 3),
        (np.int8(3), 3),
        (1.5, 1.5),
        (math.nan, "NaN"),
        (math.inf, "Infinity"),
        (np.float64(-math.inf), "-Infinity"),
        (1 - 2j, {"re": 1.0, "im": -2.0}),
        (complex(math.nan, math.inf), {"re": "NaN", "im": "Infinity"}),
        ("é", "é"),
        ((1, [2.0]), [1, [2.0]]),
        ({"a": np.array([[1.0, math.nan]])}, {"a": [[1.0, "NaN"]]}),
        (np.array(2.5), 2.5),
        (np.zeros((2, 0)), [[], []]),
        (np.array([1j]), [{"re": 0.0, "im": 1.0}]),
        (np.zeros((64, 64)), np.zeros((64, 64)).tolist()),
        (np.zeros((64, 65)), {"omitted": "float64 (64, 65)"}),
        (Foreign("numpy.matrix"), {"omitted": "numpy.matrix"}),
        (ForeignArray("object", (2,)), {"omitted": "object (2,)"}),
        (1 << 5000, {"omitted": "an int of 5001 bits"}),
    ],
)
def test_a_value_as_json(value: Any, told: Any):
    assert json_value(value) == told
    json.dumps(json_value(value), allow_nan=False)


@given(st.lists(st.one_of(st.floats(), st.complex_numbers(), st.integers(), st.text()), max_size=6))
def test_every_value_is_strict_json(value: list[Any]):
    assert json.loads(json.dumps(json_value(value), allow_nan=False)) is not None


def test_what_says_nothing_is_left_out():
    told = case_to_json(report_case(CaseResult("c", "main", Verdict.ACCEPTED)))
    assert told == {
        "name": "c", "group": "main", "verdict": "accepted", "reason": None, "message": "", "hidden": True,
        "max_abs_error": None, "max_rel_error": None, "seconds": None,
    }  # fmt: skip


def test_what_says_something_is_there():
    result = CaseResult(
        "c", "sample", Verdict.WRONG_ANSWER, Reason.WRONG_VALUE, "m", hidden=False, max_abs_error=math.inf, differing=1,
        line=3, warnings=(Warn.CONVERTED,), stdout="s", stdout_cut=True, inputs={"x": 1.0}, returned=True,
    )  # fmt: skip
    told = case_to_json(report_case(result))
    assert (told["reason"], told["max_abs_error"], told["warnings"]) == ("wrong_value", "Infinity", ["converted"])
    assert (told["inputs"], told["expected"], told["got"], told["stdout_cut"]) == ({"x": 1.0}, None, None, True)
    assert "returned" not in told or told["returned"] is True


def test_a_hidden_case_has_no_values():
    told = case_to_json(report_case(CaseResult("c", "main", Verdict.WRONG_ANSWER, Reason.WRONG_VALUE, "m")))
    assert not {"inputs", "expected", "got", "stdout", "trace"} & told.keys()


def whole(problem: Problem) -> tuple[Conclusion, tuple[CaseReport, ...]]:
    """A result of two cases."""
    results = [
        CaseResult("one", "sample", Verdict.ACCEPTED, hidden=False, stdout="a\nb", warnings=(Warn.INPUTS_CHANGED,)),
        CaseResult(
            "two", "shapes", Verdict.WRONG_ANSWER, Reason.WRONG_SHAPE, "Shape is off.", hint="Look.", seconds=0.25
        ),
        CaseResult("three", "values", Verdict.NOT_RUN, Reason.REQUIRES, "Not run."),
    ]
    return report_results(problem, results)


def test_the_whole_result(rnn_cell: Problem):
    told: dict[str, Any] = result_object(rnn_cell, Mode.SUBMIT, *whole(rnn_cell))
    assert (told["problem"], told["problem_version"], told["mode"]) == ("rnn-cell", rnn_cell.version, "submit")
    assert (told["state"], told["verdict"], told["reason"]) == ("done", "wrong_answer", "wrong_shape")
    assert (told["message"], told["seconds"], len(told["cases"])) == ("Shape is off.", 0.25, 3)
    json.dumps(told, allow_nan=False)


def test_text_for_a_terminal(rnn_cell: Problem):
    text = text_report(rnn_cell, *whole(rnn_cell))
    lines = [line.strip() for line in text.splitlines()]
    assert "sample/one" in text
    assert any(line.startswith("FAIL") and "shapes/two" in line and "wrong shape" in line for line in lines)
    assert {"Shape is off.", "Look."} <= set(lines)
    assert "warning: inputs changed" in lines
    assert lines[-1].startswith("rnn-cell: wrong answer (wrong shape)")
