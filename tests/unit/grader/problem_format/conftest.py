"""A small problem to start from, and a way to say what is wrong with a changed one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import FileFault, ProblemFormatError
from grader.problem_format import load_problem

BASE = (Path(__file__).parents[3] / "data" / "problem_format" / "cell.yaml").read_text(encoding="utf-8")

Change = tuple[str, str]


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes the base problem, with pieces of its text replaced, as one single file."""

    def write(*changes: Change) -> Path:
        text = BASE
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "single.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def faults_of() -> Callable[[Path], list[FileFault]]:
    """The faults of a problem that must not load."""

    def faults_of(path: Path) -> list[FileFault]:
        with pytest.raises(ProblemFormatError) as caught:
            load_problem(path)
        return caught.value.faults

    return faults_of


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """A folder called like its problem, with files; the document takes changes."""

    def folder(*changes: Change, name: str = "rnn-cell", **files: str) -> Path:
        place = tmp_path / name
        place.mkdir()
        text = BASE
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        (place / "problem.yaml").write_text(text, encoding="utf-8")
        for stem, content in files.items():
            (place / stem.replace("__", ".")).write_text(content, encoding="utf-8")
        return place

    return folder
