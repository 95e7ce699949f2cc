"""Annotations for GitHub Actions: workflow commands, each on one line, with the escaping of GitHub's own toolkit.

Nothing else is printed, and no student's text can begin a line, so that none of it is taken for a command.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grader.model import CaseReport, Conclusion, Problem
from grader.reports.details import (
    OutcomeKind,
    describe_case,
    describe_mistake,
    describe_outcome,
    describe_whole,
    kind_of,
    spell,
)

_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def github_report(problem: Problem, conclusion: Conclusion, cases: Sequence[CaseReport], file: str = "") -> str:
    """The result as workflow commands; errors come first, since GitHub shows ten of each kind in a step.

    Args:
        problem: what was judged.
        conclusion: what came of the submission.
        cases: what came of its cases.
        file: the student's file as seen from the root of the repository; empty where it has no name.
    """
    return "\n".join([*_list_errors(cases, file), *_list_warnings(cases, file), _notice(problem, conclusion, cases)])


def write_command(name: str, properties: Mapping[str, str], message: str) -> str:
    """``::error file=a.py,line=3::message`` with everything escaped that would end it or a part of it."""
    properties_text = ",".join(f"{key}={_escape(value, _PROPERTY)}" for key, value in properties.items() if value)
    return f"::{name}{' ' if properties_text else ''}{properties_text}::{_escape(message, _DATA)}"


def _list_errors(cases: Sequence[CaseReport], file: str) -> Iterator[str]:
    for case in cases:
        if kind_of(case) in (OutcomeKind.FAILURE, OutcomeKind.ERROR):
            title = f"{case.group}/{case.name}: {describe_outcome(case)}"
            yield write_command(
                "error", {**_locate(case, file), "title": title}, "\n".join(describe_case(case)) or title
            )


def _list_warnings(cases: Sequence[CaseReport], file: str) -> Iterator[str]:
    for case in cases:
        for warning in case.warnings:
            yield write_command("warning", {"file": file, "title": f"{case.group}/{case.name}"}, spell(warning))


def _notice(problem: Problem, conclusion: Conclusion, cases: Sequence[CaseReport]) -> str:
    skipped = sum(kind_of(case) is OutcomeKind.SKIPPED for case in cases)
    lines = [
        describe_whole(problem, conclusion),
        describe_mistake(conclusion),
        f"{skipped} cases were not run." if skipped else "",
    ]
    return write_command("notice", {"title": problem.id}, "\n".join(line for line in lines if line))


def _locate(case: CaseReport, file: str) -> dict[str, str]:
    """File and line, as far as they are known; a line without a file has no meaning."""
    return {"file": file, "line": str(case.line)} if file and case.line else {"file": file}


def _escape(text: str, table: Mapping[str, str]) -> str:
    return text.translate({ord(letter): code for letter, code in table.items()})
