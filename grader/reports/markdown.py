"""Markdown for a job summary or a comment: a table of all cases, and below it what is wrong.

Names are escaped to the last character, longer texts stand in code blocks: no link, mention, image or tag comes out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grader.model import CaseReport, Conclusion, Problem
from grader.reports.details import Kind, case_lines, case_points, closing, kind, mistake_sentence, outcome

_MARKS = {Kind.PASSED: "pass", Kind.FAILURE: "fail", Kind.ERROR: "error", Kind.SKIPPED: "not run"}
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_BREAKS_REFERENCE = re.compile(r"([@#])")


def markdown_report(problem: Problem, conclusion: Conclusion, cases: Sequence[CaseReport]) -> str:
    """The result as GitHub-flavoured Markdown."""
    lines = [f"### {escaped(closing(problem, conclusion))}", ""]
    lines += _block([line for line in (conclusion.diagnosis, mistake_sentence(conclusion)) if line])
    lines += ["| case | outcome | points |", "|---|---|---:|"]
    for case, (score, most) in zip(cases, case_points(problem, cases), strict=True):
        told = _MARKS[kind(case)]
        if kind(case) is not Kind.PASSED:
            told = f"**{told}**, {escaped(outcome(case))}"
        lines.append(f"| {_name(case)} | {told} | {f'{score:g} / {most:g}' if most else ''} |")
    return "\n".join([*lines, "", *_details(cases)]).rstrip("\n")


def escaped(text: str) -> str:
    """A text on one line that shows as it is; an empty comment keeps GitHub from seeing a mention or an issue."""
    shown = " ".join(text.split())
    shown = _PUNCTUATION.sub(r"\\\1", shown)
    return _BREAKS_REFERENCE.sub(r"\1<!-- -->", shown)


def _name(case: CaseReport) -> str:
    return escaped(f"{case.group}: {case.name}")


def _details(cases: Sequence[CaseReport]) -> Iterator[str]:
    """Each case that has something to say, in a block of its own."""
    for case in cases:
        lines = [] if kind(case) is Kind.SKIPPED else case_lines(case)
        if lines:
            yield f"**{_name(case)}**"
            yield ""
            yield from _block(lines)


def _block(lines: list[str]) -> list[str]:
    """A fenced code block whose fence is longer than any run of backticks inside; nothing for nothing."""
    if not lines:
        return []
    text = "\n".join(lines).replace("\r", "\n")
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return [f"{fence}text", text, fence, ""]
