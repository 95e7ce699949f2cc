"""The result object: the same for REST, for stored submissions and for `allclose grade --format json`.

It is strict JSON (RFC 8259): NaN and the infinities are the strings "NaN", "Infinity" and "-Infinity".
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from grader.model import CaseResult, Conclusion, Mode, Problem, RecognisedMistake
from grader.reports.plain_values import json_value, number

_ALWAYS = ("name", "group", "verdict", "reason", "message", "hidden", "max_abs_error", "max_rel_error", "seconds")
_VALUES = ("inputs", "expected", "got")


def case_object(result: CaseResult) -> dict[str, Any]:
    """One case as JSON; fields that say nothing are left out, but for the few that are always there."""
    told: dict[str, Any] = {}
    for field in dataclasses.fields(result):
        value = getattr(result, field.name)
        if field.name in _VALUES:
            if _has_values(result, field.name):
                told[field.name] = json_value(value)
        elif field.name in _ALWAYS or value not in (None, "", (), {}, False):
            told[field.name] = _plain(value)
    return told


def _has_values(result: CaseResult, field: str) -> bool:
    if field == "expected" and result.uncompared:
        return False
    return result.returned if field != "inputs" else result.inputs is not None


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return number(value) if isinstance(value, float) else value


def mistake_object(mistake: RecognisedMistake | None) -> dict[str, Any] | None:
    """A recognised mistake as JSON: its id, what is told of it, and its hints in their order."""
    if mistake is None:
        return None
    return {"id": mistake.id, "message": mistake.message, "hints": list(mistake.hints)}


def result_object(
    problem: Problem, mode: Mode, results: Sequence[CaseResult], conclusion: Conclusion
) -> dict[str, Any]:
    """The finished result: verdict, reason, message, line, score and every case."""
    return {
        "problem": problem.id,
        "problem_version": problem.version,
        "mode": mode.value,
        "state": "done",
        "verdict": conclusion.verdict.value,
        "reason": conclusion.reason.value if conclusion.reason else None,
        "message": conclusion.message,
        "line": conclusion.line,
        "diagnosis": conclusion.diagnosis,
        "mistake": mistake_object(conclusion.mistake),
        "score": conclusion.score,
        "max_score": conclusion.max_score,
        "seconds": conclusion.seconds,
        "peak_memory_kb": conclusion.peak_kb,
        "cases": [case_object(result) for result in results],
    }
