"""Faults of authors that public graders have let through: each row is told apart, in the form that it takes here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.errors import ProblemFormatError
from grader.model import Mode
from grader.problem_format import load_problem, load_problems
from grader.reports import result_object
from grader.sandbox import Sandbox
from grader.verify import Report, text_report, verify
from tests.doubling import RIGHT, case, document, doubling
from tests.judging import report_whole

DATA = Path(__file__).resolve().parent.parent / "data" / "authoring.jsonl"
ROWS = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
NAN = "def double(x):\n    return 2 * x * float('nan')\n"
SET_ORDER = "def double(x):\n    return 2 * x + sum(i * hash(w) % 97 for i, w in enumerate({'a', 'b', 'c'})) * 1e-13\n"
UNSEEDED = "import numpy as np\ndef generate(rng, dims):\n    return {'x': np.random.rand(3)}\n"
TINY = [case("sample", "s", 1.0), case("main", "tiny", 0.000005), case("main", "m", 5.0)]

Test = Callable[[Path, Sandbox], None]
TESTS: dict[str, Test] = {}


def row(id_: str) -> Callable[[Test], Test]:
    def kept(test: Test) -> Test:
        TESTS[id_] = test
        return test

    return kept


def refused(folder: Path, text: str) -> str:
    path = folder / "doubling.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ProblemFormatError) as caught:
        load_problem(path)
    return str(caught.value)


def checked(folder: Path, sandbox: Sandbox, **changes: Any) -> Report:
    return verify(doubling(folder, **changes), sandbox)


def told(report: Report, mark: str, check: str) -> str:
    """What findings of one check say; there must be one."""
    found = [finding for finding in report.findings if (finding.mark, finding.check) == (mark, check)]
    assert found, text_report(report)
    return "\n".join(f"{finding.subject}: {finding.detail}" for finding in found)


def plain(**changes: Any) -> str:
    return yaml.safe_dump(document(**changes), sort_keys=False)


@row("au-yaml-exponent")
def exponents_are_numbers(folder: Path, _: Sandbox) -> None:
    (folder / "doubling.yaml").write_text(f"{plain()}compare:\n  rtol: 1e-6\n  atol: 1e-9\n", encoding="utf-8")
    tolerance = load_problem(folder / "doubling.yaml").tolerance
    assert (tolerance.rtol, tolerance.atol) == (1e-6, 1e-9)


@row("au-yaml-nan")
def nan_is_refused_where_it_is_not_asked_for(folder: Path, sandbox: Sandbox) -> None:
    told_twice = refused(folder, plain(cases=[case("sample", "s", 1.0, expected=[float("nan")])]))
    assert "expected" in told_twice
    assert "NaN" in told(checked(folder, sandbox, reference=NAN, alternatives=[]), "FAIL", "reference")
    assert checked(folder, sandbox, reference=NAN, alternatives=[NAN], compare={"equal_nan": True}).findings[0].holds


@row("au-yaml-tab")
def a_tab_is_named(folder: Path, _: Sandbox) -> None:
    message = refused(folder, plain() + "limits:\n\tmemory_mb: 1\n")
    assert f"{folder / 'doubling.yaml'}:{len(plain().splitlines()) + 2}:" in message
    assert "tab" in message


@row("au-yaml-python-tag")
def a_tag_is_refused(folder: Path, _: Sandbox) -> None:
    assert "take the tag away" in refused(folder, plain() + "uuid: !!python/object/apply:os.system ['id']\n")


@row("au-reference-broken")
def a_reference_that_cannot_be_compiled(folder: Path, sandbox: Sandbox) -> None:
    report = checked(folder, sandbox, reference="def double(x:\n    return x\n")
    assert "SyntaxError" in told(report, "FAIL", "reference")


@row("au-reference-needs-starter")
def a_reference_that_leans_on_the_starter(folder: Path, sandbox: Sandbox) -> None:
    report = checked(
        folder, sandbox, reference="def double(x):\n    return np.add(x, x)\n", starter="import numpy as np\n"
    )
    assert "NameError: name 'np' is not defined on line 2" in told(report, "FAIL", "reference")


@row("au-starter-passes")
def a_starter_that_passes_a_case(folder: Path, sandbox: Sandbox) -> None:
    zeros = "def double(x):\n    return 0.0 * x\n"
    report = checked(folder, sandbox, starter=zeros, cases=[case("sample", "s", 3.0), case("main", "zero", 0.0)])
    assert "rejected by samples alone" in told(report, "FAIL", "starter")
    assert report.matrix is not None
    assert report.matrix.rows[-1].kills == (1, 0)


@row("au-expected-wrong")
def nothing_expected_is_typed(folder: Path, sandbox: Sandbox) -> None:
    assert "unknown key" in refused(folder, plain(cases=[case("sample", "s", 1.0, expected=[0.9993])]))
    report = checked(folder, sandbox, statement="The answer is 0.9993.")
    assert "0.9993 is typed" in told(report, "FAIL", "number")


@row("au-tests-malformed")
def cases_that_run_into_each_other(folder: Path, sandbox: Sandbox) -> None:
    merged = plain().replace("- group: main\n  name: hidden\n", "  group: main\n  name: hidden\n")
    assert merged != plain()
    assert "twice" in refused(folder, merged)
    assert text_report(checked(folder, sandbox)).startswith("doubling: 2 cases")


@row("au-tolerance-too-wide")
def zeros_that_pass(folder: Path, sandbox: Sandbox) -> None:
    report = checked(folder, sandbox, compare={"rtol": 0.0, "atol": 0.001}, cases=TINY)
    assert "main/tiny: all zeros pass" in told(report, "note", "tolerance")


@row("au-tolerance-too-tight")
def right_programs_that_fail(folder: Path, sandbox: Sandbox) -> None:
    rounded = "import numpy as np\ndef double(x):\n    return np.round(2 * x, 4)\n"
    cases = [case("sample", "s", 1.0), case("main", "m", 1.23456789, -4.56789)]
    report = checked(folder, sandbox, compare={"rtol": 1.0e-12}, alternatives=[rounded], cases=cases)
    assert "rejected by main/m" in told(report, "FAIL", "alternative")
    assert "right programs need" in told(report, "note", "tolerance")


@row("au-random-reference")
def a_generator_without_a_seed(folder: Path, sandbox: Sandbox) -> None:
    drawn = {"group": "main", "name": "m", "dims": {"D": 3}, "generate": {"python": UNSEEDED}}
    report = checked(folder, sandbox, cases=[case("sample", "s", 1.0), drawn])
    assert "makes other inputs each time" in told(report, "FAIL", "reference")


@row("au-hash-order")
def a_reference_that_hangs_on_the_hash_seed(folder: Path, sandbox: Sandbox) -> None:
    report = checked(folder, sandbox, reference=SET_ORDER, alternatives=[])
    assert "in two ways" in told(report, "FAIL", "determinism")


@row("au-version-text")
def values_are_data(folder: Path, sandbox: Sandbox) -> None:
    changes = {
        "returns": {"tuple": [{"scalar": "float"}, {"scalar": "int"}]},
        "reference": "import numpy as np\ndef double(x):\n    return np.float64(x[0]), len(x)\n",
        "alternatives": ["def double(x):\n    return float(x[0]), len(x)\n"],
    }
    report = checked(folder, sandbox, **changes, mistakes=[])
    assert [f.mark for f in report.findings if f.check in ("reference", "alternative")] == ["ok", "ok"]


@row("au-reference-side-effect")
def a_reference_that_changes_its_arguments(folder: Path, sandbox: Sandbox) -> None:
    report = checked(folder, sandbox, reference="def double(x):\n    x *= 2\n    return x\n")
    assert "reference: changes its arguments in place (x)" in told(report, "note", "inputs")


@row("au-duplicate-id")
def two_problems_of_one_id(folder: Path, _: Sandbox) -> None:
    for name in ("one", "other"):
        (folder / f"{name}.yaml").write_text(plain(), encoding="utf-8")
    problems, errors = load_problems(folder)
    assert len(problems) == len(errors) == 1
    assert all(str(folder / f"{name}.yaml") in str(errors[0]) for name in ("one", "other"))
    identity = "01234567-89ab-4cde-8f01-23456789abcd"
    for name in ("one", "other"):
        (folder / f"{name}.yaml").write_text(plain(id=name, uuid=identity), encoding="utf-8")
    assert "uuid: is that of" in str(load_problems(folder)[1][0])


@row("au-points")
def points_that_do_not_add_up(folder: Path, sandbox: Sandbox) -> None:
    assert "points" in refused(folder, plain(groups=[{"name": "sample"}, {"name": "main", "points": -1}]))
    parts = [{"name": "sample", "points": 0.1}, {"name": "main", "points": 0.2}]
    problem = doubling(folder, groups=parts)
    conclusion, _ = report_whole(problem, RIGHT.encode(), sandbox, Mode.SUBMIT)
    assert (conclusion.score, conclusion.max_score) == (0.3, 0.3)


@row("au-edit-after-submissions")
def a_result_names_the_version_that_it_is_of(folder: Path, sandbox: Sandbox) -> None:
    before, after = doubling(folder), doubling(folder, cases=[case("sample", "s", 1.0), case("main", "new", 9.0)])
    assert before.version != after.version
    old = result_object(before, Mode.SUBMIT, *report_whole(before, RIGHT.encode(), sandbox, Mode.SUBMIT))
    assert old["problem_version"] == before.version


def test_every_row_is_here():
    assert [told["id"] for told in ROWS] == list(TESTS)


@pytest.mark.parametrize("id_", TESTS)
def test_authors_fault(id_: str, tmp_path: Path, sandbox: Sandbox):
    TESTS[id_](tmp_path, sandbox)
