"""Exit codes, and ends that say a sentence."""

from __future__ import annotations

from typing import NoReturn

import typer

NOT_ACCEPTED = 1
"""The answer is there and it is no: not accepted, or a problem that falls short."""

USAGE = 2
"""What was asked cannot be done: a wrong option, a file or a problem that cannot be read."""

OUR_FAULT = 3
"""Neither the student's nor the author's fault."""


def leave(code: int, message: object) -> NoReturn:
    """End with a code and a sentence on stderr."""
    typer.echo(f"allclose: {message}", err=True)
    raise typer.Exit(code)
