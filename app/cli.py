"""The one command, `allclose`: a function a command, each thin."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import Annotated

import typer

from app import __version__
from app.settings import Settings, SettingsError

OUR_FAULT = 3
"""The exit code where it is neither the student's nor the author's fault."""

USAGE = 2
"""The exit code for what was asked wrongly."""

cli = typer.Typer(
    name="allclose",
    help="Numerical coding exercises, judged.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - typer's way
    if wanted:
        typer.echo(f"allclose {__version__}")
        raise typer.Exit


@cli.callback()
def options(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Numerical coding exercises, judged."""
    del version  # its callback has printed it


@cli.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.", min=0, max=65535)] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of database and secrets; made if missing.")] = None,
    problems: Annotated[list[Path] | None, typer.Option(help="A folder of more problems; may be repeated.")] = None,
) -> None:
    """Serve the pages and the REST API, and judge what is handed in."""
    from app import main as application  # noqa: PLC0415 - the other commands need no web

    chosen = _settings()
    settings = dataclasses.replace(
        chosen,
        host=chosen.host if host is None else host,
        port=chosen.port if port is None else port,
        data=chosen.data if data is None else data,
        problems=tuple(problems) if problems else chosen.problems,
    )
    raise typer.Exit(application.run(settings))


def _settings() -> Settings:
    try:
        return Settings.from_environment(os.environ)
    except SettingsError as error:
        typer.echo(f"allclose: {error}", err=True)
        raise typer.Exit(USAGE) from None


def main() -> None:
    """The entry point of the installed command."""
    cli()


if __name__ == "__main__":
    main()
