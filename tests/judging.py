"""Judging as most tests want it: a problem in, all results out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.judge import Judged, Tally, collect
from grader.judge import judge as judge_prepared
from grader.model import CaseResult, Conclusion, Mode, Problem
from grader.sandbox import Sandbox


def judge(problem: Problem, source: bytes, sandbox: Sandbox, mode: Mode, seed: str = "") -> Iterator[Judged]:
    """The results, one after the other, then the conclusion."""
    return judge_prepared(problem, source, sandbox, mode, seed)


def judge_whole(
    problem: Problem, source: bytes, sandbox: Sandbox, mode: Mode, seed: str = ""
) -> tuple[list[CaseResult], Conclusion]:
    """All results, and the conclusion."""
    return collect(judge(problem, source, sandbox, mode, seed))


def judge_cases(problem: Problem, source: bytes, sandbox: Sandbox, mode: Mode, seed: str = "") -> list[CaseResult]:
    """All results."""
    return judge_whole(problem, source, sandbox, mode, seed)[0]


def first_case(problem: Problem, source: bytes, sandbox: Sandbox, mode: Mode, seed: str = "") -> CaseResult:
    """The result of the first case; the others are not run."""
    first = next(judge(problem, source, sandbox, mode, seed))
    assert isinstance(first, CaseResult)
    return first


def conclude(problem: Problem, results: Sequence[CaseResult]) -> Conclusion:
    """What these results come to."""
    tally = Tally(problem)
    for result in results:
        tally.add(result)
    return tally.conclude()
