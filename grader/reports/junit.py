"""JUnit XML, as CI servers read it (the schema `junit-10.xsd` of Jenkins' xUnit plugin): a suite for each group.

Wrong values are failures; exceptions, limits and files that do not load are errors; what was not run is skipped. Where
a case tells no time, as fixed hidden ones do not, neither it nor its suite has that attribute: the schema allows that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias
from xml.etree import ElementTree as ET

from grader.model import CaseReport, Conclusion, Problem
from grader.reports.details import (
    OutcomeKind,
    describe_mistake,
    describe_outcome,
    describe_whole,
    explain_case,
    kind_of,
    list_printed,
    share_points,
)

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_COUNTED = {"failures": OutcomeKind.FAILURE, "errors": OutcomeKind.ERROR, "skipped": OutcomeKind.SKIPPED}

Scored: TypeAlias = tuple[CaseReport, tuple[float, float]]
"""A case, its points and the most that it could have."""


def junit_report(problem: Problem, conclusion: Conclusion, cases: Sequence[CaseReport]) -> str:
    """The result as a JUnit XML document."""
    scored = list(zip(cases, share_points(problem, cases), strict=True))
    root = _add_element(
        None,
        "testsuites",
        {
            "name": problem.title,
            **_count_kinds(scored, ("failures", "errors")),
            "time": _write_seconds(conclusion.seconds),
        },
    )
    for group in problem.groups:
        inside = [item for item in scored if item[0].group == group.name]
        if inside:
            counted = {**_count_kinds(inside, tuple(_COUNTED)), **_tell_time([case for case, _ in inside])}
            suite = _add_element(root, "testsuite", {"name": f"{problem.id}.{group.name}", **counted})
            _fill_suite(suite, problem, conclusion, inside)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _fill_suite(suite: ET.Element, problem: Problem, conclusion: Conclusion, scored: Sequence[Scored]) -> None:
    """One group: its points as properties, then its cases."""
    told = {
        "score": f"{sum(points for _, (points, _) in scored):g}",
        "max_score": f"{sum(most for _, (_, most) in scored):g}",
        "submission_score": f"{conclusion.score:g}",
        "submission_max_score": f"{conclusion.max_score:g}",
        "verdict": conclusion.verdict.value,
        "problem_version": problem.version,
        "mistake": describe_mistake(conclusion),
    }
    properties = _add_element(suite, "properties", {})
    for key, value in told.items():
        if value:
            _add_element(properties, "property", {"name": key, "value": value})
    for case, points in scored:
        _add_case(suite, case, points)
    _add_element(suite, "system-out", {}, describe_whole(problem, conclusion))


def _add_case(suite: ET.Element, case: CaseReport, points: tuple[float, float]) -> None:
    """One case with what came of it; its points and what it printed are its output."""
    told = {"name": case.name, "classname": suite.attrib["name"], **_tell_time([case])}
    element = _add_element(suite, "testcase", told)
    found = kind_of(case)
    lines = "\n".join(explain_case(case))
    if found is OutcomeKind.SKIPPED:
        _add_element(element, "skipped", {}, case.message)
    elif found is not OutcomeKind.PASSED:
        _add_element(element, found.value, {"message": case.message, "type": describe_outcome(case)}, lines)
    output = [f"{points[0]:g} of {points[1]:g} points"] if points[1] else []
    output += list_printed(case)
    if output:
        _add_element(element, "system-out", {}, "\n".join(output))


def _count_kinds(scored: Sequence[Scored], names: tuple[str, ...]) -> dict[str, str]:
    """The counting attributes of a suite."""
    kinds = [kind_of(case) for case, _ in scored]
    counted = {name: str(kinds.count(_COUNTED[name])) for name in names}
    return {"tests": str(len(scored)), **counted}


def _tell_time(cases: Sequence[CaseReport]) -> dict[str, str]:
    """The time of these cases together, where each of them tells its own."""
    told = [case.seconds for case in cases if case.seconds is not None]
    return {"time": _write_seconds(sum(told))} if len(told) == len(cases) else {}


def _write_seconds(seconds: float) -> str:
    return f"{seconds:.3f}"  # the schema takes no more decimals


def _add_element(parent: ET.Element | None, tag: str, attributes: Mapping[str, str], text: str = "") -> ET.Element:
    """An element below another; characters that XML 1.0 cannot hold are replaced."""
    clean = {name: _replace_unfit(value) for name, value in attributes.items()}
    element = ET.Element(tag, clean) if parent is None else ET.SubElement(parent, tag, clean)
    element.text = _replace_unfit(text) or None
    return element


def _replace_unfit(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
