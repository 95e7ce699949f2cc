"""`allclose new`: a folder that is a problem already, and passes its own check, to be changed step by step."""

from __future__ import annotations

import builtins
import keyword
import re
from pathlib import Path
from typing import Annotated

import typer

from app.cli.codes import USAGE, leave

_TEMPLATES = Path(__file__).resolve().parent / "scaffold"
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_SUFFIX = ".template"


def new(
    slug: Annotated[str, typer.Argument(help="The problem's id and folder: small letters, digits and hyphens.")],
    into: Annotated[Path, typer.Option(help="Where the folder is made; made itself if missing.")] = Path(),
) -> None:
    """Make the folder of a new problem. Exit code 2: the name cannot be used, or the folder exists."""
    if not _SLUG.fullmatch(slug):
        leave(USAGE, f"{slug!r} is no id; use small letters, digits and hyphens, at most 64, such as unit-rows")
    folder = into / slug
    if folder.exists():
        leave(USAGE, f"{folder} exists; choose another id, or take it away first")
    try:
        _write(folder, slug)
    except OSError as error:
        leave(USAGE, f"{folder} cannot be made: {error.strerror}")
    typer.echo(f"Made {folder}. It is a small problem that works: change its files, and after each change run")
    typer.echo(f"  allclose check {folder}")


def _write(folder: Path, slug: str) -> None:
    """Every template with the names filled in."""
    names = {"@SLUG@": slug, "@TITLE@": slug.replace("-", " ").capitalize(), "@NAME@": function_name(slug)}
    for template in sorted(_TEMPLATES.rglob(f"*{_SUFFIX}")):
        text = template.read_text(encoding="utf-8")
        for mark, value in names.items():
            text = text.replace(mark, value)
        path = folder / template.relative_to(_TEMPLATES).with_suffix("")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def function_name(slug: str) -> str:
    """An id as a name that Python takes, and that hides nothing which the programs of the folder call."""
    name = slug.replace("-", "_")
    if name[0].isdigit():
        name = f"solve_{name}"
    taken = keyword.iskeyword(name) or hasattr(builtins, name) or name == "np"
    return f"{name}_" if taken else name
