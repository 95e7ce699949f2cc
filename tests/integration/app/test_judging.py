"""The adapter to the real judge, in a real sandbox."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.kernel.identity import new_id
from app.submissions.judging import UNFIT, JudgeSlot
from app.submissions.model import Result, Submission
from app.submissions.ports import Judging
from grader.model import Mode, Problem, Verdict
from grader.problem_format import load_problem
from grader.reports import case_to_json, conclusion_to_json
from tests.doubling import RIGHT, doubling
from tests.slots import open_slot

DOUBLE = Path(__file__).resolve().parents[2] / "data" / "problems" / "double.yaml"


@pytest.fixture(scope="module")
def slot() -> Iterator[JudgeSlot]:
    with open_slot() as opened:
        yield opened


@pytest.fixture(scope="module")
def double() -> Problem:
    return load_problem(DOUBLE)


def nobody(_: object) -> None:
    """Nobody listens to single cases."""


def submission(source: str, mode: Mode = Mode.SUBMIT) -> Submission:
    return Submission(new_id(), "double", "old", mode, source.encode(), None, datetime.now(UTC))


def stored(result: Result) -> bytes:
    """The result as the store and REST encode it."""
    told = [conclusion_to_json(result.conclusion), *map(case_to_json, result.cases)]
    return json.dumps(told, ensure_ascii=False, allow_nan=False).encode("utf-8")


def test_a_right_program(slot: JudgeSlot, double: Problem):
    result = slot.judge(Judging(submission("def double(x):\n    return x + x\n"), double), nobody)
    told = result.conclusion
    assert (told.verdict, told.reason, told.score, told.max_score) == (Verdict.ACCEPTED, None, 10.0, 10.0)
    assert result.problem_version == double.version
    assert [case.name for case in result.cases] == [
        "two items", "some items 1", "some items 2", "five items", "seven items",
    ]  # fmt: skip
    assert told.seconds > 0


def test_running_the_samples_scores_nothing(slot: JudgeSlot, double: Problem):
    result = slot.judge(Judging(submission("def double(x):\n    return x + x\n", Mode.RUN), double), nobody)
    told = result.conclusion
    assert (told.verdict, told.max_score, len(result.cases)) == (Verdict.ACCEPTED, 0.0, 1)


def test_a_wrong_line_is_named(slot: JudgeSlot, double: Problem):
    result = slot.judge(Judging(submission("def double(x):\n    y = x\n    return y + z\n"), double), nobody)
    told = result.conclusion
    assert (told.verdict, told.reason, told.line) == (Verdict.RUNTIME_ERROR, "raised", 3)


@pytest.mark.parametrize(
    "returned", ["'\\ud800'", "{'\\udfff': x}", "float('nan')", "x * float('inf')", "10**5000", "'\\x00'", "1j", "b''"]
)
def test_whatever_is_returned_can_be_stored_and_sent(slot: JudgeSlot, double: Problem, returned: str):
    result = slot.judge(Judging(submission(f"def double(x):\n    return {returned}\n"), double), nobody)
    assert result.conclusion.verdict is Verdict.WRONG_ANSWER
    assert stored(result)


def test_text_that_is_no_unicode_can_be_stored(slot: JudgeSlot, double: Problem):
    source = "def double(x):\n    print('\\ud800')\n    raise ValueError('\\udc80')\n"
    result = slot.judge(Judging(submission(source), double), nobody)
    assert stored(result)


def test_examples(slot: JudgeSlot, double: Problem):
    made = slot.prepare(double)
    assert made.fault == ""
    assert made.examples is not None
    assert made.examples.expected[0] == [2.0, 6.0]


def test_a_problem_whose_reference_fails_is_told_and_costs_the_student_nothing(slot: JudgeSlot, tmp_path: Path):
    unfit = doubling(tmp_path, reference="def double(x):\n    return 1 / 0\n")
    made = slot.prepare(unfit)
    assert "ZeroDivisionError" in made.fault
    assert made.examples is None
    result = slot.judge(Judging(submission("def double(x):\n    return x + x\n"), unfit), nobody)
    assert (result.conclusion.verdict, result.conclusion.message) == (Verdict.INTERNAL_ERROR, UNFIT)


def test_each_case_is_told_as_soon_as_it_is_known(slot: JudgeSlot, double: Problem):
    told: list[object] = []
    result = slot.judge(Judging(submission("def double(x):\n    return x + x\n"), double), told.append)
    assert tuple(told) == result.cases


RAW = "import os\ndef double(x):\n    os.write(4, b'no frame at all')\n    return x + x\n"


def test_after_a_violation_the_slot_is_held_for_a_second(slot: JudgeSlot, double: Problem):
    for source, verdict, least in ((RAW, Verdict.SECURITY_VIOLATION, 0.9), (RIGHT, Verdict.ACCEPTED, 0.0)):
        result = slot.judge(Judging(submission(source), double), nobody)
        assert result.conclusion.verdict is verdict
        began = time.monotonic()
        slot.settle()
        assert least <= time.monotonic() - began < least + 0.9
