"""Where the tolerance stands: measured on programs whose distance is known."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from grader.sandbox import Sandbox
from grader.verify import Report, verify
from tests.doubling import doubling
from tests.unit.grader.verify.problems import splitting


def off(by: float) -> str:
    return f"def double(x):\n    return 2 * x * (1 + {by!r})\n"


def report(folder: Path, sandbox: Sandbox, alternative: float, mistake: float, **compare: float) -> Report:
    wrong = {"id": "off", "source": off(mistake), "message": "m"}
    problem = doubling(folder, alternatives=[off(alternative)], mistakes=[wrong], compare={"rtol": 1.0e-9, **compare})
    return verify(problem, sandbox)


def test_a_tolerance_with_room_on_both_sides_stands(tmp_path: Path, sandbox: Sandbox):
    found = report(tmp_path, sandbox, 1e-12, 1e-5)
    margin = found.margin
    assert margin is not None
    assert margin.least == pytest.approx(1e-12, rel=0.01)
    assert margin.stands
    assert found.passed
    assert margin.advice().startswith("rtol 1e-09 stands")
    assert 1e-9 < margin.most <= 1.01e-5


@pytest.mark.parametrize(("alternative", "mistake", "rtol"), [(3e-10, 1e-3, 1e-6), (1e-15, 2e-9, 1e-12)])
def test_a_tolerance_too_near_to_one_side_is_told_a_better_one(
    tmp_path: Path, sandbox: Sandbox, alternative: float, mistake: float, rtol: float
):
    found = report(tmp_path, sandbox, alternative, mistake)
    assert found.margin is not None
    assert not found.margin.stands
    told = [finding for finding in found.findings if finding.check == "tolerance"]
    assert [finding.mark for finding in told] == ["note"]
    if found.margin.suggested is not None:
        assert f"Set rtol to {found.margin.suggested:.0e}" in told[0].detail
        assert found.margin.suggested == pytest.approx(rtol, rel=9)


def test_there_may_be_no_room_at_all(tmp_path: Path, sandbox: Sandbox):
    found = report(tmp_path, sandbox, 3e-10, 2e-9)
    assert found.margin is not None
    assert found.margin.suggested is None
    assert "no room" in found.margin.advice()


def test_an_absolute_tolerance_is_weighed_too(tmp_path: Path, sandbox: Sandbox):
    found = report(tmp_path, sandbox, 1e-12, 1e-3, atol=1e-12)
    assert found.margin is not None
    assert "atol 1e-12 stands" in found.margin.advice()
    source = "def double(x):\n    return 2 * x + 5e-9\n"
    problem = doubling(tmp_path, alternatives=[source], compare={"rtol": 1.0e-12, "atol": 1.0e-8})
    told = verify(problem, sandbox).margin
    assert told is not None
    assert "Set atol to 5e-08" in told.advice()


def test_the_table_goes_from_right_to_wrong_and_json_is_strict(tmp_path: Path, sandbox: Sandbox):
    found = report(tmp_path, sandbox, 1e-12, 1e-3)
    assert found.margin is not None
    names = [line.split("  ")[0] for line in found.margin.as_lines()]
    assert names[3:7] == ["right: alternative-1", "the tolerance", "nearest case: off", "wrong: off"]
    told = json.loads(json.dumps(found.margin.as_object(), allow_nan=False))
    assert told["rows"]["wrong: off"]["used"] > 1e5
    assert told["stands"]


def test_programs_of_another_form_have_no_distance(tmp_path: Path, sandbox: Sandbox):
    mistakes = [{"id": "list", "source": "def split(A, x):\n    return [A @ x, A.T @ x]\n", "message": "m"}]
    margin = verify(splitting(tmp_path, mistakes=mistakes), sandbox).margin
    assert margin is not None
    assert margin.wrong is None
    assert math.isfinite(margin.most)
