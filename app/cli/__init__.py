"""The one command, `allclose`: a module a group of commands, each function thin."""

from __future__ import annotations

from typing import Annotated

import typer

from app import __version__
from app.cli import checking, doctoring, grading, scaffolding, schema, serving

cli = typer.Typer(
    name="allclose",
    help="Numerical coding exercises, judged.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
cli.command()(serving.serve)
cli.command()(grading.grade)
cli.command()(checking.check)
cli.command()(scaffolding.new)
cli.command()(schema.schema)
cli.command()(doctoring.doctor)


def _version(wanted: bool) -> None:  # noqa: FBT001  typer's way
    if wanted:
        typer.echo(f"allclose {__version__}")
        raise typer.Exit


@cli.callback()
def options(
    _version: Annotated[  # noqa: FBT002  typer's way
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Numerical coding exercises, judged."""


def main() -> None:
    """The entry point of the installed command."""
    cli()
