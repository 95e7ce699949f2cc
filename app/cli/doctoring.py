"""`allclose doctor`: which walls stand here, and whether they hold."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli import attacking
from app.cli.codes import NOT_ACCEPTED
from grader.errors import GraderError
from grader.sandbox import Sandbox, Wall, list_walls, self_test

_FOLDED = 100


def doctor(
    attack: Annotated[  # noqa: FBT002  typer's way
        bool, typer.Option("--attack", help="Also judge a safe set of hostile programs, and say what came of each.")
    ] = False,
) -> None:
    """Show each wall of the sandbox and try to break it. Exit code 1: a required wall is missing or broken."""
    try:
        with Sandbox() as sandbox:
            walls = list(list_walls(sandbox))
            attempts = list(self_test(sandbox, __file__))
    except GraderError as error:
        typer.echo(f"Nothing may be judged here: {error}")
        raise typer.Exit(NOT_ACCEPTED) from None
    _print("Walls", walls)
    _print("Attempts to break them from inside", attempts)
    if any(wall.required and not wall.holds for wall in (*walls, *attempts)):
        typer.echo("Nothing may be judged here: a required wall is missing or broken.")
        raise typer.Exit(NOT_ACCEPTED)
    typer.echo("Every required wall stands and held.")
    if attack:
        _attack()


def _attack() -> None:
    """A line for each program; exit code 1 when one got through."""
    typer.echo("Hostile programs, and some legal ones:")
    held: list[bool] = []
    try:
        for attempt in attacking.run_attacks():
            held.append(attempt.held)
            mark = "ok  " if attempt.held else "FAIL"
            typer.echo(f"  {mark}  {attempt.attack.kind}: {attempt.attack.title}: {attempt.words}")
    except GraderError as error:
        typer.echo(f"Nothing may be judged here: {error}")
        raise typer.Exit(NOT_ACCEPTED) from None
    if not all(held):
        typer.echo(f"Nothing may be judged here: {held.count(False)} of {len(held)} programs came out wrong.")
        raise typer.Exit(NOT_ACCEPTED)
    typer.echo(f"All {len(held)} programs came out as they must, and an honest one was accepted after each.")


def _print(title: str, walls: list[Wall]) -> None:
    typer.echo(f"{title}:")
    for wall in walls:
        mark = "ok  " if wall.holds else ("FAIL" if wall.required else "off ")
        need = "required" if wall.required else "extra"
        typer.echo(f"  {mark}  {wall.name} ({need}): {wall.detail[:_FOLDED]}")
