"""Reports as JSON and back: nothing is lost, and what was stored before still loads."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model import CaseReport, Conclusion, Reason, RecognisedMistake, Verdict, Warn
from grader.reports import case_from_json, case_to_json, conclusion_from_json, conclusion_to_json

TRUE = st.just(value=True)
FIGURES = st.none() | st.floats(allow_nan=False)
COUNTS = st.none() | st.integers(1, 1 << 40)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
SHOWN = {
    "name": st.text(), "group": st.text(), "verdict": st.sampled_from(Verdict),
    "reason": st.none() | st.sampled_from(Reason), "message": st.text(), "line": COUNTS,
    "exception": st.none() | st.text(min_size=1), "trace": st.text(),
    "warnings": st.lists(st.sampled_from(Warn)).map(tuple), "hint": st.text(),
    "stdout": st.text(), "stdout_cut": st.booleans(), "diagnosis": st.text(),
    "inputs": st.none() | st.dictionaries(st.text(), JSON, max_size=2),
    "wrong": st.dictionaries(st.text(), st.lists(st.integers(0, 4095), min_size=1).map(tuple), max_size=2),
}  # fmt: skip
FIGURED = {
    "max_abs_error": FIGURES, "max_rel_error": FIGURES, "differing": COUNTS, "total": COUNTS,
    "first_index": st.none() | st.text(min_size=1), "seconds": st.none() | st.floats(0, 1e6),
}  # fmt: skip
KINDS = {"hidden": st.booleans(), "drawn": st.booleans()}
TOLD = st.fixed_dictionaries({**KINDS, **FIGURED}).map(
    lambda told: {**told, **dict.fromkeys(FIGURED)} if told["hidden"] and not told["drawn"] else told
)
RETURNED = st.fixed_dictionaries({
    "returned": TRUE, "expected": JSON, "got": JSON,
})  # fmt: skip
UNCOMPARED = st.fixed_dictionaries({"returned": TRUE, "uncompared": TRUE, "got": JSON})
CASES = st.builds(lambda shown, told, values: CaseReport(**shown, **told, **values), st.fixed_dictionaries(SHOWN), TOLD,
                  RETURNED | UNCOMPARED | st.just({}))  # fmt: skip
CONCLUSIONS = st.builds(
    Conclusion,
    verdict=st.sampled_from(Verdict), reason=st.none() | st.sampled_from(Reason), message=st.text(), line=COUNTS,
    score=st.floats(0, 1e6), max_score=st.floats(0, 1e6), seconds=st.floats(0, 1e6), diagnosis=st.text(),
    mistake=st.none() | st.builds(RecognisedMistake, st.text(), st.text(), st.lists(st.text()).map(tuple)),
    peak_kb=COUNTS,
)  # fmt: skip


def test_every_field_is_drawn():
    drawn = {*SHOWN, *KINDS, *FIGURED, "returned", "uncompared", "expected", "got"}
    assert drawn == {field.name for field in fields(CaseReport)}


@given(CASES)
def test_a_case_comes_back_as_it_was(case: CaseReport):
    told = json.loads(json.dumps(case_to_json(case), allow_nan=False))
    assert case_from_json(told) == case


@given(CONCLUSIONS)
def test_a_conclusion_comes_back_as_it_was(conclusion: Conclusion):
    told = json.loads(json.dumps(conclusion_to_json(conclusion), allow_nan=False))
    assert conclusion_from_json(told) == conclusion


STORED: list[tuple[dict[str, Any], CaseReport]] = [
    (
        {
            "name": "worked example", "group": "sample", "verdict": "wrong_answer", "reason": "wrong_value",
            "message": "The result is 1, need 2.", "hidden": False, "max_abs_error": "Infinity", "max_rel_error": None,
            "differing": 1, "total": 2, "first_index": "unit 0", "warnings": ["inputs_changed"], "seconds": 0.25,
            "inputs": {"x": [1.0, "NaN"]}, "expected": [2.0], "got": [1.0], "returned": True,
        },
        CaseReport(
            "worked example", "sample", Verdict.WRONG_ANSWER, Reason.WRONG_VALUE, "The result is 1, need 2.",
            hidden=False, max_abs_error=float("inf"), differing=1, total=2, first_index="unit 0", seconds=0.25,
            warnings=(Warn.INPUTS_CHANGED,), inputs={"x": [1.0, "NaN"]}, expected=[2.0], got=[1.0], returned=True,
        ),
    ),
    (
        {
            "name": "many", "group": "more", "verdict": "accepted", "reason": None, "message": "", "hidden": True,
            "max_abs_error": None, "max_rel_error": None, "seconds": None, "of a later version": 1,
        },
        CaseReport("many", "more", Verdict.ACCEPTED),
    ),
    (
        {
            "name": "fresh 2", "group": "more", "verdict": "wrong_answer", "reason": "wrong_value", "message": "Off.",
            "hidden": True, "drawn": True, "max_abs_error": 0.1, "max_rel_error": None, "seconds": 0.001,
        },
        CaseReport(
            "fresh 2", "more", Verdict.WRONG_ANSWER, Reason.WRONG_VALUE, "Off.", drawn=True, max_abs_error=0.1,
            seconds=0.001,
        ),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("told", "case"), STORED, ids=["sample", "hidden", "drawn"])
def test_what_was_stored_before_loads(told: dict[str, Any], case: CaseReport):
    assert case_from_json(told) == case
    assert told.items() >= case_to_json(case).items()


def test_figures_of_a_fixed_hidden_case_that_were_stored_before_are_left_behind():
    told = {
        "name": "many", "group": "more", "verdict": "wrong_answer", "reason": "wrong_value", "message": "Off.",
        "hidden": True, "max_abs_error": 0.1, "max_rel_error": 10.0, "differing": 3, "total": 4,
        "first_index": "row 2", "seconds": 0.003,
    }  # fmt: skip
    assert case_from_json(told) == CaseReport("many", "more", Verdict.WRONG_ANSWER, Reason.WRONG_VALUE, "Off.")


@pytest.mark.parametrize("told", [{"verdict": "accepted"}, {"name": "a", "group": "b", "verdict": "fine"}, {}])
def test_what_is_no_case_is_refused(told: dict[str, Any]):
    with pytest.raises((TypeError, ValueError)):
        case_from_json(told)
