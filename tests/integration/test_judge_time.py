"""How long one case may take: what the author says, or ten times the reference."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.judge import PreparedCase, prepare
from grader.judge.own_programs import LEAST_SECONDS, MOST_SECONDS, auto_seconds
from grader.model import Limits, Mode, Problem, Verdict
from grader.sandbox import Sandbox
from tests.doubling import doubling
from tests.judging import judge_cases, keep_prepared

SLOW = "import time\ndef double(x):\n    time.sleep(0.3 if len(x) > 2 else 0)\n    return 2 * x\n"
WAITS = b"import time\ndef double(x):\n    time.sleep(2.5 if len(x) > 2 else 0)\n    return 2 * x\n"


@pytest.mark.parametrize(
    ("taken", "given"),
    [(0.001, LEAST_SECONDS), (0.2, 2.0), (0.26, 2.6), (0.317, 3.2), (4.0, 40.0), (100.0, MOST_SECONDS)],
)
def test_auto_is_ten_times_the_reference_within_bounds(taken: float, given: float):
    assert auto_seconds(taken) == given


def items(problem: Problem, sandbox: Sandbox) -> list[PreparedCase]:
    return list(prepare(problem, sandbox).items)


def test_each_case_has_the_time_that_its_reference_asks_for(tmp_path: Path, sandbox: Sandbox):
    problem = doubling(tmp_path, reference=SLOW)
    assert problem.limits.wall_seconds is None
    quick, slow = (item.call(problem.limits).seconds for item in items(problem, sandbox))
    assert quick == LEAST_SECONDS
    assert slow >= 3.0
    results = judge_cases(problem, WAITS, sandbox, Mode.SUBMIT)
    assert [result.verdict for result in results] == [Verdict.ACCEPTED] * 2


def test_an_authors_own_number_stands(tmp_path: Path, sandbox: Sandbox):
    problem = doubling(tmp_path, limits={"wall_seconds": 0.4}, reference=SLOW)
    assert {item.call(problem.limits).seconds for item in items(problem, sandbox)} == {0.4}
    results = judge_cases(problem, WAITS, sandbox, Mode.SUBMIT)
    assert [result.verdict for result in results] == [Verdict.ACCEPTED, Verdict.TIME_LIMIT]
    assert "longer than 0.4 s" in results[1].message


def test_the_limits_of_a_problem_at_hand_count_although_its_values_are_kept(tmp_path: Path, sandbox: Sandbox):
    problem = doubling(tmp_path)
    keep_prepared(problem, sandbox)
    hurried = replace(problem, limits=Limits(wall_seconds=0.2))
    results = judge_cases(hurried, WAITS, sandbox, Mode.SUBMIT)
    assert results[1].verdict is Verdict.TIME_LIMIT
