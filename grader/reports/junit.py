"""JUnit XML, as CI servers read it (the schema `junit-10.xsd` of Jenkins' xUnit plugin): a suite for each group.

Wrong values are failures; exceptions, limits and files that do not load are errors; what was not run is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias
from xml.etree import ElementTree as ET

from grader.model import CaseReport, Conclusion, Problem
from grader.reports.details import Kind, case_points, closing, explanation, kind, mistake_sentence, outcome, printed

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_COUNTED = {"failures": Kind.FAILURE, "errors": Kind.ERROR, "skipped": Kind.SKIPPED}

Scored: TypeAlias = tuple[CaseReport, tuple[float, float]]
"""A case, its points and the most that it could have."""


def junit_report(problem: Problem, conclusion: Conclusion, cases: Sequence[CaseReport]) -> str:
    """The result as a JUnit XML document."""
    scored = list(zip(cases, case_points(problem, cases), strict=True))
    root = _element(None, "testsuites", {"name": problem.title, **_counts(scored, ("failures", "errors"))})
    for group in problem.groups:
        inside = [item for item in scored if item[0].group == group.name]
        if inside:
            suite = _element(
                root, "testsuite", {"name": f"{problem.id}.{group.name}", **_counts(inside, tuple(_COUNTED))}
            )
            _fill(suite, problem, conclusion, inside)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _fill(suite: ET.Element, problem: Problem, conclusion: Conclusion, scored: Sequence[Scored]) -> None:
    """One group: its points as properties, then its cases."""
    told = {
        "score": f"{sum(points for _, (points, _) in scored):g}",
        "max_score": f"{sum(most for _, (_, most) in scored):g}",
        "submission_score": f"{conclusion.score:g}",
        "submission_max_score": f"{conclusion.max_score:g}",
        "verdict": conclusion.verdict.value,
        "problem_version": problem.version,
        "mistake": mistake_sentence(conclusion),
    }
    properties = _element(suite, "properties", {})
    for key, value in told.items():
        if value:
            _element(properties, "property", {"name": key, "value": value})
    for case, points in scored:
        _case(suite, case, points)
    _element(suite, "system-out", {}, closing(problem, conclusion))


def _case(suite: ET.Element, case: CaseReport, points: tuple[float, float]) -> None:
    """One case with what came of it; its points and, for samples, what it printed are its output."""
    told = {"name": case.name, "classname": suite.attrib["name"], "time": _seconds(case.seconds)}
    element = _element(suite, "testcase", told)
    found = kind(case)
    lines = "\n".join(explanation(case))
    if found is Kind.SKIPPED:
        _element(element, "skipped", {}, case.message)
    elif found is not Kind.PASSED:
        _element(element, found.value, {"message": case.message, "type": outcome(case)}, lines)
    output = [f"{points[0]:g} of {points[1]:g} points"] if points[1] else []
    output += printed(case)
    if output:
        _element(element, "system-out", {}, "\n".join(output))


def _counts(scored: Sequence[Scored], names: tuple[str, ...]) -> dict[str, str]:
    """The counting attributes of a suite."""
    kinds = [kind(case) for case, _ in scored]
    counted = {name: str(kinds.count(_COUNTED[name])) for name in names}
    return {"tests": str(len(scored)), **counted, "time": _seconds(sum(case.seconds for case, _ in scored))}


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}"  # the schema takes no more decimals


def _element(parent: ET.Element | None, tag: str, attributes: Mapping[str, str], text: str = "") -> ET.Element:
    """An element below another; characters that XML 1.0 cannot hold are replaced."""
    clean = {name: _clean(value) for name, value in attributes.items()}
    element = ET.Element(tag, clean) if parent is None else ET.SubElement(parent, tag, clean)
    element.text = _clean(text) or None
    return element


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
