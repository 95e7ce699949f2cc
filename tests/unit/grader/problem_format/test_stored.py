"""A problem read again from the files that it was made of, without the disk."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grader.errors import ProblemFormatError
from grader.model import Problem, TestCase
from grader.problem_format import load_problem, read_stored

ROOT = Path(__file__).parents[4]
SHIPPED = sorted(path.parent for path in (ROOT / "problems").glob("*/problem.yaml"))
SINGLE = sorted([*(ROOT / "tests/data/checkers").glob("*.yaml"), *(ROOT / "tests/data/problems").glob("*.yaml")])


def assert_equal(one: Problem, other: Problem) -> None:
    """Equal in all parts; arrays are compared by themselves, since they have no truth value."""
    inputs = [[case.inputs for case in _list_cases(problem)] for problem in (one, other)]
    np.testing.assert_equal(*inputs)
    bare = [replace(problem, entries=_without_inputs(problem)) for problem in (one, other)]
    assert bare[0] == bare[1]
    assert (one.version, one.judging_version, one.files) == (other.version, other.judging_version, other.files)


def _list_cases(problem: Problem) -> list[TestCase]:
    """Each fixed case, and a draw of each fresh entry."""
    return [entry.draw(1 << 100) if entry.draw else entry.case for entry in problem.entries]


def _without_inputs(problem: Problem) -> tuple:
    return tuple(replace(entry, case=replace(entry.case, inputs={})) for entry in problem.entries)


@pytest.mark.parametrize("path", [*SHIPPED, *SINGLE], ids=lambda path: path.name)
def test_it_is_the_same_problem(path: Path):
    problem = load_problem(path)
    assert_equal(read_stored(problem.files), problem)


def test_the_files_are_those_that_the_document_names():
    problem = load_problem(ROOT / "problems" / "rnn-cell")
    assert {"problem.yaml", "reference.py", "statement.md"} <= set(problem.files)
    assert problem.files["reference.py"] == (ROOT / "problems" / "rnn-cell" / "reference.py").read_bytes()
    more = {**problem.files, "left-over.py": b"not named"}
    assert_equal(read_stored(more), problem)


def test_the_disk_is_not_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "rnn-cell"
    shutil.copytree(ROOT / "problems" / "rnn-cell", folder)
    problem = load_problem(folder)
    shutil.rmtree(folder)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reference.py").write_text("something else")
    assert_equal(read_stored(problem.files), problem)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda files: files.pop("problem.yaml"), "problem.yaml:1:1: (the whole file): is not among the stored files"),
        (lambda files: files.pop("reference.py"), "'reference.py' is not among the stored files"),
        (lambda files: files.update({"problem.yaml": b"a: ["}), "problem.yaml:2:1: (the whole file): is not YAML"),
        (lambda files: files.update({"problem.yaml": b"#" * 10_000_000}), "is larger than"),
        (lambda files: files.update({"reference.py": b"\xff"}), "not UTF-8"),
        (lambda files: files.update({"reference.py": b"#" * 100_000}), "'reference.py' is larger than"),
        (lambda files: files.update({"problem.yaml": b"format: 1\n"}), "problem.yaml:1:1: id"),
    ],
)
def test_what_cannot_be_read_is_told_as_ever(change: Callable[[dict[str, bytes]], object], says: str):
    files = dict(load_problem(ROOT / "problems" / "rnn-cell").files)
    change(files)
    with pytest.raises(ProblemFormatError) as caught:
        read_stored(files)
    assert says in str(caught.value)
