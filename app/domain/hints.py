"""Which of a problem's hints a owner may read: one after the other, the later ones after more attempts."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.domain.progress import ProblemProgress, open_hints
from grader.model import Problem


class HintState(StrEnum):
    """How a hint stands for one owner."""

    OPENED = "opened"
    READY = "ready"
    WAITING = "waiting"
    """Its turn comes once the hint before it was opened."""
    LOCKED = "locked"
    """It takes more judged submissions."""


@dataclass(frozen=True, slots=True)
class OpenedHint:
    """A hint that a owner has opened; ``number`` counts from 1, ``opened_at`` is aware and in UTC."""

    owner: str
    problem_id: str
    number: int
    opened_at: datetime


def hint_states(problem: Problem, progress: ProblemProgress, opened: AbstractSet[int]) -> tuple[HintState, ...]:
    """The state of each hint of the problem, in their order; ``opened`` are numbers from 1."""
    due = open_hints(problem, progress)
    states: list[HintState] = []
    for number, hint in enumerate(problem.prose.hints, start=1):
        if number in opened:
            states.append(HintState.OPENED)
        elif hint not in due:
            states.append(HintState.LOCKED)
        elif number == 1 or states[-1] is HintState.OPENED:
            states.append(HintState.READY)
        else:
            states.append(HintState.WAITING)
    return tuple(states)
