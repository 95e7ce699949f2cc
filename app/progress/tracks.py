"""The catalogue's tracks, with a student's own progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.problems.model import TrackListing
from app.submissions.progress import NO_PROGRESS, ProblemProgress
from grader.model import Problem


@dataclass(frozen=True, slots=True)
class Entry:
    """A problem in a list with the visitor's own progress; ``state`` is untried, tried or solved."""

    problem: Problem
    number: int
    state: str
    words: str
    now: bool = False


@dataclass(frozen=True, slots=True)
class TrackView:
    """A track of the catalogue: the entries that are shown, and how many there are and are solved in all."""

    name: str
    entries: tuple[Entry, ...]
    total: int
    solved: int

    @property
    def shown(self) -> int:
        """How many entries are shown."""
        return len(self.entries)


def view_tracks(tracks: Sequence[TrackListing], progress: Mapping[str, ProblemProgress]) -> tuple[TrackView, ...]:
    """The catalogue with the visitor's progress."""
    listed = [(track.name, list_entries(track.problems, progress, "")) for track in tracks]
    return tuple(TrackView(name, entries, len(entries), _count_solved(entries)) for name, entries in listed)


def _count_solved(entries: Sequence[Entry]) -> int:
    return sum(entry.state == "solved" for entry in entries)


def list_entries(
    problems: Sequence[Problem], progress: Mapping[str, ProblemProgress], current: str
) -> tuple[Entry, ...]:
    """Problems in their order, numbered from 1; the current one is marked."""
    return tuple(
        Entry(problem, number, *_name_state(progress.get(problem.id, NO_PROGRESS)), now=problem.id == current)
        for number, problem in enumerate(problems, start=1)
    )


def _name_state(progress: ProblemProgress) -> tuple[str, str]:
    if progress.solved:
        return "solved", "Solved"
    return ("tried", "Tried") if progress.tried else ("untried", "Not tried yet")
