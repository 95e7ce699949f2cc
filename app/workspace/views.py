"""What the page of a problem shows to one student."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.problems.model import TrackListing
from app.problems.views import ExampleView, Fixed, GroupView
from app.progress.tracks import Entry, list_entries
from app.submissions.progress import ProblemProgress
from grader.model import Problem


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """What the page of a problem shows beside its prose."""

    fixed: Fixed
    steps: tuple[Entry, ...]
    position: int

    @property
    def examples(self) -> tuple[ExampleView, ...]:
        """The samples."""
        return self.fixed.examples

    @property
    def groups(self) -> tuple[GroupView, ...]:
        """The groups of cases."""
        return self.fixed.groups

    @property
    def total(self) -> int:
        """How many cases a submission runs."""
        return sum(group.count for group in self.groups)

    @property
    def previous(self) -> Problem | None:
        """The problem before this one in its track."""
        return self.steps[self.position - 2].problem if self.position > 1 else None

    @property
    def next(self) -> Problem | None:
        """The problem after this one in its track."""
        return self.steps[self.position].problem if 0 < self.position < len(self.steps) else None


def view_problem(
    problem: Problem, tracks: Sequence[TrackListing], progress: Mapping[str, ProblemProgress], fixed: Fixed
) -> ProblemPage:
    """The page's own view of a problem."""
    track = next((track for track in tracks if track.name and problem.id in {p.id for p in track.problems}), None)
    steps = list_entries(track.problems, progress, problem.id) if track else ()
    return ProblemPage(fixed=fixed, steps=steps, position=next((entry.number for entry in steps if entry.now), 0))
