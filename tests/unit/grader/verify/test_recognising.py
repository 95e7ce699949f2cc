"""Mistakes that are not recognised as themselves: which pair cannot be told apart, or what hides one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.sandbox import Sandbox
from grader.verify import Finding, verify
from tests.doubling import WRONG, case, doubling

SQUARED = {"id": "squared", "source": WRONG, "message": "m"}
POWER = {"id": "power", "source": "def double(x):\n    return x ** 2.0\n", "message": "m"}
CLIPPED = {"id": "clipped", "source": "def double(x):\n    return x * abs(x)\n", "message": "m"}
ENDLESS = {"id": "endless", "source": "def double(x):\n    while True: pass\n", "message": "m"}
RAISING = {"id": "raising", "source": "def double(x):\n    return x + nothing\n", "message": "m"}
GATED = [{"name": "sample", "points": 0}, {"name": "main", "points": 1, "requires": ["sample"]}]
CASES = [case("sample", "s", 1.5, 3.0), case("main", "a", 4.0, 5.0)]


def recognition(folder: Path, sandbox: Sandbox, *mistakes: dict[str, Any], **changes: Any) -> dict[str, Finding]:
    report = verify(doubling(folder, **{"mistakes": list(mistakes), "cases": CASES} | changes), sandbox)
    return {finding.subject: finding for finding in report.findings if finding.check == "recognition"}


def test_a_mistake_that_is_recognised_holds(tmp_path: Path, sandbox: Sandbox):
    assert {name: one.mark for name, one in recognition(tmp_path, sandbox, SQUARED).items()} == {"squared": "ok"}


@pytest.mark.parametrize("other", [POWER, CLIPPED], ids=lambda other: str(other["id"]))
def test_a_pair_that_cannot_be_told_apart_is_named_from_both_sides(
    tmp_path: Path, sandbox: Sandbox, other: dict[str, Any]
):
    found = recognition(tmp_path, sandbox, SQUARED, other)
    assert {name: one.mark for name, one in found.items()} == {"squared": "FAIL", other["id"]: "FAIL"}
    assert f"cannot be told from {other['id']}, so that its message is not shown" in found["squared"].detail
    assert "cannot be told from squared" in found[other["id"]].detail
    assert "add a case in which they differ" in found["squared"].detail


def test_a_case_in_which_they_differ_mends_it(tmp_path: Path, sandbox: Sandbox):
    cases = [*CASES, case("main", "below zero", -4.0, 3.0)]
    found = recognition(tmp_path, sandbox, SQUARED, CLIPPED, cases=cases)
    assert {one.mark for one in found.values()} == {"ok"}


@pytest.mark.parametrize(
    ("mistake", "changes", "says"),
    [
        (SQUARED, {"groups": GATED}, "every hidden group waits for others that it fails"),
        (ENDLESS, {"limits": {"wall_seconds": 0.2}}, "it ends its process"),
        (RAISING, {}, "it only ever raises"),
    ],
    ids=["gated", "endless", "raising"],
)
def test_what_hides_a_mistake_is_told_as_advice(
    tmp_path: Path, sandbox: Sandbox, mistake: dict[str, Any], changes: dict[str, Any], says: str
):
    found = recognition(tmp_path, sandbox, mistake, **changes)[str(mistake["id"])]
    assert found.mark == "note"
    assert says in found.detail


def test_of_a_mistake_that_passes_or_cannot_be_loaded_nothing_more_is_said(tmp_path: Path, sandbox: Sandbox):
    fine = {"id": "fine", "source": "def double(x):\n    return x + x\n", "message": "m"}
    broken = {"id": "broken", "source": "def double(x:\n", "message": "m"}
    assert recognition(tmp_path, sandbox, fine, broken) == {}
