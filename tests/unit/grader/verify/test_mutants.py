"""Built-in wrong programs: which ones a problem gets, that they run, and what is said of those that get through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.model import Problem, RunStatus
from grader.sandbox import Sandbox
from grader.verify import verify
from grader.verify.mutants import mutants
from grader.verify.running import ProvingGround, run
from tests.unit.grader.verify.problems import DRAWN, splitting

NAMES = [
    "zeros", "ones", "A returned", "A transposed", "float32", "NaN", "small noise", "one element off in first",
    "one element off in second", "first and second swapped", "empty file",
]  # fmt: skip


def answers(problem: Problem, sandbox: Sandbox) -> dict[str, Any]:
    """What each mutant answers to the sample; None where it answers nothing."""
    ground = ProvingGround.of(problem, sandbox)
    found = {}
    for one in mutants(problem):
        outcome = run(ground, one.source, sandbox, one.entry_point).outcomes[0]
        found[one.name] = outcome.value if outcome.status is RunStatus.OK else None
    return found


def test_they_do_what_they_are_named_for(tmp_path: Path, sandbox: Sandbox):
    found = answers(splitting(tmp_path), sandbox)
    assert list(found) == NAMES
    first, second = np.array([5.0, 11.0]), np.array([7.0, 10.0])
    assert not any(part.any() for part in found["zeros"].values())
    assert all((part == 1).all() for part in found["ones"].values())
    np.testing.assert_array_equal(found["A returned"]["first"], [[1, 2], [3, 4]])
    np.testing.assert_array_equal(found["A transposed"]["first"], second)
    assert found["float32"]["second"].dtype == np.float32
    np.testing.assert_array_equal(found["NaN"]["first"], [np.nan, 11])
    np.testing.assert_array_equal(found["first and second swapped"]["second"], first)
    np.testing.assert_allclose(found["small noise"]["first"], first, rtol=1e-4)
    assert (found["small noise"]["first"] != first).all()
    off = found["one element off in second"]
    np.testing.assert_array_equal(off["first"], first)
    assert off["second"][0] == 7
    assert off["second"][1] - 10 == pytest.approx(10 * 1e-9 * (10 + 1e-3 * 10), rel=1e-4)
    assert found["empty file"] is None


def test_a_reference_that_calls_itself_is_changed_once(tmp_path: Path, sandbox: Sandbox):
    source = (
        "def split(A, x, left=2):\n    if left:\n        return split(A, x, left - 1)\n"
        "    return {'first': A @ x, 'second': A.T @ x}\n"
    )
    found = answers(splitting(tmp_path, reference=source), sandbox)
    assert found["one element off in first"]["first"][1] - 11 == pytest.approx(10 * 1e-9 * (11 + 1e-3 * 11), rel=1e-4)


def test_single_values_have_mutants_too(tmp_path: Path, sandbox: Sandbox):
    told = {"returns": {"tuple": [{"scalar": "float"}, {"scalar": "int"}, {"scalar": "str"}]}}
    source = "def split(A, x):\n    return float(x.sum()), len(x), 'done'\n"
    found = answers(splitting(tmp_path, reference=source, alternatives=[], mistakes=[], **told), sandbox)
    assert found["zeros"] == (0.0, 0, "done")
    assert found["ones"] == (1.0, 1, "done")
    assert found["one element off in result[0]"][1:] == (2, "done")
    assert type(found["float32"][0]) is np.float32
    assert np.isnan(found["NaN"][0])


def test_one_that_equals_the_reference_is_told_with_what_to_add(tmp_path: Path, sandbox: Sandbox):
    symmetric = {"A": [[1, 2, 0], [2, 4, 1], [0, 1, 5]]}
    cases = [
        {"group": "sample", "name": "shown", "inputs": {"A": [[1, 2], [2, 4]], "x": [1, 2]}},
        {**DRAWN, "name": "symmetric", "inputs": symmetric},
    ]
    report = verify(splitting(tmp_path, cases=cases, mistakes=[]), sandbox)
    found = {finding.subject: finding for finding in report.findings if finding.check == "mutant"}
    turned = found["A transposed"]
    assert (turned.holds, turned.required) == (False, False)
    assert (
        "equals the reference on every case: add a hidden case in which A is square and not symmetric" in turned.detail
    )
    swapped = found["first and second swapped"]
    assert (swapped.holds, swapped.required) == (False, True)
    assert "in which first and second differ" in swapped.detail
    assert not report.passed


def test_a_tolerance_that_is_too_wide_lets_mutants_through(tmp_path: Path, sandbox: Sandbox):
    report = verify(splitting(tmp_path, compare={"rtol": 1.0e-9, "atol": 100.0}, mistakes=[]), sandbox)
    through = {finding.subject for finding in report.findings if finding.check == "mutant" and not finding.holds}
    assert {"zeros", "small noise"} <= through
    assert "float32" not in through


def test_answers_of_zeros_alone_let_zeros_through(tmp_path: Path, sandbox: Sandbox):
    cases = [
        {"group": "sample", "name": "shown", "inputs": {"A": [[1, 2], [2, 4]], "x": [1, 2]}},
        {**DRAWN, "name": "nothing", "inputs": {"x": [0, 0, 0]}},
    ]
    report = verify(splitting(tmp_path, cases=cases, mistakes=[]), sandbox)
    zeros = next(finding for finding in report.findings if finding.subject == "zeros")
    assert not zeros.holds
    assert zeros.detail.startswith("rejected by samples alone")
