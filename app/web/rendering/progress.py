"""What a visitor reads about themselves: after an accepted submission, and on the page of their progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from app.domain.submission import Submission, Summary, up_to
from app.web.rendering import words
from app.web.rendering.numbers import count, duration, megabytes
from app.web.rendering.problem import TrackView
from grader.model import CaseReport, Mode, Problem, Verdict

_MOST_MISTAKES = 8
_DAYS_SHOWN = 84
_NOISE_KB = 512
"""Two runs of one program differ by up to that much."""


@dataclass(frozen=True, slots=True)
class After:
    """What follows an accepted submission.

    Attributes:
        time: how its time stands among one's own.
        memory: the same of its memory.
        warnings: what remains to be said of it, and of how many cases.
        next: the problem after this one in its track.
        editorial: the address of the editorial that is open now, or empty.
    """

    time: str
    memory: str
    warnings: tuple[str, ...]
    next: Problem | None
    editorial: str = ""


def after_accepted(
    submission: Submission, history: Sequence[Summary], problem: Problem | None, following: Problem | None
) -> After | None:
    """For an accepted submission of all cases; None for any other."""
    result = submission.result
    if result is None or submission.verdict is not Verdict.ACCEPTED or submission.mode is not Mode.SUBMIT:
        return None
    earlier = [
        line
        for line in up_to(submission.id, history)[1:]
        if line.verdict is Verdict.ACCEPTED and line.mode is Mode.SUBMIT
    ]
    opens = problem is not None and bool(problem.prose.editorial) and submission.owner is not None
    return After(
        time=_compare_time(result.conclusion.seconds, [line.seconds for line in earlier]),
        memory=_compare_memory(
            result.conclusion.peak_kb, [line.peak_kb for line in earlier if line.peak_kb is not None]
        ),
        warnings=_count_warnings(result.cases),
        next=following,
        editorial=f"/problems/{submission.problem_id}#editorial" if opens else "",
    )


def _count_warnings(cases: Sequence[CaseReport]) -> tuple[str, ...]:
    """Each kind of warning once, with the number of cases that it stands beside."""
    found = Counter(kind for case in cases for kind in case.warnings)
    return tuple(
        f"In {times} of {count(len(cases), 'case')}: {words.WARNINGS.get(kind, kind)}" for kind, times in found.items()
    )


def _compare_memory(peak_kb: int | None, earlier: Sequence[int]) -> str:
    """A sentence on memory; the figures are those of the whole process."""
    if peak_kb is None:
        return "How much memory it took is not known."
    took = f"Its memory peaked at {megabytes(peak_kb)}, Python and NumPy included"
    if not earlier:
        return f"{took}."
    best = min(earlier)
    if abs(peak_kb - best) < _NOISE_KB:
        return f"{took}, about as much as before."
    if peak_kb < best:
        return f"{took}, the least of your accepted ones; the least before was {megabytes(best)}."
    return f"{took}; the least of your earlier accepted ones was {megabytes(best)}."


def _compare_time(seconds: float, earlier: Sequence[float]) -> str:
    took = f"It took {duration(seconds)} for all cases"
    if not earlier:
        return f"{took}; it is your first accepted submission here."
    best = min(earlier)
    if seconds < best:
        return f"{took}, the fastest of your {len(earlier) + 1} accepted ones; the best before took {duration(best)}."
    return f"{took}; the fastest of your {count(len(earlier), 'earlier accepted one')} took {duration(best)}."


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


def progress_page(
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
    found = Counter((line.problem_id, line.mistake) for line in history if line.mistake)
    views = []
    for (slug, name), times in found.most_common(_MOST_MISTAKES):
        problem = problems.get(slug)
        message = next((m.message for m in problem.mistakes if m.program.id == name), "") if problem else ""
        if problem is not None and message:
            views.append(MistakeView(problem, message, times))
    return tuple(views)
