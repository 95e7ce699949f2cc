"""What somebody has done of a problem, counted from all that they handed in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.submissions.model import Summary
from grader.model import Mode, Verdict


@dataclass(frozen=True, slots=True)
class ProblemProgress:
    """One visitor's judged submissions of one problem; our own failures count nowhere.

    Attributes:
        runs: judged submissions of mode ``run``.
        attempts: judged submissions of mode ``submit``.
        solved: whether one of the attempts was accepted.
        best_score: the most points that an attempt earned.
    """

    runs: int = 0
    attempts: int = 0
    solved: bool = False
    best_score: float = 0.0

    @property
    def tried(self) -> bool:
        """Whether anything was judged at all."""
        return self.runs + self.attempts > 0

    @property
    def judged(self) -> int:
        """How many submissions were judged, samples only or not."""
        return self.runs + self.attempts


NO_PROGRESS = ProblemProgress()
"""A problem that was never tried."""


def progress_of(submissions: Iterable[Summary]) -> dict[str, ProblemProgress]:
    """Progress by problem id, from all the submissions of one visitor."""
    progress: dict[str, ProblemProgress] = {}
    for submission in submissions:
        if submission.verdict is None or not submission.judged:
            continue
        before = progress.get(submission.problem_id, NO_PROGRESS)
        progress[submission.problem_id] = _add(before, submission.mode, submission.verdict, submission.score)
    return progress


def _add(before: ProblemProgress, mode: Mode, verdict: Verdict, score: float) -> ProblemProgress:
    if mode is Mode.RUN:
        return ProblemProgress(before.runs + 1, before.attempts, before.solved, before.best_score)
    return ProblemProgress(
        runs=before.runs,
        attempts=before.attempts + 1,
        solved=before.solved or verdict is Verdict.ACCEPTED,
        best_score=max(before.best_score, score),
    )
