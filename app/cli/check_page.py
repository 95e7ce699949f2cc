"""The report of `allclose check` as a page by itself: one HTML file that needs no script and fetches nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from app.kernel.packaged import packaged
from grader.verify import Gap, Margin, Matrix, Report, closing, heading, held_lines

_LEFT, _RIGHT, _ROW, _TOP, _FOOT = 190, 30, 26, 20, 26
_WIDTH = 740
_DECADES_MOST = 9
"""How many labels the scale of the chart has room for."""


def render_check_page(reports: Sequence[Report]) -> str:
    """All reports on one page; every text of an author is escaped by the template."""
    import jinja2  # noqa: PLC0415  no other command needs it

    loader = jinja2.FileSystemLoader(packaged("templates"))
    environment = jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    title = f"{reports[0].problem}: checked" if len(reports) == 1 else f"{len(reports)} problems checked"
    page = environment.get_template("check/report.html")
    return page.render(title=title, problems=[_describe_report(report) for report in reports]) + "\n"


def _describe_report(report: Report) -> dict[str, Any]:
    """What the template shows of one report."""
    return {
        "problem": report.problem,
        "version": report.version,
        "passed": report.passed,
        "verdict": closing(report).partition(": ")[2],
        "tried": heading(report).partition(": ")[2],
        "failing": [finding for finding in report.findings if finding.mark == "FAIL"],
        "noted": [finding for finding in report.findings if finding.mark == "note"],
        "held": held_lines(report),
        "matrix": _lay_out_matrix(report.matrix) if report.matrix and report.matrix.rows else None,
        "margin": _lay_out_margin(report.margin) if report.margin else None,
    }


def _lay_out_matrix(matrix: Matrix) -> dict[str, Any]:
    """Columns by group, and for each cell its sign, its words, and whether a group begins there."""
    columns = [
        {
            "group": column.group,
            "name": column.name,
            "number": number,
            "draws": column.draws,
            "rejects": sum(row.kills[number - 1] > 0 for row in matrix.rows),
        }
        for number, column in enumerate(matrix.columns, start=1)
    ]
    firsts = [not index or columns[index - 1]["group"] != one["group"] for index, one in enumerate(columns)]
    draws = [column.draws for column in matrix.columns]
    rows = [
        {
            "kind": row.kind,
            "name": row.name,
            "met": sum(kills > 0 for kills in row.kills),
            "cells": [_lay_out_cell(*cell) for cell in zip(row.kills, draws, firsts, strict=True)],
        }
        for row in matrix.rows
    ]
    groups = [(group, list(inside)) for group, inside in groupby(columns, key=lambda column: column["group"])]
    return {"groups": groups, "rows": rows}


def _lay_out_cell(kills: int, draws: int, first: bool) -> dict[str, Any]:  # noqa: FBT001  a row of the zip above
    """What stands for a number of kills."""
    kind = "none" if not kills else "all" if kills == draws else "some"
    words = {"none": "accepts", "all": "rejects", "some": f"{kills} of {draws} draws reject"}
    return {"kind": kind, "sign": {"none": "·", "all": "x", "some": "~"}[kind], "words": words[kind], "first": first}


def _lay_out_margin(margin: Margin) -> dict[str, Any]:
    """The figures, and where they stand on a logarithmic scale."""
    rows = [("the tolerance itself", "", Gap(1.0)), *((name, kind, gap) for name, kind, gap in margin.rows())]
    sizes = [math.log10(gap.used) for _, _, gap in rows if gap.used > 0]
    low, high = math.floor(min(sizes)) - 1, math.ceil(max(sizes)) + 1

    def x(used: float) -> float:
        share = (math.log10(used) - low) / (high - low) if used > 0 else 0.0
        return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT), 1)

    shown = [
        {
            **_write_figures(gap),
            "name": name,
            "short": name[:28],
            "kind": kind,
            "x": x(gap.used),
            "y": _TOP + _ROW * index,
        }
        for index, (name, kind, gap) in enumerate(rows[1:])
    ]
    height = _TOP + _ROW * len(shown) + _FOOT
    return {
        "width": _WIDTH,
        "height": height,
        "foot": height - _FOOT,
        "ticks": [{"x": x(10.0**power), "label": f"1e{power}" if power else "1"} for power in _list_powers(low, high)],
        "tolerance_x": x(1.0),
        "rows": shown,
        "advice": margin.advice(),
        "rtol": f"{margin.tolerance.rtol:g}",
        "atol": "auto" if margin.tolerance.atol is None else f"{margin.tolerance.atol:g}",
    }


def _list_powers(low: int, high: int) -> Iterator[int]:
    """Powers of ten with a label, 0 among them."""
    step = max(1, math.ceil((high - low) / _DECADES_MOST))
    yield from (power for power in range(low, high + 1) if power % step == 0)


def _write_figures(gap: Gap) -> dict[str, str]:
    return {
        "used": f"{gap.used:.1e}" if gap.used else "0",
        "absolute": f"{gap.absolute:.1e}" if gap.absolute else "0",
        "relative": f"{gap.relative:.1e}" if gap.relative else "0",
        "case": gap.case,
    }
