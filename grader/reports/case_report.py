"""From what came of a case to what is told of it."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable, Iterable

from grader.judge import Judged
from grader.model import CaseReport, CaseResult, Conclusion
from grader.reports.plain_values import json_value

_COPIED = tuple(
    field.name
    for field in dataclasses.fields(CaseReport)
    if field.name not in ("inputs", "expected", "got", "returned", "wrong")
)


_read_copied = operator.attrgetter(*_COPIED)


def report_case(result: CaseResult) -> CaseReport:
    """A case with its values as JSON of a bounded size; none of the values themselves is kept."""
    return CaseReport(
        **dict(zip(_COPIED, _read_copied(result), strict=True)),
        inputs=None if result.inputs is None else {name: json_value(value) for name, value in result.inputs.items()},
        expected=json_value(result.expected) if result.returned and not result.uncompared else None,
        got=json_value(result.got) if result.returned else None,
        returned=result.returned,
        wrong=dict(result.wrong),
    )


def report_submission(
    judged: Iterable[Judged], listen: Callable[[CaseReport], None] | None = None
) -> tuple[Conclusion, tuple[CaseReport, ...]]:
    """What came of a whole submission, and of each of its cases; the values of one case are held at a time.

    Args:
        judged: what `judge` gives; its last item is the conclusion.
        listen: is told each case as soon as it is judged.
    """
    reports: list[CaseReport] = []
    for one in judged:
        if isinstance(one, Conclusion):
            return one, tuple(reports)
        reports.append(report_case(one))
        del one
        if listen is not None:
            listen(reports[-1])
    raise AssertionError("judging ends with a conclusion")
