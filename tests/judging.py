"""Judging as most tests want it: a problem in, all results out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.judge import Judged, Prepared, Tally, collect, complete, draw_cases, prepare
from grader.judge import judge as judge_prepared
from grader.model import CaseReport, CaseResult, Conclusion, Mode, Problem
from grader.reports import report_submission
from grader.sandbox import Sandbox

_kept: dict[str, Prepared] = {}


def keep_prepared(problem: Problem, sandbox: Sandbox, *, known: bool = False) -> Prepared:
    """A problem prepared once for all tests that judge on its version, on request with what its mistakes do."""
    if problem.version not in _kept:
        _kept[problem.version] = prepare(problem, sandbox)
    if known:
        _kept[problem.version] = complete(_kept[problem.version], sandbox)
    return replace(_kept[problem.version], problem=problem)


def judge(problem: Problem, source: bytes, sandbox: Sandbox, mode: Mode, seed: str = "") -> Iterator[Judged]:
    """The results, one after the other, then the conclusion; the fresh cases follow from the seed."""
    prepared = keep_prepared(problem, sandbox)
    draws = draw_cases(prepared, seed, sandbox) if mode is Mode.SUBMIT else []
    return judge_prepared(prepared, source, sandbox, mode, draws)


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


def report_whole(
    problem: Problem, source: bytes, sandbox: Sandbox, mode: Mode, seed: str = ""
) -> tuple[Conclusion, tuple[CaseReport, ...]]:
    """The conclusion, and all cases as they are told."""
    return report_submission(judge(problem, source, sandbox, mode, seed))


def report_results(problem: Problem, results: Sequence[CaseResult]) -> tuple[Conclusion, tuple[CaseReport, ...]]:
    """The same of results that are there already."""
    return report_submission([*results, conclude(problem, results)])


def conclude(problem: Problem, results: Sequence[CaseResult]) -> Conclusion:
    """What these results come to."""
    tally = Tally(problem)
    for result in results:
        tally.add(result)
    return tally.conclude()
