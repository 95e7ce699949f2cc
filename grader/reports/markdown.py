"""Markdown for a job summary or a comment: a table of all cases, and below it what is wrong.

Names are escaped to the last character, longer texts stand in code blocks: no link, mention, image or tag comes out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grader.model import CaseReport, Conclusion, Problem
from grader.reports.details import (
    OutcomeKind,
    describe_case,
    describe_mistake,
    describe_outcome,
    describe_whole,
    kind_of,
    share_points,
)

_MARKS = {
    OutcomeKind.PASSED: "pass",
    OutcomeKind.FAILURE: "fail",
    OutcomeKind.ERROR: "error",
    OutcomeKind.SKIPPED: "not run",
}
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_BREAKS_REFERENCE = re.compile(r"([@#])")


def markdown_report(problem: Problem, conclusion: Conclusion, cases: Sequence[CaseReport]) -> str:
    """The result as GitHub-flavoured Markdown."""
    lines = [f"### {escape(describe_whole(problem, conclusion))}", ""]
    lines += _fence([line for line in (conclusion.diagnosis, describe_mistake(conclusion)) if line])
    lines += ["| case | outcome | points |", "|---|---|---:|"]
    for case, (score, most) in zip(cases, share_points(problem, cases), strict=True):
        mark = _MARKS[kind_of(case)]
        if kind_of(case) is not OutcomeKind.PASSED:
            mark = f"**{mark}**, {escape(describe_outcome(case))}"
        lines.append(f"| {_name(case)} | {mark} | {f'{score:g} / {most:g}' if most else ''} |")
    return "\n".join([*lines, "", *_details(cases)]).rstrip("\n")


def escape(text: str) -> str:
    """A text on one line that shows as it is; an empty comment keeps GitHub from seeing a mention or an issue."""
    shown = " ".join(text.split())
    shown = _PUNCTUATION.sub(r"\\\1", shown)
    return _BREAKS_REFERENCE.sub(r"\1<!-- -->", shown)


def _name(case: CaseReport) -> str:
    return escape(f"{case.group}: {case.name}")


def _details(cases: Sequence[CaseReport]) -> Iterator[str]:
    """Each case that has something to say, in a block of its own."""
    for case in cases:
        lines = [] if kind_of(case) is OutcomeKind.SKIPPED else describe_case(case)
        if lines:
            yield f"**{_name(case)}**"
            yield ""
            yield from _fence(lines)


def _fence(lines: list[str]) -> list[str]:
    """A fenced code block whose fence is longer than any run of backticks inside; nothing for nothing."""
    if not lines:
        return []
    text = "\n".join(lines).replace("\r", "\n")
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return [f"{fence}text", text, fence, ""]
