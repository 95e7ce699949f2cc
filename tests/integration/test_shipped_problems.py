"""The problems that come along have nothing to mend, and the table of their tolerances in the documentation holds."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from app.cli.problems import problem_paths
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from grader.verify import Report, markdown_report, verify

ROOT = Path(__file__).resolve().parents[2]
FIGURE = re.compile(r"(\d\.\de[+-]\d\d)(?: \(([\w-]+)\))?$")
ROUNDING = 10.0
"""How far figures may be apart that come of rounding, which is another on another processor."""


@pytest.fixture(scope="module")
def reports(sandbox: Sandbox) -> list[Report]:
    return [verify(load_problem(path), sandbox, path) for path in problem_paths(ROOT / "problems")]


def test_they_have_nothing_to_mend_and_nothing_to_consider(reports: list[Report]):
    assert [report.problem for report in reports] == ["rnn-cell", "vanilla-rnn"]
    assert [finding for report in reports for finding in report.findings if not finding.holds] == []
    assert all(report.matrix and report.margin and report.margin.stands for report in reports)


def rows(table: str) -> dict[str, list[str]]:
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:1] == "|"]
    return {cells[0]: cells[1:] for cells in lines if not cells[0].startswith("---")}


def figure(cell: str) -> tuple[float, str]:
    found = FIGURE.match(cell)
    assert found, cell
    return float(found[1]), found[2] or ""


def test_the_table_of_tolerances_is_what_the_command_prints(reports: list[Report]):
    page = (ROOT / "docs" / "diagnosis.md").read_text(encoding="utf-8")
    written = rows(page.partition("## A note on tolerances")[2])
    measured = rows(markdown_report(reports))
    assert list(written) == list(measured), "run: allclose check problems --format markdown"
    assert written["problem"] == measured["problem"]
    for problem in set(written) - {"problem"}:
        assert written[problem][0] == measured[problem][0]
        for place, (told, seen) in enumerate(zip(written[problem][1:], measured[problem][1:], strict=True)):
            (one, name), (other, its_name) = figure(told), figure(seen)
            apart = abs(math.log10(one / other))
            assert apart <= (math.log10(ROUNDING) if place in (0, 2) else 0.05), (problem, told, seen)
            assert place == 0 or name == its_name, (problem, told, seen)
