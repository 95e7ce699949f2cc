"""`allclose check`: problems prove themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from app.cli.codes import NOT_ACCEPTED, OUR_FAULT, USAGE, leave
from app.cli.grading import Format
from app.cli.problems import FILE_NAME, problem_paths
from app.settings import shipped
from grader.errors import GraderError, ProblemFormatError
from grader.model import Problem
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from grader.verify import Report, verify


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


def _loaded(paths: list[Path]) -> tuple[list[Problem], bool]:
    """The problems that can be read; the faults of the others go to stderr."""
    problems = []
    for path in paths:
        try:
            problems.append(load_problem(path))
        except ProblemFormatError as error:
            typer.echo(str(error), err=True)
    return problems, len(problems) < len(paths)


def _verified(problems: list[Problem]) -> list[Report]:
    try:
        with Sandbox() as sandbox:
            return [verify(problem, sandbox) for problem in problems]
    except GraderError as error:
        leave(OUR_FAULT, f"nothing could be checked: {error}")
