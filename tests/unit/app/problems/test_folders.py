from __future__ import annotations

import logging
from pathlib import Path

import pytest

from app.problems.folders import read_problems

DOUBLE = Path(__file__).resolve().parents[3] / "data" / "problems" / "double.yaml"


def folder(base: Path, name: str, **files: str) -> Path:
    (base / name).mkdir()
    for stem, text in files.items():
        (base / name / f"{stem}.yaml").write_text(text)
    return base / name


def test_one_faulty_problem_does_not_take_the_others_down(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    mixed = folder(tmp_path, "mixed", double=DOUBLE.read_text(), faulty="format: 1\nid: [\n")
    with caplog.at_level(logging.ERROR):
        found = read_problems([mixed])
    assert list(found) == ["double"]
    assert "faulty.yaml" in caplog.text


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    assert read_problems([tmp_path / "nothing"]) == {}
    assert "nothing is not there" in caplog.text


def test_the_later_folder_mends_the_earlier(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    text = DOUBLE.read_text()
    first = folder(tmp_path, "first", double=text)
    second = folder(tmp_path, "second", double=text.replace("title: Double", "title: Twice"))
    assert read_problems([first, second])["double"].title == "Twice"
    assert "replaces an earlier one" in caplog.text
