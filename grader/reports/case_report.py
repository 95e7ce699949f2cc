"""From what came of a case to what is told of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import replace

from grader.judge import summarise
from grader.model import CaseReport, CaseResult, Conclusion, Mistake, Problem, RecognisedMistake
from grader.reports.plain_values import json_value

_COPIED = tuple(
    field.name
    for field in dataclasses.fields(CaseReport)
    if field.name not in ("inputs", "expected", "got", "returned", "wrong")
)


def report_case(result: CaseResult) -> CaseReport:
    """A case with its values as JSON of a bounded size; none of the values themselves is kept."""
    return CaseReport(
        **{name: getattr(result, name) for name in _COPIED},
        inputs=None if result.inputs is None else {name: json_value(value) for name, value in result.inputs.items()},
        expected=json_value(result.expected) if result.returned and not result.uncompared else None,
        got=json_value(result.got) if result.returned else None,
        returned=result.returned,
        wrong=dict(result.wrong),
    )


def report_submission(
    problem: Problem, judged: Iterable[CaseResult], listen: Callable[[CaseReport], None] | None = None
) -> tuple[Conclusion, tuple[CaseReport, ...]]:
    """What came of a whole submission, and of each of its cases; the values of one case are held at a time.

    Args:
        problem: what was judged.
        judged: what `judge` gives.
        listen: is told each case as soon as it is judged.
    """
    reports, results = [], []
    for result in judged:
        reports.append(report_case(result))
        results.append(replace(result, inputs=None, expected=None, got=None))
        if listen is not None:
            listen(reports[-1])
        del result
    return _conclude(problem, results), tuple(reports)


def _conclude(problem: Problem, results: list[CaseResult]) -> Conclusion:
    judgement = summarise(problem, results)
    return Conclusion(
        verdict=judgement.verdict,
        reason=judgement.reason,
        message=judgement.message,
        line=judgement.line,
        score=judgement.score,
        max_score=judgement.max_score,
        seconds=judgement.seconds,
        diagnosis=judgement.diagnosis,
        mistake=_name_mistake(judgement.mistake),
        peak_kb=judgement.peak_kb,
    )


def _name_mistake(mistake: Mistake | None) -> RecognisedMistake | None:
    return RecognisedMistake(mistake.program.id, mistake.message, mistake.hints) if mistake else None
