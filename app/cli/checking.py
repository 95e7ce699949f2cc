"""`allclose check`: problems prove themselves."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from app.cli.check_page import render_check_page
from app.cli.codes import NOT_ACCEPTED, OUR_FAULT, USAGE, leave
from app.cli.problems import FILE_NAME, problem_paths
from app.kernel.packaged import packaged
from grader.errors import GraderError, ProblemFormatError
from grader.model import Problem
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from grader.verify import Report, markdown_report, text_report, verify

_BAR = 24
_CLEAR = "\r\x1b[K"
_MARK = re.compile(r"(?m)(?<=^  )(ok|FAIL|note)(?=  )")
_COLOURS = {"ok": typer.colors.GREEN, "FAIL": typer.colors.RED, "note": typer.colors.YELLOW}


class ReportFormat(StrEnum):
    """How a report is printed."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"
    MARKDOWN = "markdown"


def check(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Problems, or folders of problems; all that come along.")
    ] = None,
    output: Annotated[ReportFormat, typer.Option("--format", help="How to print the report.")] = ReportFormat.TEXT,
    page: Annotated[Path | None, typer.Option(help="A file that the report is written to as a page, too.")] = None,
    *,
    quick: Annotated[
        bool, typer.Option("--quick", help="Few draws and no built-in wrong programs, as while a problem is written.")
    ] = False,
) -> None:
    """Check what problems claim of themselves. Exit code 0: all holds, 1: one falls short, 2: one cannot be read."""
    paths_found = [path for given in paths or [packaged("problems")] for path in _expand(given)]
    problems, unreadable = _load(paths_found)
    reports = _verify_all(problems, quick=quick)
    typer.echo(_format_reports(reports, output), nl=False)
    if page is not None:
        _write(page, render_check_page(reports))
    raise typer.Exit(USAGE if unreadable else 0 if all(report.passed for report in reports) else NOT_ACCEPTED)


def _format_reports(reports: list[Report], output: ReportFormat) -> str:
    if output is ReportFormat.JSON:
        return json.dumps([report.as_object() for report in reports], indent=2, allow_nan=False) + "\n"
    if output is ReportFormat.HTML:
        return render_check_page(reports)
    if output is ReportFormat.MARKDOWN:
        return markdown_report(reports)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    text = "\n\n".join(text_report(report, width) for report in reports)
    return _MARK.sub(_colour, text) if sys.stdout.isatty() and "NO_COLOR" not in os.environ else text


def _colour(mark: re.Match[str]) -> str:
    return typer.style(mark[0], fg=_COLOURS[mark[0]], bold=mark[0] == "FAIL")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        leave(USAGE, f"{path} cannot be written: {error.strerror}")


def _expand(given: Path) -> Iterator[Path]:
    if not given.exists():
        leave(USAGE, f"{given} does not exist")
    if given.is_file() or (given / FILE_NAME).is_file():
        yield given
        return
    inside = list(problem_paths(given))
    if not inside:
        leave(USAGE, f"{given} holds no problem: neither a folder with a {FILE_NAME} nor a YAML file")
    yield from inside


def _load(paths: list[Path]) -> tuple[list[tuple[Problem, Path]], bool]:
    """The problems that can be read, with their paths; the faults of the others go to stderr."""
    problems = []
    for path in paths:
        try:
            problems.append((load_problem(path), path))
        except ProblemFormatError as error:
            typer.echo(str(error), err=True)
    return problems, len(problems) < len(paths)


def _verify_all(problems: list[tuple[Problem, Path]], *, quick: bool) -> list[Report]:
    try:
        with Sandbox() as sandbox:
            return [_verify_one(problem, path, sandbox, quick=quick) for problem, path in problems]
    except GraderError as error:
        leave(OUR_FAULT, f"nothing could be checked: {error}")


def _verify_one(problem: Problem, path: Path, sandbox: Sandbox, *, quick: bool) -> Report:
    folder = path if path.is_dir() else path.parent if path.name == FILE_NAME else None
    if not sys.stderr.isatty():
        return verify(problem, sandbox, folder, quick=quick)
    try:
        return verify(problem, sandbox, folder, partial(_show, problem.id), quick=quick)
    finally:
        sys.stderr.write(_CLEAR)


def _show(problem: str, doing: str, step: int, of: int) -> None:
    """Write over the line on the terminal: a bar, and what is being done."""
    filled = _BAR * step // of
    line = f"{problem}  [{'#' * filled}{'.' * (_BAR - filled)}] {step}/{of}  {doing}"
    sys.stderr.write(_CLEAR + line[: shutil.get_terminal_size().columns - 1])
    sys.stderr.flush()
