"""Problems as commands name them: by slug, or by the path of a folder or a YAML file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from app.cli.codes import USAGE, leave
from app.kernel.packaged import packaged
from grader.errors import ProblemFormatError
from grader.model import Problem
from grader.problem_format import load_problem

FILE_NAME = "problem.yaml"


def problem_paths(folder: Path) -> Iterator[Path]:
    """Every problem below a folder: folders that hold a problem.yaml, and single YAML files."""
    for entry in sorted(folder.iterdir()):
        if (entry / FILE_NAME).is_file() or (entry.is_file() and entry.suffix in (".yaml", ".yml")):
            yield entry


def find_problem(name: str, folders: Sequence[Path]) -> Problem:
    """The problem of that slug or path; ends the command with a sentence when there is none or it cannot be read."""
    path = Path(name)
    if path.exists() and (path.is_file() or (path / FILE_NAME).is_file()):
        return load_or_leave(path)
    known = {entry.stem if entry.is_file() else entry.name: entry for entry in _list_everywhere(folders)}
    if name not in known:
        leave(USAGE, f"there is no problem {name!r}; there are: {', '.join(sorted(known)) or 'none'}")
    return load_or_leave(known[name])


def _list_everywhere(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in (packaged("problems"), *folders):
        if not folder.is_dir():
            leave(USAGE, f"{folder} is no folder of problems")
        yield from problem_paths(folder)


def load_or_leave(path: Path) -> Problem:
    """Load a problem, or end the command with its faults, one on a line."""
    try:
        return load_problem(path)
    except ProblemFormatError as error:
        leave(USAGE, f"the problem cannot be read:\n{error}")
