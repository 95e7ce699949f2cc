"""Programs that answer in two ways, and limits without room."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grader.model import Limits
from grader.sandbox import Sandbox
from grader.verify import Finding, verify
from grader.verify.running import ProvingGround, run
from grader.verify.steadiness import are_same, run_again
from tests.doubling import RIGHT, doubling

UNSTEADY = {
    "random": "import numpy as np\ndef double(x):\n    return 2 * x + 1e-13 * np.random.default_rng().normal()\n",
    "hash": "def double(x):\n    return 2 * x + (hash('a') % 1000) * 1e-15\n",
    "memory": "seen = []\ndef double(x):\n    seen.append(1)\n    return 2 * x + (len(seen) > 2) * 1e-13\n",
}


def findings(check: str, found: tuple[Finding, ...]) -> list[Finding]:
    return [finding for finding in found if finding.check == check]


@pytest.mark.parametrize("kind", ["random", "hash"])
def test_an_unsteady_program_is_found_although_every_answer_is_right(tmp_path: Path, sandbox: Sandbox, kind: str):
    report = verify(doubling(tmp_path, alternatives=[UNSTEADY[kind]]), sandbox)
    found = findings("determinism", report.findings)
    assert [(finding.subject, finding.holds) for finding in found] == [("reference", True), ("alternative-1", False)]
    assert "in two ways" in found[1].detail
    assert not report.passed


def test_two_sandboxes_have_two_hash_seeds(tmp_path: Path, sandbox: Sandbox):
    ground = ProvingGround.of(doubling(tmp_path), sandbox)
    hashes, ran = run_again(ground, {"right": RIGHT.encode()})
    assert len(set(hashes)) == 2
    assert len(ran["right"]) == 3


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (np.array([1.0, np.nan]), np.array([1.0, np.nan]), True),
        (np.array([0.0]), np.array([-0.0]), False),
        (np.array([1.0]), np.array([1.0], dtype=np.float32), False),
        ({"a": (1, 2.0)}, {"a": (1, 2.0)}, True),
        ({"a": (1, 2.0)}, {"a": [1, 2.0]}, False),
        (1, True, False),
        (None, None, True),
        (np.float64(1), 1.0, False),
    ],
)
def test_equal_to_the_last_bit(one: object, other: object, equal: bool):  # noqa: FBT001
    assert are_same(one, other) is equal


def test_a_limit_without_room_is_told_with_a_better_one(tmp_path: Path, sandbox: Sandbox):
    slow = "import time\ndef double(x):\n    time.sleep(0.05)\n    return 2 * x\n"
    problem = doubling(tmp_path, reference=slow, alternatives=[], mistakes=[])
    report = verify(replace(problem, limits=Limits(wall_seconds=0.3)), sandbox)
    found = findings("time", report.findings)
    assert [finding.holds for finding in found] == [False, True]
    assert "auto would be 2 s" in found[0].detail
    assert "the limit is 0.3 s" in found[0].detail


def test_a_program_that_ends_its_process_is_not_run_again_and_again(tmp_path: Path, sandbox: Sandbox):
    ground = ProvingGround.of(doubling(tmp_path), sandbox)
    ran = run(ground, b"import os\ndef double(x):\n    os._exit(3)\n", sandbox)
    assert ran.loads
    assert len({id(outcome) for outcome in ran.outcomes}) == 1
