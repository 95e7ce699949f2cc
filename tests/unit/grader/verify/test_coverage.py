"""Which sizes the hidden cases try."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.problem_format import load_problem
from grader.verify.coverage import coverage
from tests.unit.grader.verify.problems import document

NEEDED = {"all sizes differ", "D = N", "D = H", "N = 1", "without N", "with N"}


def missing(folder: Path, *dims: dict[str, Any], group: str = "main") -> set[str]:
    import yaml  # noqa: PLC0415

    told = document(
        arguments={"x": {"shape": ["N?", "D"]}, "W": {"shape": ["H", "D"]}},
        returns={"shape": ["N?", "H"]},
        cases=[
            {"group": "sample", "name": "shown", "dims": {"D": 2, "H": 3}, "generate": "normal"},
            *({"group": group, "name": str(n), "dims": d, "generate": "normal"} for n, d in enumerate(dims)),
        ],
    )
    (folder / "covered.yaml").write_text(yaml.safe_dump(told), encoding="utf-8")
    problem = load_problem(folder / "covered.yaml")
    found = list(coverage(problem, [[entry.case] for entry in problem.entries]))
    assert all(not finding.required for finding in found)
    assert all(finding.holds or "add a hidden case" in finding.detail for finding in found)
    return {finding.subject for finding in found if not finding.holds}


def test_nothing_is_covered_without_hidden_cases(tmp_path: Path):
    assert missing(tmp_path) == NEEDED


@pytest.mark.parametrize(
    ("dims", "covered"),
    [
        ({"N": 3, "D": 4, "H": 5}, {"all sizes differ", "with N"}),
        ({"D": 4, "H": 5}, {"without N"}),
        ({"N": 1, "D": 4, "H": 5}, {"all sizes differ", "with N", "N = 1"}),
        ({"N": 4, "D": 4, "H": 5}, {"with N", "D = N"}),
        ({"N": 2, "D": 4, "H": 4}, {"with N", "D = H"}),
    ],
)
def test_each_case_covers_its_own(tmp_path: Path, dims: dict[str, int], covered: set[str]):
    assert missing(tmp_path, dims) == NEEDED - covered


def test_a_sample_does_not_count(tmp_path: Path):
    assert missing(tmp_path, {"N": 3, "D": 4, "H": 5}, group="sample") == NEEDED
