"""`allclose check`: problems prove themselves."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from app.cli.codes import NOT_ACCEPTED, OUR_FAULT, USAGE, leave
from app.cli.problems import FILE_NAME, problem_paths
from app.settings import shipped
from grader.errors import GraderError, ProblemFormatError
from grader.model import Problem
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from grader.verify import Report, verify


class Format(StrEnum):
    """How a report is printed."""

    TEXT = "text"
    JSON = "json"


def check(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Problems, or folders of problems; all that come along.")
    ] = None,
    output: Annotated[Format, typer.Option("--format", help="How to print the report.")] = Format.TEXT,
) -> None:
    """Check what problems claim of themselves. Exit code 0: all holds, 1: one falls short, 2: one cannot be read."""
    found = [path for given in paths or [shipped("problems")] for path in _expanded(given)]
    problems, unreadable = _loaded(found)
    reports = _verified(problems)
    if output is Format.JSON:
        typer.echo(json.dumps([report.as_object() for report in reports], indent=2, allow_nan=False))
    else:
        typer.echo("\n".join(report.as_text() for report in reports))
    raise typer.Exit(USAGE if unreadable else 0 if all(report.passed for report in reports) else NOT_ACCEPTED)


def _expanded(given: Path) -> Iterator[Path]:
    if not given.exists():
        leave(USAGE, f"{given} does not exist")
    if given.is_file() or (given / FILE_NAME).is_file():
        yield given
        return
    inside = list(problem_paths(given))
    if not inside:
        leave(USAGE, f"{given} holds no problem: neither a folder with a {FILE_NAME} nor a YAML file")
    yield from inside


def _loaded(paths: list[Path]) -> tuple[list[tuple[Problem, Path]], bool]:
    """The problems that can be read, with their paths; the faults of the others go to stderr."""
    problems = []
    for path in paths:
        try:
            problems.append((load_problem(path), path))
        except ProblemFormatError as error:
            typer.echo(str(error), err=True)
    return problems, len(problems) < len(paths)


def _verified(problems: list[tuple[Problem, Path]]) -> list[Report]:
    try:
        with Sandbox() as sandbox:
            return [_report(problem, path, sandbox) for problem, path in problems]
    except GraderError as error:
        leave(OUR_FAULT, f"nothing could be checked: {error}")


def _report(problem: Problem, path: Path, sandbox: Sandbox) -> Report:
    folder = path if path.is_dir() else path.parent if path.name == FILE_NAME else None
    shown = sys.stderr.isatty()
    report = verify(problem, sandbox, folder, (lambda doing: _show(f"{problem.id}: {doing}")) if shown else _nothing)
    if shown:
        _show("")
    return report


def _nothing(_: str) -> None:
    """Show no progress."""


def _show(doing: str) -> None:
    """Write over the line on the terminal."""
    sys.stderr.write(f"\r\x1b[K{doing}")
    sys.stderr.flush()
