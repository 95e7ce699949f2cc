"""Links, images and left-over files of a problem's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.problem_format import load_problem, named_files
from grader.verify.prose import leftovers, links
from tests.unit.grader.verify.problems import document


def folder(tmp_path: Path, statement: str, **changes: Any) -> Path:
    """A folder with a statement in a file, and one picture."""
    made = tmp_path / "splitting"
    made.mkdir()
    (made / "statement.md").write_text(statement, encoding="utf-8")
    (made / "cell.svg").write_text("<svg/>", encoding="utf-8")
    told = document(statement={"file": "statement.md"}, **changes)
    (made / "problem.yaml").write_text(yaml.safe_dump(told), encoding="utf-8")
    return made


@pytest.mark.parametrize(
    ("text", "checks"),
    [
        ("See [the paper](https://example.org/x.pdf), [below](#theory), [theory](/problems).", []),
        ("![a cell](cell.svg)", []),
        ("![a cell](missing.svg)", ["link"]),
        ("![](cell.svg)", ["image"]),
        ("![ ](missing.svg)", ["link", "image"]),
        ("[more](notes.md)", ["link"]),
        ("[out](../splitting2/problem.yaml)", ["link"]),
        ("<img src='cell.svg'>", ["image"]),
        ("<img src='cell.svg' alt='a cell'>", []),
        ("<img src='cell.svg' alt=''>", ["image"]),
        ("`![](missing.svg)` and\n\n    ![](missing.svg)", []),
    ],
)
def test_links_and_images(tmp_path: Path, text: str, checks: list[str]):
    path = folder(tmp_path, text)
    found = list(links(load_problem(path), path))
    assert [finding.check for finding in found] == checks
    assert not any(finding.holds for finding in found)


def test_a_single_file_has_no_files_to_link_to(tmp_path: Path):
    path = folder(tmp_path, "![a cell](cell.svg)")
    assert [finding.check for finding in links(load_problem(path), None)] == ["link"]


def test_files_that_nothing_names(tmp_path: Path):
    path = folder(tmp_path, "![a cell](cell.svg)")
    (path / "mistakes").mkdir()
    for name in ("mistakes/forgotten.py", "notes.txt", "README.md", ".hidden"):
        (path / name).write_text("x", encoding="utf-8")
    found = list(leftovers(load_problem(path), path))
    assert [(finding.subject, finding.mark) for finding in found] == [
        ("mistakes/forgotten.py", "FAIL"), ("notes.txt", "note"),
    ]  # fmt: skip


def test_named_files(tmp_path: Path):
    path = folder(tmp_path, "", theory={"file": "./statement.md"})
    assert named_files(path) == named_files(path / "problem.yaml") == {"problem.yaml", "statement.md"}
    assert named_files(tmp_path / "single.yaml") == set()
