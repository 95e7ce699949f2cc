"""What a student is writing, and what they have opened or may open."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.submissions.progress import ProblemProgress
from grader.model import Hint, Problem


def is_editorial_open(problem: Problem, progress: ProblemProgress) -> bool:
    """Whether there is an editorial, and the visitor has solved the problem."""
    return bool(problem.prose.editorial) and progress.solved


def open_hints(problem: Problem, progress: ProblemProgress) -> tuple[Hint, ...]:
    """The hints that are open by now; the others open with more judged submissions, or once it is solved."""
    return tuple(hint for hint in problem.prose.hints if progress.solved or progress.judged >= hint.after_attempts)


@dataclass(frozen=True, slots=True)
class Draft:
    """The newest text of one owner for one problem.

    Attributes:
        revision: from 1, one more at each change; a text that was built on an older one never takes its place.
        saved_at: aware, UTC.
    """

    owner: str
    problem_id: str
    source: str
    revision: int
    saved_at: datetime


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
    """A hint that an owner has opened; ``number`` counts from 1, ``opened_at`` is aware and in UTC."""

    owner: str
    problem_id: str
    number: int
    opened_at: datetime


def find_hint_states(problem: Problem, progress: ProblemProgress, opened: AbstractSet[int]) -> tuple[HintState, ...]:
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
