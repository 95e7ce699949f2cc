"""The Hints tab."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from app.show.numbers import count
from app.submissions.progress import ProblemProgress
from app.workspace.model import HintState, find_hint_states
from grader.model import Hint, Problem


@dataclass(frozen=True, slots=True)
class HintView:
    """A hint: its Markdown once it was opened, and what has to happen before that where its turn has not come."""

    number: int
    state: HintState
    text: str
    words: str


def view_hints(problem: Problem, progress: ProblemProgress, opened: AbstractSet[int]) -> tuple[HintView, ...]:
    """Each hint as it stands for a visitor; nothing of one that was not opened is in it."""
    states = find_hint_states(problem, progress, opened)
    return tuple(
        HintView(
            number, state, hint.text if state is HintState.OPENED else "", _describe_hint(number, hint, state, progress)
        )
        for number, (hint, state) in enumerate(zip(problem.prose.hints, states, strict=True), start=1)
    )


def _describe_hint(number: int, hint: Hint, state: HintState, progress: ProblemProgress) -> str:
    if state is HintState.WAITING:
        return f"Comes after hint {number - 1}."
    if state is HintState.LOCKED:
        runs = count(hint.after_attempts - progress.judged, "more run" if progress.judged else "run")
        return f"Opens after {runs} of your code."
    return ""
