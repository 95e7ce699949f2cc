"""`allclose schema`: what `problem.yaml` may hold, for editors and for people."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from grader.problem_format import json_schema, key_reference


class SchemaFormat(StrEnum):
    """How the schema is printed."""

    JSON = "json"
    MARKDOWN = "markdown"


def schema(
    output: Annotated[SchemaFormat, typer.Option("--format", help="JSON Schema, or a page.")] = SchemaFormat.JSON,
) -> None:
    """Print what a problem.yaml may hold: as JSON Schema for editors, or as a page that explains every key."""
    typer.echo(json.dumps(json_schema(), indent=2) if output is SchemaFormat.JSON else key_reference().rstrip("\n"))
