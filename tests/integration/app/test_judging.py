"""The adapter to the real judge, in a real sandbox."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from app.adapters.judging import PreparedProblems, SandboxSlot
from app.domain.faults import ExamplesError
from app.domain.submission import Submission, new_id
from grader.model import Mode, Problem, Program, Verdict
from grader.problem_format import load_problem

DOUBLE = Path(__file__).resolve().parents[2] / "data" / "problems" / "double.yaml"


@pytest.fixture(scope="module")
def slot() -> Iterator[SandboxSlot]:
    opened = SandboxSlot(PreparedProblems())
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def double() -> Problem:
    return load_problem(DOUBLE)


def nobody(_: object) -> None:
    """Nobody listens to single cases."""


def submission(source: str, mode: Mode = Mode.SUBMIT) -> Submission:
    return Submission(new_id(), "double", "old", mode, source.encode(), None, datetime.now(UTC))


def test_a_right_program(slot: SandboxSlot, double: Problem):
    result = slot.judge(double, submission("def double(x):\n    return x + x\n"), nobody)
    assert (result.verdict, result.reason, result.score, result.max_score) == (Verdict.ACCEPTED, None, 10.0, 10.0)
    assert result.problem_version == double.version
    assert [case["name"] for case in result.cases] == ["two items", "five items", "seven items"]
    assert result.seconds > 0


def test_running_the_samples_scores_nothing(slot: SandboxSlot, double: Problem):
    result = slot.judge(double, submission("def double(x):\n    return x + x\n", Mode.RUN), nobody)
    assert (result.verdict, result.max_score, len(result.cases)) == (Verdict.ACCEPTED, 0.0, 1)


def test_a_wrong_line_is_named(slot: SandboxSlot, double: Problem):
    result = slot.judge(double, submission("def double(x):\n    y = x\n    return y + z\n"), nobody)
    assert (result.verdict, result.reason, result.line) == (Verdict.RUNTIME_ERROR, "raised", 3)


@pytest.mark.parametrize(
    "returned", ["'\\ud800'", "{'\\udfff': x}", "float('nan')", "x * float('inf')", "10**5000", "'\\x00'", "1j", "b''"]
)
def test_whatever_is_returned_can_be_stored_and_sent(slot: SandboxSlot, double: Problem, returned: str):
    result = slot.judge(double, submission(f"def double(x):\n    return {returned}\n"), nobody)
    assert result.verdict is Verdict.WRONG_ANSWER
    told = json.dumps([result.message, *result.cases], ensure_ascii=False, allow_nan=False)
    assert told.encode("utf-8")


def test_text_that_is_no_unicode_can_be_stored(slot: SandboxSlot, double: Problem):
    source = "def double(x):\n    print('\\ud800')\n    raise ValueError('\\udc80')\n"
    result = slot.judge(double, submission(source), nobody)
    assert json.dumps([result.message, *result.cases], ensure_ascii=False).encode("utf-8")


def test_examples(double: Problem):
    made = PreparedProblems().make_examples(double)
    assert np.array_equal(made.expected[0], [2.0, 6.0])  # type: ignore[arg-type]


def test_a_problem_whose_reference_fails_has_no_examples(double: Problem):
    unfit = replace(double, version="unfit", reference=Program("reference", b"def double(x):\n    return 1 / 0\n"))
    with pytest.raises(ExamplesError) as caught:
        PreparedProblems().make_examples(unfit)
    assert caught.value.lasting


def test_each_case_is_told_as_soon_as_it_is_known(slot: SandboxSlot, double: Problem):
    told: list[object] = []
    result = slot.judge(double, submission("def double(x):\n    return x + x\n"), told.append)
    assert tuple(told) == result.cases
