from __future__ import annotations

from collections.abc import Callable

import pytest

from app.submissions.progress import NO_PROGRESS, ProblemProgress
from app.workspace.model import HintState, find_hint_states
from grader.model import Problem

OPENED, READY, WAITING, LOCKED = HintState.OPENED, HintState.READY, HintState.WAITING, HintState.LOCKED
TWICE = ProblemProgress(runs=2)


@pytest.mark.parametrize(
    ("progress", "opened", "states"),
    [
        (NO_PROGRESS, set(), (READY, LOCKED)),
        (NO_PROGRESS, {1}, (OPENED, LOCKED)),
        (TWICE, set(), (READY, WAITING)),
        (TWICE, {1}, (OPENED, READY)),
        (TWICE, {1, 2}, (OPENED, OPENED)),
        (ProblemProgress(attempts=1, solved=True), {1}, (OPENED, READY)),
        (NO_PROGRESS, {1, 2}, (OPENED, OPENED)),
    ],
)
def test_hints_open_one_after_the_other_and_the_later_ones_with_attempts(
    make_problem: Callable[..., Problem], progress: ProblemProgress, opened: set[int], states: tuple[HintState, ...]
):
    assert find_hint_states(make_problem(), progress, opened) == states
