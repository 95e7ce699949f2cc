"""How much is told of a case: samples and the first failing fresh case in full, fixed hidden cases next to nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.judge import prepare
from grader.model import CaseResult, Mode, Problem, Reason, Verdict
from grader.sandbox import Sandbox
from tests.doubling import case, doubling
from tests.judging import judge_cases, judge_whole

FRESH = {"group": "fresh", "name": "drawn", "dims": {"D": "2..6"}, "generate": "normal", "seed": "fresh", "count": 3}
GROUPS = [{"name": "sample"}, {"name": "main", "points": 5}, {"name": "fresh", "points": 5}]
CASES = [case("sample", "shown", 1.0), case("main", "a", 3.0), case("main", "b", 4.0), case("main", "c", 5.0), FRESH]
SAMPLE_RIGHT = "def double(x):\n    if x.tolist() == [1.0]:\n        return 2 * x\n    {}\n"
FIXED_WRONG = "def double(x):\n    if x[0] in (3.0, 4.0, 5.0):\n        {}\n    return 2 * x\n"


@pytest.fixture
def problem(tmp_path: Path) -> Problem:
    return doubling(tmp_path, groups=GROUPS, cases=CASES)


def run(problem: Problem, source: str, sandbox: Sandbox) -> list[CaseResult]:
    return judge_cases(problem, source.encode(), sandbox, Mode.SUBMIT, "seed")


def carries_nothing(result: CaseResult) -> bool:
    """Whether a result holds neither a value nor a text nor a figure of its case."""
    values = (result.inputs, result.expected, result.got, result.stdout, result.trace, result.diagnosis)
    figures = (result.max_abs_error, result.max_rel_error, result.differing, result.total, result.first_index)
    return (
        result.hidden
        and not any(values)
        and set(figures) == {None}
        and not (result.seconds or result.warnings or result.wrong or result.returned)
    )


def test_the_order_is_samples_then_drawn_then_fixed(problem: Problem, sandbox: Sandbox):
    results = run(problem, "def double(x):\n    return 2 * x\n", sandbox)
    assert [result.name for result in results] == ["shown", "drawn 1", "drawn 2", "drawn 3", "a", "b", "c"]
    assert [result.drawn for result in results] == [False, True, True, True, False, False, False]
    assert {result.verdict for result in results} == {Verdict.ACCEPTED}


def test_the_first_drawn_case_that_fails_is_told_in_full(problem: Problem, sandbox: Sandbox):
    source = SAMPLE_RIGHT.format("print('got', x.size)\n    return 3 * x")
    _, first, second, third, *_ = run(problem, source, sandbox)
    assert (first.hidden, first.drawn, first.verdict) == (False, True, Verdict.WRONG_ANSWER)
    assert first.inputs is not None
    x = np.asarray(first.inputs["x"])
    np.testing.assert_array_equal(np.asarray(first.expected), 2 * x)
    np.testing.assert_array_equal(np.asarray(first.got), 3 * x)
    assert first.stdout == f"got {x.size}\n"
    assert first.diagnosis.startswith("Your numbers are the right ones times 1.5")
    assert first.wrong == {"": tuple(range(x.size))}
    for other in (second, third):
        assert (other.hidden, other.drawn, other.verdict) == (True, True, Verdict.WRONG_ANSWER)
        assert (other.inputs, other.expected, other.got, other.stdout, other.wrong) == (None, None, None, "", {})


def test_one_that_passes_is_told_without_values_and_the_next_that_fails_in_full(problem: Problem, sandbox: Sandbox):
    source = "calls = []\ndef double(x):\n    calls.append(x)\n    return (3 if len(calls) == 3 else 2) * x\n"
    results = run(problem, source, sandbox)
    assert [result.hidden for result in results[1:4]] == [True, False, True]
    assert carries_nothing(replace(results[1], seconds=0.0))


def test_what_is_raised_in_it_is_told_with_its_text_and_the_students_frames(problem: Problem, sandbox: Sandbox):
    first = run(problem, SAMPLE_RIGHT.format("raise ValueError(f'{x.size} of them')"), sandbox)[1]
    assert (first.verdict, first.line, first.exception) == (Verdict.RUNTIME_ERROR, 4, "ValueError")
    assert first.message.endswith(" of them")
    assert 'File "solution.py", line 4' in first.trace
    assert first.inputs is not None


def test_two_answers_to_the_same_drawn_inputs_are_told(problem: Problem, sandbox: Sandbox):
    source = SAMPLE_RIGHT.format("import random; return 2 * x + random.random()")
    _, conclusion = judge_whole(problem, source.encode(), sandbox, Mode.SUBMIT)
    assert conclusion.diagnosis.startswith("Two calls with the same input gave two answers")


def test_a_problem_may_show_none(tmp_path: Path, sandbox: Sandbox):
    problem = doubling(tmp_path, groups=GROUPS, cases=CASES, fresh={"shown": "none"})
    results = run(problem, SAMPLE_RIGHT.format("print(x); return 3 * x"), sandbox)
    assert all(carries_nothing(result) for result in results[1:])
    assert [result.verdict.value for result in results[1:]] == ["wrong_answer", *["failed"] * 5]


def test_what_waits_for_hidden_cases_is_not_shown(tmp_path: Path, sandbox: Sandbox):
    gated = [*GROUPS[:2], {"name": "fresh", "points": 5, "requires": ["main"]}]
    problem = doubling(tmp_path, groups=gated, cases=CASES)
    results = run(problem, "def double(x):\n    return (2 if x[0] in (1, 3, 4, 5) else 3) * x\n", sandbox)
    assert [result.name for result in results] == ["shown", "a", "b", "c", "drawn 1", "drawn 2", "drawn 3"]
    assert [result.verdict.value for result in results[4:]] == ["wrong_answer", "failed", "failed"]
    assert all(carries_nothing(result) for result in results[1:])


OUTCOMES: dict[str, tuple[str, tuple[Verdict, Reason], str]] = {
    "values": ("return 3 * x", (Verdict.WRONG_ANSWER, Reason.WRONG_VALUE), "The answer has wrong values."),
    "not finite": ("return x * float('nan')", (Verdict.WRONG_ANSWER, Reason.NOT_FINITE), "The answer holds NaN"),
    "shape": ("return x[:0]", (Verdict.WRONG_ANSWER, Reason.WRONG_SHAPE), "An array has the wrong shape."),
    "dtype": ("return x.astype('f4')", (Verdict.WRONG_ANSWER, Reason.WRONG_DTYPE), "An array has the wrong dtype."),
    "type": ("return x.tolist()", (Verdict.WRONG_ANSWER, Reason.WRONG_TYPE), "The answer has the wrong type."),
    "raised": ("raise KeyError(x[0])", (Verdict.RUNTIME_ERROR, Reason.RAISED), "KeyError on line 3."),
    "own class": (
        "raise type(str(x), (Exception,), {})(x)",
        (Verdict.RUNTIME_ERROR, Reason.RAISED),
        "An exception of your own on line 3.",
    ),
}


@pytest.mark.parametrize(("body", "judgement", "message"), OUTCOMES.values(), ids=OUTCOMES)
def test_of_fixed_hidden_cases_the_first_that_fails_says_how_and_the_others_that(
    problem: Problem, sandbox: Sandbox, body: str, judgement: tuple[Verdict, Reason], message: str
):
    *_, first, second, third = run(problem, FIXED_WRONG.format(f"print(x); {body}"), sandbox)
    assert (first.verdict, first.reason) == judgement
    assert first.message.startswith(message)
    assert all(carries_nothing(result) for result in (first, second, third))
    for other in (second, third):
        assert (other.verdict, other.reason, other.line, other.exception) == (Verdict.FAILED, None, None, None)
        assert other.message == "It fails as well. The inputs are hidden."


def test_a_program_that_ends_tells_where_and_no_more(problem: Problem, sandbox: Sandbox):
    *_, first, second, third = run(problem, FIXED_WRONG.format("import os; os._exit(3)"), sandbox)
    assert (first.verdict, first.reason) == (Verdict.RUNTIME_ERROR, Reason.EXITED)
    assert {(one.verdict, one.reason) for one in (second, third)} == {(Verdict.NOT_RUN, Reason.STOPPED)}
    assert all(carries_nothing(result) for result in (first, second, third))


def test_what_was_seen_of_fixed_cases_is_told_by_no_later_case(problem: Problem, sandbox: Sandbox):
    source = (
        "seen = []\ndef double(x):\n    seen.append(x.tolist())\n    print(seen)\n"
        "    if len(seen) > 1: raise ValueError(str(seen))\n    return 2 * x\n"
    )
    told = str(run(problem, source, sandbox))
    assert "ValueError on line 5: [[1.0], [" in told
    assert not any(f"[{value}]" in told for value in (3.0, 4.0, 5.0))


def mistake(name: str, body: str) -> dict[str, Any]:
    return {"id": name, "source": f"def double(x):\n    return {body}\n", "message": "m"}


def test_the_secret_set_tells_mistakes_apart_that_fixed_cases_do_not(tmp_path: Path, sandbox: Sandbox):
    mistakes = [mistake("tripled", "3 * x"), mistake("offset", "2 * x + 3")]
    cases = [case("sample", "shown", 3.0), case("main", "a", 3.0)]
    alike = doubling(tmp_path, cases=cases, mistakes=mistakes)
    _, unnamed = judge_whole(alike, b"def double(x):\n    return x + x + x\n", sandbox, Mode.SUBMIT)
    assert unnamed.mistake is None
    told = doubling(tmp_path, groups=GROUPS, cases=[*cases, FRESH], mistakes=mistakes)
    _, named = judge_whole(told, b"def double(x):\n    return x + x + x\n", sandbox, Mode.SUBMIT)
    assert named.mistake is not None
    assert named.mistake.id == "tripled"


def test_the_secret_set_is_another_each_time_and_none_of_a_submissions_draws(problem: Problem, sandbox: Sandbox):
    one, other = (prepare(problem, sandbox) for _ in range(2))
    assert len({item.payload for prepared in (one, other) for item in prepared.secret}) == 6
    assert [item.payload for item in one.fixed] == [item.payload for item in other.fixed]


def test_a_slow_program_is_not_kept_waiting_for_a_name(tmp_path: Path, sandbox: Sandbox):
    problem = doubling(tmp_path, groups=GROUPS, cases=CASES, mistakes=[mistake("tripled", "3 * x")])
    body = "    calls.append(x)\n    if len(calls) > 8: time.sleep(0.6)\n    return 3 * x\n"
    source = f"import time\ncalls = []\ndef double(x):\n{body}"
    results, conclusion = judge_whole(problem, source.encode(), sandbox, Mode.SUBMIT)
    assert [result.verdict.value for result in results][-1] == "failed"
    assert conclusion.verdict is Verdict.WRONG_ANSWER
    assert conclusion.mistake is not None
