"""A report for a terminal: what holds in one line a check, the two tables, and last what does not hold, in full."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator

from grader.verify.findings import Finding, Report
from grader.verify.margin import Margin

_IN_FULL = 2
_NAMES_LENGTH = 90
_INDENT = _GAP = "  "
_LEAST_ROOM = 20


def text_report(report: Report, width: int = 0) -> str:
    """The report as lines for people.

    Args:
        report: what was found.
        width: of the terminal, in characters, for sentences to be broken at; 0 breaks none, which suits a file.
    """
    blocks = [[heading(report)], list(_list_held(report, width))]
    if report.matrix and report.matrix.rows:
        blocks.append(list(_indent(report.matrix.as_lines())))
    if report.margin:
        blocks.append(list(_margin(report.margin, width)))
    blocks += [list(_list_failing(report, width)), [closing(report)]]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def heading(report: Report) -> str:
    """How much was tried."""
    matrix = report.matrix
    draws = sum(column.draws for column in matrix.columns) if matrix else 0
    tried = f"{report.cases} cases" + (f" in each submission, {draws} tried" if draws > report.cases else "")
    tried += f", {len(matrix.rows)} wrong programs" if matrix else ""
    return f"{report.problem}: {tried}" + (" (quick: few draws, no built-in wrong programs)" if report.quick else "")


def closing(report: Report) -> str:
    """The verdict, and how much there is to do."""
    marks = [finding.mark for finding in report.findings]
    told = ["all holds"] if report.passed else ["falls short", f"{marks.count('FAIL')} to mend"]
    told += [f"{marks.count('note')} to consider"] if "note" in marks else []
    return f"{report.problem}: {', '.join(told)}"


def held_lines(report: Report) -> dict[str, list[str]]:
    """What holds, in few lines for each check."""
    found: dict[str, list[Finding]] = {}
    for finding in report.findings:
        if finding.holds:
            found.setdefault(finding.check, []).append(finding)
    of = Counter(finding.check for finding in report.findings)
    return {check: list(_together(held, of[check])) for check, held in found.items()}


def _list_held(report: Report, width: int) -> Iterator[str]:
    """The lines of what holds, the checks below each other."""
    found = held_lines(report)
    column = max(map(len, found), default=0)
    for check, lines in found.items():
        start = f"{_INDENT}ok    {check:{column}}  "
        for line in lines:
            yield from _break_lines(start, line, width)


def _together(held: list[Finding], of: int) -> Iterator[str]:
    """Findings that hold: each by itself where they are few and differ, else on one line.

    Args:
        held: those of one check.
        of: how many findings that check has.
    """
    details = dict.fromkeys(finding.detail for finding in held)
    if len(held) <= _IN_FULL and len(details) == len(held) and not (len(held) > 1 and held[0].rejected_by):
        for finding in held:
            yield finding.detail if finding.subject == finding.check else f"{finding.subject}: {finding.detail}"
        return
    names = ", ".join(finding.subject for finding in held)
    told = held[0].detail if len(details) == 1 else "rejected" if held[0].rejected_by else "there"
    yield f"{told}, {len(held)} of {of}" + (f" ({names})" if len(names) <= _NAMES_LENGTH else "")


def _list_failing(report: Report, width: int) -> Iterator[str]:
    """What does not hold: what must be mended, then what should be considered."""
    for mark in ("FAIL", "note"):
        for finding in report.findings:
            if finding.mark == mark:
                subject = "" if finding.subject == finding.check else f" {finding.subject}"
                yield from _break_lines(f"{_INDENT}{mark:4}  ", f"{finding.check}{subject}: {finding.detail}", width)


def _margin(margin: Margin, width: int) -> Iterator[str]:
    """The rows of the table as they are, the sentences around it broken."""
    for line in margin.as_lines():
        if _GAP in line or not line:
            yield f"{_INDENT}{line}".rstrip()
        else:
            yield from _break_lines(_INDENT, line, width)


def _indent(lines: Iterable[str]) -> Iterator[str]:
    return (f"{_INDENT}{line}".rstrip() for line in lines)


def _break_lines(start: str, sentence: str, width: int) -> list[str]:
    """A sentence after its start, broken between words where it is longer than the terminal is wide."""
    room = width - len(start)
    if room < _LEAST_ROOM or len(sentence) <= room:
        return [start + sentence]
    lines = textwrap.wrap(sentence, room, break_long_words=False, break_on_hyphens=False)
    return [start + lines[0], *(" " * len(start) + line for line in lines[1:])]
