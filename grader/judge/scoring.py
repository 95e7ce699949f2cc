"""From case results to the submission's verdict and score; no result is kept, since a sample's may hold 64 MB."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from grader.model import CaseResult, Conclusion, Group, Mistake, Problem, RecognisedMistake, Scoring, Verdict

UNSTEADY = (
    "Two calls with the same input gave two answers: look for random numbers, or for something that one call leaves "
    "behind for the next."
)

_PEAK_STEP_KB = 8 * 1024
"""Finer, and a program could tell a hidden input by what it allocates."""
_SECONDS_DIGITS = 2
"""Significant digits of the whole time, for the same reason."""

_NOTHING_WRONG = frozenset({Verdict.ACCEPTED, Verdict.NOT_COMPARED})

Judged: TypeAlias = CaseResult | Conclusion
"""What judging yields: the result of each case in turn, then one conclusion."""


@dataclass(slots=True)
class _Count:
    """How many cases of a group there were, and how many of them were accepted."""

    cases: int = 0
    accepted: int = 0


class Tally:
    """Adds up the cases of one submission; verdict and reason are those of its first case that is not accepted."""

    def __init__(self, problem: Problem) -> None:
        """Begin with no case; the problem's groups say what each is worth."""
        self._problem = problem
        self._counts: dict[str, _Count] = {}
        self._conclusion = Conclusion(Verdict.ACCEPTED)
        self._seconds = 0.0

    def add(self, result: CaseResult, seconds: float | None = None) -> CaseResult:
        """Count the next case, as it is told, and the time that it took, which by default is told; gives it back."""
        count = self._counts.setdefault(result.group, _Count())
        count.cases += 1
        count.accepted += result.verdict is Verdict.ACCEPTED and not result.uncompared
        self._seconds += (result.seconds if seconds is None else seconds) or 0.0
        if self.all_well:
            self._conclude_from(result)
        return result

    def add_seconds(self, seconds: float) -> None:
        """Count the time of cases that were not timed one by one."""
        self._seconds += seconds

    def _conclude_from(self, result: CaseResult) -> None:
        """Let the first case that is wrong speak for all, and one that was compared with nothing claim nothing."""
        if result.verdict is not Verdict.ACCEPTED:
            self._conclusion = Conclusion(
                result.verdict, result.reason, result.message, result.line, diagnosis=result.diagnosis
            )
        elif result.uncompared:
            self._conclusion = Conclusion(Verdict.NOT_COMPARED)

    @property
    def all_well(self) -> bool:
        """Whether nothing was wrong up to now."""
        return self._conclusion.verdict in _NOTHING_WRONG

    def failed(self, group: str) -> bool:
        """Whether a case of the group was not accepted up to now."""
        count = self._counts.get(group)
        return count is not None and count.accepted < count.cases

    def conclude(
        self, *, mistake: Mistake | None = None, unsteady: bool = False, peak_kb: int | None = None
    ) -> Conclusion:
        """What the submission came to, once all of its cases were added.

        Args:
            mistake: the known mistake that was recognised in it.
            unsteady: whether two calls with the same input gave two answers.
            peak_kb: the most memory that its process held, in kB.
        """
        groups = [group for group in self._problem.groups if group.name in self._counts]
        first = self._conclusion
        return Conclusion(
            first.verdict,
            first.reason,
            first.message,
            first.line,
            score=round(sum(_points(group, self._counts[group.name]) for group in groups), 6),
            max_score=round(sum(group.points for group in groups), 6),
            seconds=_round_seconds(self._seconds),
            diagnosis=UNSTEADY if unsteady else first.diagnosis,
            mistake=RecognisedMistake(mistake.program.id, mistake.message, mistake.hints) if mistake else None,
            peak_kb=None if peak_kb is None else -(-peak_kb // _PEAK_STEP_KB) * _PEAK_STEP_KB,
        )


def collect(judged: Iterable[Judged]) -> tuple[list[CaseResult], Conclusion]:
    """All case results and the conclusion, for callers that want both at once."""
    *results, conclusion = judged
    assert isinstance(conclusion, Conclusion)  # noqa: S101  what judging ends with, always
    return [result for result in results if isinstance(result, CaseResult)], conclusion


def _round_seconds(seconds: float) -> float:
    return float(f"{seconds:.{_SECONDS_DIGITS}g}")


def _points(group: Group, count: _Count) -> float:
    """A group's points, split equally over its cases, or all or nothing."""
    if group.scoring is Scoring.ALL:
        return group.points if count.accepted == count.cases else 0.0
    return group.points * count.accepted / count.cases
