"""`allclose serve`."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.codes import USAGE, leave
from app.wiring.settings import Settings, SettingsError


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.", min=0, max=65535)] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of database and secrets; made if missing.")] = None,
    problems: Annotated[list[Path] | None, typer.Option(help="A folder of more problems; may be repeated.")] = None,
) -> None:
    """Serve the pages and the REST API, and judge what is handed in."""
    from app.wiring.serving import run  # noqa: PLC0415 - the other commands need no web

    given: dict[str, Any] = {
        "host": host,
        "port": port,
        "data": data,
        "problems": tuple(problems) if problems else None,
    }
    settings = dataclasses.replace(
        _read_settings(), **{name: value for name, value in given.items() if value is not None}
    )
    raise typer.Exit(run(settings))


def _read_settings() -> Settings:
    try:
        return Settings.from_environment(os.environ)
    except SettingsError as error:
        leave(USAGE, error)
