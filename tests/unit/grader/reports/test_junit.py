"""JUnit XML against the published schema (junit-10.xsd of Jenkins' xUnit plugin), written down here as a table."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from grader.reports import junit_report
from tests.unit.grader.reports.submissions import told

# Tag: required attributes, optional attributes, children in their order, whether text may stand in it.
SCHEMA: dict[str, tuple[set[str], set[str], list[str], bool]] = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, ["testsuite"], False),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"},
        ["properties", "testcase", "system-out", "system-err"],
        False,
    ),
    "testcase": (
        {"name"},
        {"time", "classname", "group"},
        ["skipped", "error", "failure", "system-out", "system-err"],
        False,
    ),
    "properties": (set(), set(), ["property"], False),
    "property": ({"name", "value"}, set(), [], False),
    "failure": (set(), {"type", "message"}, [], True),
    "error": (set(), {"type", "message"}, [], True),
    "skipped": (set(), {"type", "message"}, [], True),
    "system-out": (set(), set(), [], True),
    "system-err": (set(), set(), [], True),
}  # fmt: skip
TIME = re.compile(r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})(\.[0-9]{0,3})?")
AS_PUBLISHED = """<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="walls" tests="3" failures="1" errors="1" time="0.5">
  <testsuite name="walls.brick" tests="3" failures="1" errors="1" skipped="1" time="0.5" timestamp="2020-02-02">
    <properties><property name="kiln" value="2"/></properties>
    <testcase name="thick" classname="walls.brick" time="0.25"><skipped>no mortar</skipped></testcase>
    <testcase name="thin" classname="walls.brick"><error message="fell" type="Gravity">at row 2</error></testcase>
    <testcase name="tall" group="1"><failure type="Height"/><system-out>9 m</system-out></testcase>
    <system-out>done</system-out>
  </testsuite>
</testsuites>"""


def misfits(element: ET.Element) -> list[str]:
    """Everything in a document that the schema does not allow."""
    required, optional, children, text = SCHEMA[element.tag]
    names = set(element.attrib)
    found = [f"{element.tag} lacks {name}" for name in required - names]
    found += [f"{element.tag} has {name}" for name in names - required - optional]
    tags = [child.tag for child in element]
    found += [f"{element.tag} holds {tag}" for tag in tags if tag not in children]
    if not found and [children.index(tag) for tag in tags] != sorted(children.index(tag) for tag in tags):
        found.append(f"{element.tag} holds {tags} in this order")
    if element.tag != "testcase" and not TIME.fullmatch(element.get("time", "")):
        found.append(f"{element.tag} has the time {element.get('time')}")
    if not text and (element.text or "").strip():
        found.append(f"{element.tag} holds text")
    return found + [misfit for child in element for misfit in misfits(child)]


def document(tmp_path: Path) -> ET.Element:
    return ET.fromstring(junit_report(*told(tmp_path)))  # noqa: S314  our own text


def test_the_table_takes_an_example_and_refuses_others():
    assert misfits(ET.fromstring(AS_PUBLISHED)) == []  # noqa: S314
    assert misfits(ET.fromstring("<testsuite name='a'><testcase/><properties a='1'>x</properties></testsuite>"))  # noqa: S314
    assert misfits(ET.fromstring(AS_PUBLISHED.replace('time="0.5"', 'time="0.5000"'))) == [  # noqa: S314
        "testsuites has the time 0.5000", "testsuite has the time 0.5000"
    ]  # fmt: skip


def test_the_document_fits_the_schema(tmp_path: Path):
    assert misfits(document(tmp_path)) == []


def test_failures_are_wrong_values_errors_the_rest_and_gates_are_skipped(tmp_path: Path):
    root = document(tmp_path)
    kinds = {
        case.get("name"): next((child.tag for child in case if child.tag != "system-out"), "passed")
        for case in root.iter("testcase")
    }
    assert kinds == {
        "one": "failure", "two | pipes, <b> & 100%": "error", "a": "passed", "b": "error", "c": "skipped",
        "d": "passed", "e": "failure",
    }  # fmt: skip
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("7", "2", "2")
    counted = {suite.get("name"): [suite.get(k) for k in ("tests", "failures", "errors", "skipped")] for suite in root}
    assert counted == {
        "doubling.sample": ["2", "1", "1", "0"],
        "doubling.first": ["2", "0", "1", "0"],
        "doubling.second": ["1", "0", "0", "1"],
        "doubling.third": ["2", "1", "0", "0"],
    }


def test_scores_stand_in_properties_and_in_text(tmp_path: Path):
    root = document(tmp_path)
    suites = {suite.get("name"): {p.get("name"): p.get("value") for p in suite.iter("property")} for suite in root}
    assert (suites["doubling.first"]["score"], suites["doubling.first"]["max_score"]) == ("15", "30")
    assert (suites["doubling.third"]["score"], suites["doubling.third"]["max_score"]) == ("0", "40")
    assert {told["submission_score"] for told in suites.values()} == {"15"}
    assert root.findtext("testsuite[@name='doubling.first']/testcase[@name='a']/system-out") == "15 of 15 points"
    assert root.findtext("testsuite[@name='doubling.first']/system-out") == (
        "doubling: wrong answer (wrong value), 15 of 100 points"
    )


def test_hidden_cases_carry_no_value_and_samples_do(tmp_path: Path):
    root = document(tmp_path)
    texts = {case.get("name"): "".join(case.itertext()) for case in root.iter("testcase")}
    assert "expected: [2.0]" in texts["one"]
    assert [name for name in "abcde" if "expected" in texts[name] or "inputs:" in texts[name]] == []


@pytest.mark.parametrize("letter", ["\x00", "\x1b", "\ufffe", "\ud800"])
def test_what_xml_cannot_hold_is_replaced(tmp_path: Path, letter: str):
    problem, conclusion, cases = told(tmp_path)
    cases = (replace(cases[0], message=f"[{letter}]"), *cases[1:])
    root = ET.fromstring(junit_report(problem, conclusion, cases))  # noqa: S314
    assert root.find(".//failure").get("message") == "[\ufffd]"
