"""Wrong programs that only a property of the function rejects."""

from __future__ import annotations

from pathlib import Path

import yaml

from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from grader.verify import verify

SOURCE = Path(__file__).parents[3] / "data" / "checkers" / "leaky-sum.yaml"
WRONG_ALONE = ("return states, h", "return states + (len(X) == 1), h")


def test_the_matrix_counts_what_a_property_rejects_and_an_alternative_must_have_it(tmp_path: Path, sandbox: Sandbox):
    data = yaml.safe_load(SOURCE.read_text(encoding="utf-8"))
    wrong = data["reference"].replace(*WRONG_ALONE)
    data["mistakes"] = [{"id": "alone", "message": "One sequence is read in another way.", "source": wrong}]
    data["alternatives"] = [wrong]
    (tmp_path / "leaky-sum.yaml").write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    report = verify(load_problem(tmp_path / "leaky-sum.yaml"), sandbox)
    found = {(finding.check, finding.subject): finding for finding in report.findings}
    assert found["mistake", "alone"].rejected_by == ("main/properties",)
    assert "only a property rejects it" in found["recognition", "alone"].detail
    alternative = found["alternative", "alternative-1"]
    assert not alternative.holds
    assert alternative.detail.startswith("rejected by main/properties: One example alone must give")
