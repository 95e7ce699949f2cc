"""Programs that public graders have judged wrongly: each must get the outcome that is written beside it."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.model import Limits, Mode, Problem
from grader.reports import result_object
from grader.sandbox import Sandbox
from tests.judging import first_case, judge_cases, judge_whole, report_results

DATA = Path(__file__).resolve().parent.parent / "data"
CASES = [json.loads(line) for line in (DATA / "cases.jsonl").read_text(encoding="utf-8").splitlines()]
OUTCOMES: dict[str, dict[str, Any]] = json.loads((DATA / "case_outcomes.json").read_bytes())
BRISK = Limits(wall_seconds=0.5, load_seconds=5.0, submission_seconds=20.0)
LEISURE = Limits(wall_seconds=10.0, load_seconds=10.0, submission_seconds=60.0)


def source_of(case: dict[str, str]) -> bytes:
    """The submission's bytes."""
    text = case["input"]
    return base64.b64decode(text.removeprefix("base64:")) if text.startswith("base64:") else text.encode()


def test_every_case_has_its_outcome_written_down():
    assert [case["id"] for case in CASES] == list(OUTCOMES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_outcome(case: dict[str, str], rnn_cell: Problem, vanilla_rnn: Problem, sandbox: Sandbox):
    must = OUTCOMES[case["id"]]
    problem = {"rnn_cell": rnn_cell, "vanilla_rnn": vanilla_rnn}[case["problem"]]
    problem = replace(problem, limits=BRISK if must["verdict"] == "time_limit" else LEISURE)
    results, conclusion = judge_whole(problem, source_of(case), sandbox, Mode.SUBMIT, seed="cases")
    told = (conclusion.verdict, conclusion.reason, conclusion.line)
    assert told == (must["verdict"], must.get("reason"), must.get("line")), conclusion.message
    assert must.get("says", "") in conclusion.message
    assert (conclusion.score < conclusion.max_score) == (conclusion.verdict != "accepted")
    json.dumps(result_object(problem, Mode.SUBMIT, *report_results(problem, results)), allow_nan=False).encode()


def test_printing_inputs_of_hidden_cases_shows_none_of_them(rnn_cell: Problem, sandbox: Sandbox):
    source = next(source_of(case) for case in CASES if case["id"] == "ch-leak-hidden-by-print")
    results = judge_cases(rnn_cell, source, sandbox, Mode.SUBMIT, seed="cases")
    assert all(bool(result.stdout) != result.hidden for result in results)


def test_inputs_are_shown_as_they_were_given(vanilla_rnn: Problem, sandbox: Sandbox):
    source = next(source_of(case) for case in CASES if case["id"] == "cmp-h_prev-inplace")
    first = first_case(vanilla_rnn, source, sandbox, Mode.SUBMIT, seed="cases")
    assert first.warnings == ("inputs_changed",)
    assert first.inputs is not None
    assert first.inputs["h_0"].tolist() == vanilla_rnn.samples[0].inputs["h_0"].tolist()
