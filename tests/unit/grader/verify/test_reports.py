"""A report as text and as Markdown: what holds in brief, what does not in full, an author's text as text."""

from __future__ import annotations

from grader.model import Tolerance
from grader.verify import Finding, Gap, Margin, Report, markdown_report, text_report

HELD = [Finding("alternative", name, holds=True, detail="accepted") for name in ("one", "two", "three")]
FELL = Finding("mistake", "whole", holds=False, detail="accepted: add a case that it fails")
NOTED = Finding("coverage", "D = N", holds=False, detail="add a hidden case with `D` | `N` equal", required=False)
MARGIN = Margin(
    Tolerance(1e-9, None), ("loop", Gap(1e-5, 1e-16, 1e-14, 0.0, "main/a")), Gap(50.0, 1e-8, 1e-7, 0.0, "main/a"), None
)


def report(*findings: Finding, margin: Margin | None = None) -> Report:
    return Report("unit-rows", "0" * 64, 4, findings, None, margin)


def test_what_holds_is_told_together():
    assert text_report(report(*HELD)).splitlines() == [
        "unit-rows: 4 cases",
        "",
        "  ok    alternative  accepted, 3 of 3 (one, two, three)",
        "",
        "unit-rows: all holds",
    ]


def test_what_does_not_hold_comes_last_and_in_full():
    told = text_report(report(NOTED, FELL, *HELD)).splitlines()
    assert told[-4:] == [
        "  FAIL  mistake whole: accepted: add a case that it fails",
        "  note  coverage D = N: add a hidden case with `D` | `N` equal",
        "",
        "unit-rows: falls short, 1 to mend, 1 to consider",
    ]
    assert "  ok    alternative  accepted, 3 of 3 (one, two, three)" in told


def test_of_a_check_that_holds_in_part_the_share_is_told():
    assert "accepted, 2 of 3" in text_report(report(*HELD[:2], Finding("alternative", "x", holds=False, detail="y")))


def test_long_lines_are_broken_where_the_terminal_ends_and_nowhere_else():
    long = Finding("number", "statement", holds=False, detail="word " * 40)
    assert len(text_report(report(long)).splitlines()) == 5
    told = text_report(report(long), width=60).splitlines()
    assert len(told) > 6
    assert max(map(len, told)) <= 60
    assert all(line.startswith("        ") for line in told[3:-2])


def test_a_table_of_tolerances_in_markdown():
    lines = markdown_report([report(*HELD, margin=MARGIN)]).splitlines()
    assert lines[0].count("|") == lines[1].count("|") == lines[2].count("|")
    assert lines[2] == "| unit-rows | rtol 1e-09, atol auto | 1.0e-05 (loop) | 5.0e+01 |  |  |  |"
    assert lines[-1] == "**unit-rows: all holds**"


def test_an_authors_text_is_no_markdown():
    told = markdown_report([report(FELL, NOTED)])
    assert "- note coverage D = N: add a hidden case with \\`D\\` \\| \\`N\\` equal" in told
    assert told.index("- FAIL mistake whole") < told.index("- note")
