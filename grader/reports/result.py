"""The result object: the same for REST and for `allclose grade --format json`."""

from __future__ import annotations

from collections.abc import Sequence

from grader.model import CaseReport, Conclusion, JsonValue, Mode, Problem
from grader.reports.codec import case_to_json, conclusion_to_json


def result_object(
    problem: Problem, mode: Mode, conclusion: Conclusion, cases: Sequence[CaseReport]
) -> dict[str, JsonValue]:
    """The finished result as strict JSON: verdict, reason, message, line, score and every case."""
    return {
        "problem": problem.id,
        "problem_version": problem.version,
        "mode": mode.value,
        "state": "done",
        **conclusion_to_json(conclusion),
        "cases": [case_to_json(case) for case in cases],
    }
