"""Short floods against the real server: an honest student is served, within bounds ten times those of the benchmark."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOODS = ROOT / "bench" / "floods.py"
VERDICT_SECONDS, HEALTH_SECONDS = 5.0, 1.0
KINDS = ("sleepers", "sleepers, cookies", "large sources", "long texts", "violators", "drafts", "silence", "pages")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_an_honest_student_is_served(kind: str):
    command = [sys.executable, str(FLOODS), "--json", "--seconds", "3", "--only", kind]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=180, check=True)
    medians = json.loads(done.stdout)["medians"]
    assert medians[f"{kind}: refused"] == 0
    assert medians[f"{kind}: verdict p95"] < VERDICT_SECONDS
    assert medians[f"{kind}: healthz p95"] < HEALTH_SECONDS
