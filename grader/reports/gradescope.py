"""Gradescope's `results.json`, by its autograder specification.

A student sees of a hidden case what we show anywhere else, so every test is visible; all text is plain text.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.model import CaseReport, Conclusion, JsonValue, Problem
from grader.reports.details import (
    OutcomeKind,
    describe_case,
    describe_mistake,
    describe_outcome,
    describe_whole,
    kind_of,
    share_points,
)

_DIGITS = 6


def gradescope_report(problem: Problem, conclusion: Conclusion, cases: Sequence[CaseReport]) -> dict[str, JsonValue]:
    """The result as the content of `/autograder/results/results.json`."""
    scored = zip(cases, share_points(problem, cases), strict=True)
    lines = [describe_whole(problem, conclusion), conclusion.diagnosis, describe_mistake(conclusion)]
    return {
        "score": conclusion.score,
        "execution_time": round(conclusion.seconds, _DIGITS),
        "output": "\n".join(line for line in lines if line),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "problem": problem.id,
            "problem_version": problem.version,
            "verdict": conclusion.verdict.value,
            "reason": conclusion.reason.value if conclusion.reason else None,
        },
        "tests": [_write_test(number, *item) for number, item in enumerate(scored, start=1)],
    }


def _write_test(number: int, case: CaseReport, points: tuple[float, float]) -> dict[str, JsonValue]:
    """One case; where no points are to be had, its status alone says how it went."""
    return {
        "score": round(points[0], _DIGITS),
        "max_score": round(points[1], _DIGITS),
        "status": "passed" if kind_of(case) is OutcomeKind.PASSED else "failed",
        "name": f"{case.group}: {case.name}",
        "number": str(number),
        "output": "\n".join([describe_outcome(case), *describe_case(case)]),
        "tags": [case.group],
        "visibility": "visible",
    }
