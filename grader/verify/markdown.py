"""Reports as Markdown: where each problem's tolerance stands, in one table, and below it what does not hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grader.verify.findings import Report
from grader.verify.gaps import Gap
from grader.verify.margin import Margin
from grader.verify.text import closing

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#@!])")
_COLUMNS = (
    "problem",
    "tolerance",
    "right programs, at most",
    "stored in single precision",
    "computed in single precision",
    "nearest mistake on one case",
    "nearest mistake on its clearest case",
)


def markdown_report(reports: Sequence[Report]) -> str:
    """A line for each problem, with distances as multiples of what is allowed, then the findings that do not hold."""
    lines = [f"| {' | '.join(_COLUMNS)} |", "|---" * len(_COLUMNS) + "|", *(_row(report) for report in reports), ""]
    for report in reports:
        lines += [f"**{_escape_text(closing(report))}**", ""]
        fallen = list(_list_failing(report))
        lines += [*fallen, ""] if fallen else []
    return "\n".join(lines).rstrip("\n") + "\n"


def _row(report: Report) -> str:
    cells = _cells(report.margin) if report.margin else [""] * 6
    return f"| {_escape_text(report.problem)} | {' | '.join(cells)} |"


def _cells(margin: Margin) -> list[str]:
    """Spread, tolerance, and what stands on the other side."""
    atol = "auto" if margin.tolerance.atol is None else f"{margin.tolerance.atol:g}"
    return [
        f"rtol {margin.tolerance.rtol:g}, atol {atol}",
        _recognise_each(margin.right),
        f"{margin.single.used:.1e}" if margin.single else "",
        f"{margin.inside.used:.1e}" if margin.inside else "",
        _recognise_each(margin.closest),
        _recognise_each(margin.wrong),
    ]


def _recognise_each(found: tuple[str, Gap] | None) -> str:
    return f"{found[1].used:.1e} ({_escape_text(found[0])})" if found else ""


def _list_failing(report: Report) -> Iterator[str]:
    """What must be mended, then what should be considered."""
    for mark in ("FAIL", "note"):
        for finding in report.findings:
            if finding.mark == mark:
                yield f"- {mark} {_escape_text(f'{finding.check} {finding.subject}: {finding.detail}')}"


def _escape_text(text: str) -> str:
    """An author's text on one line, with nothing in it that Markdown would take for its own."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
