from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.submissions.progress import NO_PROGRESS, ProblemProgress
from app.workspace.model import HintState, find_hint_states, is_editorial_open
from grader.model import Problem

OPENED, READY, WAITING, LOCKED = HintState.OPENED, HintState.READY, HintState.WAITING, HintState.LOCKED
TWICE = ProblemProgress(runs=2)


@pytest.mark.parametrize(
    ("progress", "opened", "states"),
    [
        (NO_PROGRESS, set(), (READY, LOCKED)),
        (NO_PROGRESS, {1}, (OPENED, LOCKED)),
        (ProblemProgress(runs=1), {1}, (OPENED, LOCKED)),
        (ProblemProgress(runs=1, attempts=1), {1}, (OPENED, READY)),
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


def test_the_editorial_opens_to_those_who_have_solved_the_problem(make_problem: Callable[..., Problem]):
    plain = make_problem()
    problem = replace(plain, prose=replace(plain.prose, editorial="Why so."))
    solved, tried = ProblemProgress(attempts=1, solved=True), ProblemProgress(attempts=9, best_score=99.0)
    assert is_editorial_open(problem, solved)
    assert not is_editorial_open(problem, tried)
    assert not is_editorial_open(plain, solved)
