"""From case results to the submission's verdict and score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.judge.diagnosing import UNSTEADY
from grader.model import CaseResult, Group, Mistake, Problem, Reason, Scoring, Verdict


@dataclass(frozen=True, slots=True)
class Judgement:
    """What came of a whole submission: its verdict and reason are those of the first case that is not accepted.

    Attributes:
        seconds: wall time of all its cases.
        peak_kb: the most memory that its process held, in kB, or None where it is not known.
        line: the student's line that the message speaks of, from 1, or None.
        diagnosis: what is known of the fault beyond the message, in one or two sentences, or empty.
        mistake: the known mistake that was recognised in the submission, or None.
    """

    verdict: Verdict
    reason: Reason | None
    message: str
    line: int | None
    score: float
    max_score: float
    seconds: float
    diagnosis: str = ""
    mistake: Mistake | None = None
    peak_kb: int | None = None


def summarise(problem: Problem, results: Sequence[CaseResult]) -> Judgement:
    """The judgement of a submission whose cases are all there."""
    first = next((result for result in results if result.verdict is not Verdict.ACCEPTED), None)
    groups = [group for group in problem.groups if any(result.group == group.name for result in results)]
    score = sum(_points(group, [result for result in results if result.group == group.name]) for group in groups)
    return Judgement(
        verdict=first.verdict if first else Verdict.ACCEPTED,
        reason=first.reason if first else None,
        message=first.message if first else "",
        line=first.line if first else None,
        score=round(score, 6),
        max_score=round(sum(group.points for group in groups), 6),
        seconds=sum(result.seconds for result in results),
        diagnosis=_diagnosis(first, results),
        mistake=_mistake(problem, results),
        peak_kb=results[-1].peak_kb if results else None,
    )


def _diagnosis(first: CaseResult | None, results: Sequence[CaseResult]) -> str:
    """That the program is unsteady, else what the first case that failed looks like."""
    if any(result.unsteady for result in results):
        return UNSTEADY
    return first.diagnosis if first else ""


def _mistake(problem: Problem, results: Sequence[CaseResult]) -> Mistake | None:
    known = {mistake.program.id: mistake for mistake in problem.mistakes}
    return next((known[result.mistake] for result in results if result.mistake in known), None)


def _points(group: Group, results: Sequence[CaseResult]) -> float:
    """A group's points, split equally over its cases, or all or nothing."""
    passed = sum(result.verdict is Verdict.ACCEPTED for result in results)
    if group.scoring is Scoring.ALL:
        return group.points if passed == len(results) else 0.0
    return group.points * passed / len(results)
