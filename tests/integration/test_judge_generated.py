"""Inputs that a program of the author's makes: in the sandbox, the same every time, held against what is declared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from app.cli import cli
from grader.errors import ProblemFormatError, UnfitProblemError
from grader.judge import draw_cases, prepare
from grader.model import Mode, Problem
from grader.sandbox import Sandbox
from grader.verify import verify
from tests.doubling import case, doubling
from tests.judging import judge_cases

ASCENDING = "def generate(rng, dims):\n    return {'x': rng.normal(size=dims['D']).cumsum()}\n"
HASHED = (
    "import numpy as np\ndef generate(rng, dims):\n"
    "    return {'x': np.array([float(len(word)) for word in {'a', 'bb', 'ccc', 'dddd', 'eeeee', 'ffffff'}])}\n"
)
MADE = {"group": "main", "name": "made", "dims": {"D": 3}, "seed": 7}
READING = "import os\ndef generate(rng, dims):\n    return {'x': open('/etc/passwd').read()}\n"

WRONG = {
    "raises": ("def generate(rng, dims):\n    return 1 / 0\n", "ZeroDivisionError: division by zero on line 2"),
    "cannot be compiled": ("def generate(\n", "SyntaxError"),
    "defines nothing": ("x = 1\n", "name 'generate' is not defined"),
    "reads a file": (READING, "on line 3"),
    "draws from elsewhere": (
        "import numpy as np\ndef generate(rng, dims):\n    return {'x': np.random.rand(3)}\n", "draw from `rng` alone",
    ),
    "no dict": ("def generate(rng, dims):\n    return rng.normal(size=3)\n", "must return a dict of x, not ndarray"),
    "another key": ("def generate(rng, dims):\n    return {'y': 1}\n", "must return a dict of x, not a dict of y"),
    "a list": ("def generate(rng, dims):\n    return {'x': [1.0]}\n", "'x' is list, but the argument is an array"),
    "another dtype": (
        "def generate(rng, dims):\n    return {'x': rng.integers(9, size=3)}\n", "the dtype int64, but the argument's",
    ),
    "another shape": (
        "def generate(rng, dims):\n    return {'x': rng.normal(size=(2, 2))}\n", "'x' has 2 axes",
    ),
    "another size": (
        "def generate(rng, dims):\n    return {'x': rng.normal(size=4)}\n", "has D = 4, but `dims` has D = 3",
    ),
}  # fmt: skip


def problem(folder: Path, program: str, **changes: Any) -> Problem:
    cases = [case("sample", "s", 1.5, 3.0), {**MADE, "generate": {"python": program}} | changes]
    return doubling(folder, cases=cases)


def inputs(made: Problem, sandbox: Sandbox) -> list[np.ndarray]:
    return [np.asarray(item.case.inputs["x"]) for item in prepare(made, sandbox).entries[1].cases]


def drawn(made: Problem, seed: str, sandbox: Sandbox) -> list[bytes]:
    """The inputs of one submission's fresh cases."""
    return [np.asarray(item.case.inputs["x"]).tobytes() for item in draw_cases(prepare(made, sandbox), seed, sandbox)]


def test_a_program_makes_what_no_distribution_gives(tmp_path: Path, sandbox: Sandbox):
    made = problem(tmp_path, ASCENDING)
    expected = np.random.default_rng([7]).normal(size=3).cumsum()
    np.testing.assert_array_equal(inputs(made, sandbox), [expected])
    verdicts = {r.verdict.value for r in judge_cases(made, b"def double(x):\n    return 2 * x\n", sandbox, Mode.SUBMIT)}
    assert verdicts == {"accepted"}
    wrong = judge_cases(made, b"def double(x):\n    return 3 * x\n", sandbox, Mode.SUBMIT)
    assert wrong[1].verdict == "wrong_answer"
    assert wrong[1].inputs is None


def test_fresh_cases_differ_and_are_made_alike_again(tmp_path: Path, sandbox: Sandbox):
    made = problem(tmp_path, ASCENDING, seed="fresh", count=20, dims={"D": "2..5"})
    first = drawn(made, "one", sandbox)
    assert len(set(first)) == len(first) == 20
    assert not set(first) & set(drawn(made, "another", sandbox))
    with Sandbox() as another:
        assert drawn(made, "one", another) == first


def test_explicit_inputs_win(tmp_path: Path, sandbox: Sandbox):
    made = problem(tmp_path, "def generate(rng, dims):\n    return 1 / 0\n", inputs={"x": [1.0, 2.0, 3.0]})
    np.testing.assert_array_equal(inputs(made, sandbox), [[1.0, 2.0, 3.0]])


@pytest.mark.parametrize(("program", "says"), WRONG.values(), ids=WRONG)
def test_what_does_not_fit_is_told_with_its_place(tmp_path: Path, sandbox: Sandbox, program: str, says: str):
    with pytest.raises(UnfitProblemError) as caught:
        prepare(problem(tmp_path, program), sandbox)
    assert says in str(caught.value)
    lines = (tmp_path / "doubling.yaml").read_text(encoding="utf-8").splitlines()
    place, line, column, told = str(caught.value).split(":", 3)
    assert place == str(tmp_path / "doubling.yaml")
    assert lines[int(line) - 1][int(column) - 1 :].startswith("python:")
    assert told.startswith(" cases.1.generate.python: ")


def test_a_check_says_so_and_a_file_is_named(tmp_path: Path):
    folder = tmp_path / "doubling"
    folder.mkdir()
    (folder / "make.py").write_text("def generate(rng, dims):\n\n    return nothing\n", encoding="utf-8")
    doubling_file = tmp_path / "one"
    doubling_file.mkdir()
    with pytest.raises(ProblemFormatError, match="one single file"):
        doubling(doubling_file, cases=[case("sample", "s", 1.0), {**MADE, "generate": {"python": {"file": "make.py"}}}])
    (doubling_file / "doubling.yaml").rename(folder / "problem.yaml")
    done = CliRunner().invoke(cli, ["check", str(folder)])
    assert done.exit_code == 1
    assert "make.py fails: NameError: name 'nothing' is not defined on line 3" in done.stdout


def test_a_sample_has_no_program(tmp_path: Path):
    with pytest.raises(ProblemFormatError, match="is for hidden cases"):
        doubling(tmp_path, cases=[{**MADE, "group": "sample", "generate": {"python": ASCENDING}}])


def test_sizes_are_covered_by_what_a_program_makes(tmp_path: Path, sandbox: Sandbox):
    made = problem(tmp_path, "def generate(rng, dims):\n    return {'x': rng.normal(size=5)}\n", dims={})
    assert prepare(made, sandbox).entries[1].cases[0].case.dims == {"D": 5}
    report = verify(made, sandbox)
    assert report.passed
    found = {finding.subject: finding for finding in report.findings if finding.check == "determinism"}
    assert found["generated inputs"].holds


def test_inputs_that_hang_on_the_hash_seed_are_found(tmp_path: Path, sandbox: Sandbox):
    found = [
        finding
        for _ in range(3)  # six words may come in one order twice
        for finding in verify(problem(tmp_path, HASHED, dims={}), sandbox).findings
        if finding.subject == "generated inputs" and not finding.holds
    ]
    assert found
    assert "look for the order of a set" in found[0].detail
