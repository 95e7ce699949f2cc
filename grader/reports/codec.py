"""Reports as strict JSON and back: the same for REST, the store and the terminal.

NaN and the infinities are the strings "NaN", "Infinity" and "-Infinity" (RFC 8259 has no others).
"""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from grader.model import CaseReport, Conclusion, JsonValue, Reason, RecognisedMistake, Verdict, Warn
from grader.reports.plain_values import number

_ALWAYS = frozenset(
    ("name", "group", "verdict", "reason", "message", "hidden", "max_abs_error", "max_rel_error", "seconds")
)
_PLAIN = frozenset((str, bool, int, type(None)))
_VALUES = ("inputs", "expected", "got")
_FIGURES = ("max_abs_error", "max_rel_error", "differing", "total", "first_index", "seconds")
"""What is told of a fixed hidden case no longer: results that were stored earlier may hold it."""
_FIELDS = tuple(field.name for field in dataclasses.fields(CaseReport))
_read_fields = operator.attrgetter(*_FIELDS)


def case_to_json(case: CaseReport) -> dict[str, JsonValue]:
    """A case as JSON; fields that say nothing are left out, but for the few that are always there."""
    values = list_shown_values(case)
    told: dict[str, JsonValue] = {}
    for name, value in zip(_FIELDS, _read_fields(case), strict=True):
        if name in values:
            told[name] = values[name]
        elif name not in _VALUES and (value or name in _ALWAYS):
            told[name] = value if type(value) in _PLAIN else _encode(value)
    return told


def case_from_json(told: Mapping[str, Any]) -> CaseReport:
    """The case of which `case_to_json` made this, today or earlier: keys that are not there say nothing.

    Figures that an earlier build stored of fixed hidden cases are left behind.

    Raises:
        ValueError: a verdict, reason or warning is none that there is.
        TypeError: it has no name, group or verdict.
    """
    kept_back = told.get("hidden", True) and not told.get("drawn", False)
    names = [name for name in _FIELDS if name in told and not (kept_back and name in _FIGURES)]
    read = {name: _READERS[name](told[name]) if name in _READERS else told[name] for name in names}
    return CaseReport(**{**read, "returned": "got" in told})


def conclusion_to_json(conclusion: Conclusion) -> dict[str, JsonValue]:
    """What came of a whole submission, as JSON."""
    return {
        "verdict": conclusion.verdict.value,
        "reason": conclusion.reason.value if conclusion.reason else None,
        "message": conclusion.message,
        "line": conclusion.line,
        "diagnosis": conclusion.diagnosis,
        "mistake": _mistake_to_json(conclusion.mistake),
        "score": conclusion.score,
        "max_score": conclusion.max_score,
        "seconds": conclusion.seconds,
        "peak_memory_kb": conclusion.peak_kb,
    }


def conclusion_from_json(told: Mapping[str, Any]) -> Conclusion:
    """The conclusion of which `conclusion_to_json` made this; raises ValueError and KeyError as `case_from_json`."""
    return Conclusion(
        verdict=Verdict(told["verdict"]),
        reason=_read_reason(told.get("reason")),
        message=told.get("message", ""),
        line=told.get("line"),
        score=told.get("score", 0.0),
        max_score=told.get("max_score", 0.0),
        seconds=told.get("seconds", 0.0),
        diagnosis=told.get("diagnosis", ""),
        mistake=_read_mistake(told.get("mistake")),
        peak_kb=told.get("peak_memory_kb"),
    )


def list_shown_values(case: CaseReport) -> dict[str, JsonValue]:
    """The values that there are to show, by the names `inputs`, `expected` and `got`."""
    found: dict[str, JsonValue] = {} if case.inputs is None else {"inputs": dict(case.inputs)}
    if case.returned and not case.uncompared:
        found["expected"] = case.expected
    return found | ({"got": case.got} if case.returned else {})


def _encode(value: Any) -> JsonValue:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [_encode(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _encode(item) for key, item in value.items()}
    plain: JsonValue = number(value) if isinstance(value, float) else value
    return plain


def _mistake_to_json(mistake: RecognisedMistake | None) -> dict[str, JsonValue] | None:
    return {"id": mistake.id, "message": mistake.message, "hints": list(mistake.hints)} if mistake else None


def _read_mistake(told: Mapping[str, Any] | None) -> RecognisedMistake | None:
    return RecognisedMistake(told["id"], told["message"], tuple(told["hints"])) if told else None


def _read_reason(told: str | None) -> Reason | None:
    return Reason(told) if told else None


def _read_figure(told: float | str | None) -> float | None:
    return None if told is None else float(told)


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "verdict": Verdict,
    "reason": _read_reason,
    "max_abs_error": _read_figure,
    "max_rel_error": _read_figure,
    "warnings": lambda told: tuple(map(Warn, told)),
    "wrong": lambda told: {key: tuple(indices) for key, indices in told.items()},
}
