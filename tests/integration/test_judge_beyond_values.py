"""A problem whose answer is not unique, from its document to verdicts and its own check."""

from __future__ import annotations

from pathlib import Path

import yaml

from grader.model import Mode, Problem, Reason, Verdict
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from grader.verify import verify
from tests.judging import judge_cases

DOCUMENT = {
    "format": 1, "id": "column-basis", "title": "Column basis", "difficulty": "medium", "entry_point": "basis",
    "arguments": {"A": {"shape": ["M", "K"]}},
    "returns": {"dict": {
        "basis": {"shape": ["M", "K"], "axes": ["row", "column"], "properties": ["orthogonal"], "values": "free"},
        "projector": {"shape": ["M", "M"], "compare": {"rtol": 1.0e-8, "atol": 1.0e-10}},
        "sizes": {"shape": ["K"], "properties": [{"holds": "sorted", "descending": True}]},
        "rows": {"shape": ["M", "K"], "unordered": True},
    }},
    "statement": "An orthonormal basis of the columns of `A`, and what comes with it.",
    "starter": "def basis(A):\n    pass\n",
    "reference": (
        "import numpy as np\ndef basis(A):\n    q, s, _ = np.linalg.svd(A, full_matrices=False)\n"
        "    return {'basis': q, 'projector': q @ q.T, 'sizes': s, 'rows': A.copy()}\n"
    ),
    "alternatives": [(
        "import numpy as np\ndef basis(A):\n    q, _ = np.linalg.qr(A)\n"
        "    s = np.linalg.svd(A, compute_uv=False)\n"
        "    return {'basis': -q, 'projector': q @ q.T, 'sizes': s, 'rows': A[::-1].copy()}\n"
    )],
    "mistakes": [{"id": "not-normal", "message": "m", "source": (
        "import numpy as np\ndef basis(A):\n    q, s, _ = np.linalg.svd(A, full_matrices=False)\n"
        "    return {'basis': 2 * q, 'projector': q @ q.T, 'sizes': s, 'rows': A.copy()}\n"
    )}],
    "waive": {"fresh": "It shows one thing, and nobody is marked by it."},
    "groups": [{"name": "sample"}, {"name": "main", "points": 1}],
    "cases": [
        {"group": "sample", "name": "shown", "inputs": {"A": [[1.0, 0.0], [1.0, 1.0], [0.0, 2.0]]}},
        {"group": "main", "name": "tall", "dims": {"M": 6, "K": 3}, "generate": "normal", "seed": 1},
    ],
}  # fmt: skip


def problem(folder: Path) -> Problem:
    (folder / "column-basis.yaml").write_text(yaml.safe_dump(DOCUMENT), encoding="utf-8")
    return load_problem(folder / "column-basis.yaml")


def test_the_check_accepts_what_is_right_in_another_way(tmp_path: Path, sandbox: Sandbox):
    report = verify(problem(tmp_path), sandbox)
    assert [finding for finding in report.findings if finding.mark == "FAIL"] == []
    assert report.margin is not None
    assert report.margin.stands


def test_a_property_that_is_missed_has_its_reason_and_tells_no_hidden_value(tmp_path: Path, sandbox: Sandbox):
    found = problem(tmp_path)
    results = judge_cases(found, found.mistakes[0].program.source, sandbox, Mode.SUBMIT)
    assert [(result.verdict, result.reason) for result in results] == [
        (Verdict.WRONG_ANSWER, Reason.PROPERTY_FAILED)
    ] * 2
    assert "off by 3" in results[0].message
    assert "3" not in results[1].message.replace("1e", "")
    assert results[1].expected is None
