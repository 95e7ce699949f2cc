"""A student's own progress, as its page shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from app.progress.tracks import TrackView
from app.submissions.model import Summary
from grader.model import Mode, Problem, Verdict

_MOST_MISTAKES = 8

_DAYS_SHOWN = 84


@dataclass(frozen=True, slots=True)
class MistakeView:
    """A mistake that was recognised more than rarely: how often, in which problem, and what is told of it."""

    problem: Problem
    message: str
    times: int


@dataclass(frozen=True, slots=True)
class DayView:
    """How many submissions a day saw."""

    day: date
    count: int


@dataclass(frozen=True, slots=True)
class ProgressPage:
    """A visitor's own progress."""

    tracks: tuple[TrackView, ...]
    mistakes: tuple[MistakeView, ...]
    days: tuple[DayView, ...]
    handed_in: int
    accepted: int
    recent: tuple[Summary, ...]

    @property
    def solved(self) -> int:
        """How many problems are solved."""
        return sum(track.solved for track in self.tracks)

    @property
    def total(self) -> int:
        """How many problems there are."""
        return sum(len(track.entries) for track in self.tracks)


def view_progress(
    tracks: tuple[TrackView, ...], history: Sequence[Summary], problems: Mapping[str, Problem]
) -> ProgressPage:
    """The page, from all that was handed in (newest first)."""
    submits = [line for line in history if line.mode is Mode.SUBMIT]
    days = Counter(line.created_at.date() for line in history)
    return ProgressPage(
        tracks=tracks,
        mistakes=_count_mistakes(history, problems),
        days=tuple(DayView(day, number) for day, number in sorted(days.items(), reverse=True))[:_DAYS_SHOWN],
        handed_in=len(submits),
        accepted=sum(line.verdict is Verdict.ACCEPTED for line in submits),
        recent=tuple(history[:10]),
    )


def _count_mistakes(history: Sequence[Summary], problems: Mapping[str, Problem]) -> tuple[MistakeView, ...]:
    counted = Counter((line.problem_id, line.mistake) for line in history if line.mistake)
    views = []
    for (slug, name), times in counted.most_common(_MOST_MISTAKES):
        problem = problems.get(slug)
        message = next((m.message for m in problem.mistakes if m.program.id == name), "") if problem else ""
        if problem is not None and message:
            views.append(MistakeView(problem, message, times))
    return tuple(views)
