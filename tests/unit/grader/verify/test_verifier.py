"""Problems that fall short, each in one way, and what the verifier says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox import Sandbox
from grader.verify import Finding, text_report, verify
from tests.doubling import RIGHT, case, doubling

SHORT: dict[str, tuple[dict[str, Any], str, str]] = {
    "wrong alternative": ({"alternatives": ["def double(x):\n    return 3 * x\n"]}, "alternative", "rejected by"),
    "alternative that raises": ({"alternatives": ["def double(x):\n    return y\n"]}, "alternative", "NameError"),
    "mistake that passes": (
        {"mistakes": [{"id": "fine", "source": RIGHT, "message": "m"}]}, "mistake", "accepted: add a case",
    ),
    "mistake that a sample alone rejects": (
        {"cases": [case("sample", "s", 3.0), case("main", "m", 2.0)]}, "mistake", "add a hidden case",
    ),
    "starter that passes": ({"starter": RIGHT}, "starter", "accepted"),
    "typed number": ({"statement": "About\n0.1234 is not computed."}, "number", "0.1234 is typed"),
    "unknown name in prose": ({"statement": "It is {{ nothing:.4f }}."}, "number", "nothing"),
    "worked result wrong": (
        {"worked": "def worked(x):\n    return {'result': 3 * x}\n"}, "worked", "not what the reference returns",
    ),
    "worked without a result": ({"worked": "def worked(x):\n    return {'y': 1.0}\n"}, "worked", "result"),
    "reference that raises": ({"reference": "def double(x):\n    return x[9]\n"}, "reference", "IndexError"),
    "reference that cannot be compiled": ({"reference": "def double(x:\n"}, "reference", "syntax"),
}  # fmt: skip


def fallen(findings: tuple[Finding, ...]) -> list[Finding]:
    """Those that do not hold and must."""
    return [finding for finding in findings if finding.mark == "FAIL"]


def test_a_sound_problem_passes(tmp_path: Path, sandbox: Sandbox):
    worked = "def worked(x):\n    return {'result': 2 * x, 'half': x / 2}\n"
    told = "Half of 1.500 is {{ half[0]:.4f }}; somebody else found [[0.7512]]."
    report = verify(doubling(tmp_path, statement=told, worked=worked), sandbox)
    assert fallen(report.findings) == []
    assert report.passed
    assert report.cases == 2
    assert {finding.check for finding in report.findings} >= {
        "reference",
        "alternative",
        "mistake",
        "starter",
        "worked",
    }


@pytest.mark.parametrize(("changes", "check", "says"), SHORT.values(), ids=SHORT)
def test_a_problem_falls_short(tmp_path: Path, sandbox: Sandbox, changes: dict[str, Any], check: str, says: str):
    report = verify(doubling(tmp_path, **changes), sandbox)
    assert not report.passed
    found = fallen(report.findings)
    assert {finding.check for finding in found} == {check}
    assert says.lower() in " ".join(finding.detail for finding in found).lower()


def test_the_line_of_a_typed_number_is_told(tmp_path: Path, sandbox: Sandbox):
    report = verify(doubling(tmp_path, statement="one\ntwo\nit is 0.9876 here"), sandbox)
    assert [finding.subject for finding in fallen(report.findings)] == ["statement, line 3"]


def test_gates_do_not_hide_which_cases_reject_a_mistake(tmp_path: Path, sandbox: Sandbox):
    groups = [{"name": "sample", "points": 0}, {"name": "main", "points": 1, "requires": ["sample"]}]
    cases = [case("sample", "s", 3.0), case("main", "a", 4.0), case("main", "b", 2.0)]
    report = verify(doubling(tmp_path, groups=groups, cases=cases), sandbox)
    mistake = next(finding for finding in report.findings if finding.check == "mistake")
    assert mistake.holds
    assert mistake.rejected_by == ("sample/s", "main/a")


LUCKY = "def double(x):\n    return x * (2 if x[0] < 0.0 else 3)\n"
TWIN = "def double(x):\n    return x ** 2\n"
FRESH = {"group": "main", "name": "drawn", "dims": {"D": 2}, "generate": "normal", "seed": "fresh", "count": 1}


def test_a_mistake_that_some_draws_alone_reject_may_pass_by_luck(tmp_path: Path, sandbox: Sandbox):
    mistake = {"id": "lucky", "source": LUCKY, "message": "m"}
    report = verify(doubling(tmp_path, mistakes=[mistake], cases=[case("sample", "s", 1.0), FRESH]), sandbox)
    found = fallen(report.findings)
    assert [(finding.check, finding.subject) for finding in found] == [("mistake", "lucky"), ("luck", "lucky")]
    assert "luck" in found[0].detail


def test_a_mistake_that_cannot_be_loaded(tmp_path: Path, sandbox: Sandbox):
    mistake = {"id": "broken", "source": "def double(x:\n", "message": "m"}
    found = fallen(verify(doubling(tmp_path, mistakes=[mistake]), sandbox).findings)
    assert [(finding.check, finding.subject) for finding in found] == [("mistake", "broken")]
    assert "cannot be loaded" in found[0].detail


@pytest.mark.parametrize("starter", ["def double(x:\n", "x = 1\n", "def double():\n    pass\n"])
def test_a_starter_must_compile_and_define_the_entry_point(tmp_path: Path, sandbox: Sandbox, starter: str):
    found = fallen(verify(doubling(tmp_path, starter=starter), sandbox).findings)
    assert [finding.check for finding in found] == ["starter"]


def test_hints_and_messages_that_nobody_comes_to_see_are_noted(tmp_path: Path, sandbox: Sandbox):
    mistakes = [{"id": name, "source": TWIN, "message": "m"} for name in ("one", "other")]
    cases = [case("sample", "s", 3.0), case("main", "m", 4.0), case("main", "zero", 0.0, hint="Look at zero.")]
    report = verify(doubling(tmp_path, mistakes=mistakes, cases=cases, starter=TWIN), sandbox)
    noted = {(finding.check, finding.subject) for finding in report.findings if finding.mark == "note"}
    assert ("hint", "main/zero") in noted  # what fails there fails everywhere
    told = [finding for finding in fallen(report.findings) if finding.check == "recognition"]
    assert [finding.subject for finding in told] == ["one", "other"]
    assert "cannot be told from other" in told[0].detail
    assert "add a case in which they differ" in told[0].detail


def test_progress_is_told(tmp_path: Path, sandbox: Sandbox):
    told: list[tuple[str, int, int]] = []
    verify(doubling(tmp_path), sandbox, progress=lambda *step: told.append(step))
    doing = [step[0] for step in told]
    assert doing[0] == "reference"
    assert {"squared", "zeros", "starter", "squared as a submission", "two fresh sandboxes", "prose"} <= set(doing)
    assert [step[1:] for step in told] == [(number, len(told)) for number in range(1, len(told) + 1)]


def test_a_report_as_json_and_as_text(tmp_path: Path, sandbox: Sandbox):
    problem = doubling(tmp_path, starter=RIGHT)
    report = verify(problem, sandbox)
    told = json.loads(json.dumps(report.as_object(), allow_nan=False))
    assert (told["problem"], told["problem_version"], told["passed"]) == ("doubling", problem.version, False)
    assert [program["name"] for program in told["matrix"]["programs"]][:2] == ["squared", "zeros"]
    assert told["tolerance"]["stands"]
    lines = text_report(report).splitlines()
    assert lines[0].startswith("doubling: 2 cases, ")
    assert lines[-1] == "doubling: falls short, 1 to mend, 1 to consider"
    assert [line for line in lines if line.strip().startswith("FAIL")] == [
        "  FAIL  starter as given: accepted: add a case that it fails"
    ]
