"""`allclose grade`: the judge without the web."""

from __future__ import annotations

import json
import secrets
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from app.cli.codes import NOT_ACCEPTED, OUR_FAULT, USAGE, leave
from app.cli.problems import find_problem
from grader.errors import GraderError, UnfitProblemError
from grader.judge import draw_cases, judge, prepare
from grader.judge.preparation import SEED_BYTES
from grader.model import CaseReport, Conclusion, JsonValue, Mode, Problem, Verdict
from grader.reports import (
    github_report,
    gradescope_report,
    junit_report,
    markdown_report,
    report_submission,
    result_object,
    text_report,
)
from grader.sandbox import Sandbox

_READ_LIMIT = 1 << 20
_SEED_LENGTH = 64


class ResultFormat(StrEnum):
    """How a result is printed."""

    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"
    GRADESCOPE = "gradescope"
    GITHUB = "github"
    MARKDOWN = "markdown"


def grade(  # noqa: PLR0913 - one for each option
    problem: Annotated[str, typer.Argument(help="A slug, or the path of a problem's folder or YAML file.")],
    file: Annotated[str, typer.Argument(help="The Python file to judge, or - for standard input.")],
    mode: Annotated[Mode, typer.Option(help="The samples alone, or all cases.")] = Mode.SUBMIT,
    output: Annotated[ResultFormat, typer.Option("--format", help="How to print the result.")] = ResultFormat.TEXT,
    problems: Annotated[list[Path] | None, typer.Option(help="A folder of more problems; may be repeated.")] = None,
    *,
    seed: Annotated[str, typer.Option(help="Draws the same fresh cases as the run that printed it.")] = "",
) -> None:
    """Judge one file. Exit code 0: accepted, 1: not accepted, 2: usage or a bad problem, 3: our fault."""
    chosen = find_problem(problem, problems or [])
    if len(seed) > _SEED_LENGTH:
        leave(USAGE, f"a seed has at most {_SEED_LENGTH} characters")
    judged = _judge(chosen, _read_source(file), mode, seed or secrets.token_hex(SEED_BYTES))
    typer.echo(_print(judged, output, file))
    raise typer.Exit(0 if judged.conclusion.verdict is Verdict.ACCEPTED else NOT_ACCEPTED)


@dataclass(frozen=True, slots=True)
class _Judged:
    """One file, judged."""

    problem: Problem
    mode: Mode
    id: str
    created_at: datetime
    conclusion: Conclusion
    cases: tuple[CaseReport, ...]


def _print(judged: _Judged, output: ResultFormat, file: str) -> str:
    """The result in the wanted format; standard input has no name."""
    parts = judged.problem, judged.conclusion, judged.cases
    reports: dict[ResultFormat, Callable[[], str]] = {
        ResultFormat.TEXT: lambda: text_report(*parts),
        ResultFormat.JSON: lambda: json.dumps(_build_object(judged), allow_nan=False),
        ResultFormat.JUNIT: lambda: junit_report(*parts).rstrip("\n"),
        ResultFormat.GRADESCOPE: lambda: json.dumps(gradescope_report(*parts), indent=2, allow_nan=False),
        ResultFormat.GITHUB: lambda: github_report(*parts, "" if file == "-" else file),
        ResultFormat.MARKDOWN: lambda: markdown_report(*parts),
    }
    return reports[output]()


def _build_object(judged: _Judged) -> dict[str, JsonValue]:
    """The same object as REST gives."""
    result = result_object(judged.problem, judged.mode, judged.conclusion, judged.cases)
    return {"id": judged.id, **result, "created_at": judged.created_at.isoformat()}


def _read_source(file: str) -> bytes:
    """The bytes of the file; more than any source may have is cut, and the judge says so."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(_READ_LIMIT)
        with Path(file).open("rb") as opened:
            return opened.read(_READ_LIMIT)
    except OSError as error:
        leave(USAGE, f"{file} cannot be read: {error.strerror}")


def _judge(problem: Problem, source: bytes, mode: Mode, seed: str) -> _Judged:
    identity, created_at = secrets.token_urlsafe(16), datetime.now(UTC)
    try:
        with Sandbox() as sandbox:
            prepared = prepare(problem, sandbox)
            draws = draw_cases(prepared, seed, sandbox) if mode is Mode.SUBMIT else []
            judged = judge(prepared, source, sandbox, mode, draws)
            conclusion, cases = report_submission(judged)
    except UnfitProblemError as error:
        leave(USAGE, f"{problem.id} cannot be judged: {error}")
    except GraderError as error:
        leave(OUR_FAULT, f"nothing was judged: {error}")
    if draws:
        told = f"Fresh cases were drawn with seed {seed}; --seed {shlex.quote(seed)} draws the same again."
        typer.echo(told, err=True)
    return _Judged(problem, mode, identity, created_at, conclusion, cases)
