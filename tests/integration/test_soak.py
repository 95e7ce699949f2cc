"""A short one of what `make soak` does with twenty thousand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soaking import soak


@pytest.mark.slow
def test_while_judges_are_killed_every_verdict_is_right_and_none_is_lost(tmp_path: Path):
    made = soak(300, tmp_path / "data", kill_seconds=1.5)
    assert made.complaints == []
    assert len(made.acknowledged) == 300
    assert made.killed >= 3
