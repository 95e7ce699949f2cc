"""`allclose grade`: the judge without the web."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.codes import NOT_ACCEPTED, OUR_FAULT, USAGE, leave
from app.cli.problems import find_problem
from grader.errors import GraderError, UnfitProblemError
from grader.judge import collect, judge, prepare
from grader.model import Mode, Problem, Verdict
from grader.reports import (
    github_report,
    gradescope_report,
    junit_report,
    markdown_report,
    result_object,
    text_report,
)
from grader.sandbox import Sandbox

_READ_LIMIT = 1 << 20


class Format(StrEnum):
    """How a result is printed."""

    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"
    GRADESCOPE = "gradescope"
    GITHUB = "github"
    MARKDOWN = "markdown"


def grade(
    problem: Annotated[str, typer.Argument(help="A slug, or the path of a problem's folder or YAML file.")],
    file: Annotated[str, typer.Argument(help="The Python file to judge, or - for standard input.")],
    mode: Annotated[Mode, typer.Option(help="The samples alone, or all cases.")] = Mode.SUBMIT,
    output: Annotated[Format, typer.Option("--format", help="How to print the result.")] = Format.TEXT,
    problems: Annotated[list[Path] | None, typer.Option(help="A folder of more problems; may be repeated.")] = None,
) -> None:
    """Judge one file. Exit code 0: accepted, 1: not accepted, 2: usage or a bad problem, 3: our fault."""
    found = find_problem(problem, problems or [])
    result = _judged(found, _source(file), mode)
    typer.echo(_printed(found, result, output, file))
    raise typer.Exit(0 if result["verdict"] == Verdict.ACCEPTED else NOT_ACCEPTED)


def _printed(problem: Problem, result: dict[str, Any], output: Format, file: str) -> str:
    """The result in the wanted format; standard input has no name."""
    reports: dict[Format, Callable[[], str]] = {
        Format.TEXT: lambda: text_report(result),
        Format.JSON: lambda: json.dumps(result, allow_nan=False),
        Format.JUNIT: lambda: junit_report(problem, result).rstrip("\n"),
        Format.GRADESCOPE: lambda: json.dumps(gradescope_report(problem, result), indent=2, allow_nan=False),
        Format.GITHUB: lambda: github_report(result, "" if file == "-" else file),
        Format.MARKDOWN: lambda: markdown_report(problem, result),
    }
    return reports[output]()


def _source(file: str) -> bytes:
    """The bytes of the file; more than any source may have is cut, and the judge says so."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(_READ_LIMIT)
        with Path(file).open("rb") as opened:
            return opened.read(_READ_LIMIT)
    except OSError as error:
        leave(USAGE, f"{file} cannot be read: {error.strerror}")


def _judged(problem: Problem, source: bytes, mode: Mode) -> dict[str, Any]:
    """The same object as REST gives."""
    identity = secrets.token_urlsafe(16)
    created = datetime.now(UTC).isoformat()
    try:
        with Sandbox() as sandbox:
            results, conclusion = collect(judge(prepare(problem, sandbox), source, sandbox, mode, seed=identity))
    except UnfitProblemError as error:
        leave(USAGE, f"{problem.id} cannot be judged: {error}")
    except GraderError as error:
        leave(OUR_FAULT, f"nothing was judged: {error}")
    return {"id": identity, **result_object(problem, mode, results, conclusion), "created_at": created}
