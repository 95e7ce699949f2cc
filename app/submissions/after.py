"""What follows an accepted submission."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.show import words
from app.show.numbers import count, duration, megabytes
from app.submissions.model import Submission, Summary, up_to
from grader.model import CaseReport, Mode, Problem, Verdict

_NOISE_KB = 8 * 1024
"""Peaks are rounded up to as much: two runs of one program may come to stand a step apart."""


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
    """Each kind of warning once, with the number of cases that it stands beside; fixed hidden ones tell of none."""
    told = [case for case in cases if not case.kept_back]
    kinds = Counter(kind for case in told for kind in case.warnings)
    which = "sample or fresh case" if len(told) == 1 else "samples and fresh cases"
    return tuple(
        f"In {times} of {len(told)} {which}: {words.WARNINGS.get(kind, kind)}" for kind, times in kinds.items()
    )


def _compare_memory(peak_kb: int | None, earlier: Sequence[int]) -> str:
    """A sentence on memory; the figures are those of the whole process."""
    if peak_kb is None:
        return "How much memory it took is not known."
    took = f"Its memory peaked at {megabytes(peak_kb)}, Python and NumPy included"
    if not earlier:
        return f"{took}."
    best = min(earlier)
    if abs(peak_kb - best) <= _NOISE_KB:
        return f"{took}, about as much as before."
    if peak_kb < best:
        return f"{took}, the least of your accepted ones; the least before was {megabytes(best)}."
    return f"{took}; the least of your earlier accepted ones was {megabytes(best)}."


def _compare_time(seconds: float, earlier: Sequence[float]) -> str:
    took = f"It took {duration(seconds)} for all cases"
    if not earlier:
        return f"{took}; it is your first accepted submission here."
    best = min(earlier)
    if duration(seconds) == duration(best):
        return f"{took}, as long as the fastest of your {count(len(earlier), 'earlier accepted one')}."
    if seconds < best:
        return f"{took}, the fastest of your {len(earlier) + 1} accepted ones; the best before took {duration(best)}."
    return f"{took}; the fastest of your {count(len(earlier), 'earlier accepted one')} took {duration(best)}."
