"""Gradescope's `results.json`, by its autograder specification.

A student sees of a hidden case what we show anywhere else, so every test is visible; all text is plain text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.model import Problem
from grader.reports.details import Kind, case_lines, case_points, closing, kind, mistake_sentence, outcome

_DIGITS = 6


def gradescope_report(problem: Problem, result: Mapping[str, Any]) -> dict[str, Any]:
    """The result object as the content of `/autograder/results/results.json`."""
    scored = zip(result["cases"], case_points(problem, result["cases"]), strict=True)
    told = [closing(result), result.get("diagnosis", ""), mistake_sentence(result)]
    return {
        "score": result["score"],
        "execution_time": round(result["seconds"], _DIGITS),
        "output": "\n".join(line for line in told if line),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {key: result[key] for key in ("problem", "problem_version", "verdict", "reason")},
        "tests": [_test(number, *item) for number, item in enumerate(scored, start=1)],
    }


def _test(number: int, case: Mapping[str, Any], points: tuple[float, float]) -> dict[str, Any]:
    """One case; where no points are to be had, its status alone says how it went."""
    return {
        "score": round(points[0], _DIGITS),
        "max_score": round(points[1], _DIGITS),
        "status": "passed" if kind(case) is Kind.PASSED else "failed",
        "name": f"{case['group']}: {case['name']}",
        "number": str(number),
        "output": "\n".join([outcome(case), *case_lines(case)]),
        "tags": [case["group"]],
        "visibility": "visible",
    }
