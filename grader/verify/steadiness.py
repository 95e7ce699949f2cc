"""The same answers every time: in two runs, in two zygotes that were started anew, and within the time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from grader.judge import PreparedEntry
from grader.judge.generated import complete_cases
from grader.judge.own_programs import TIMES, auto_seconds
from grader.judge.preparation import list_cases
from grader.model import Limits, Problem, RunStatus
from grader.sandbox import Outcome, Sandbox
from grader.verify.findings import Finding
from grader.verify.running import ProvingGround, Ran, run

_PROBE = b"def probe(*arguments):\n    return hash('allclose')\n"


def are_same(one: Any, other: Any) -> bool:
    """Whether two answers are equal to the last bit."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(are_same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        alike = type(one) is type(other) and len(one) == len(other)
        return alike and all(are_same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, np.ndarray | np.generic):
        alike = type(one) is type(other) and one.dtype == other.dtype and one.shape == other.shape
        return alike and one.tobytes() == other.tobytes()
    return type(one) is type(other) and repr(one) == repr(other)


def are_alike(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes say the same."""
    if one.status is not RunStatus.OK or other.status is not RunStatus.OK:
        return (one.status, one.reason, one.said) == (other.status, other.reason, other.said)
    return are_same(one.value, other.value)


def run_again(
    ground: ProvingGround, programs: Mapping[str, bytes], times: int = 2
) -> tuple[list[int], dict[str, list[Ran]]]:
    """Run programs in sandboxes that are started anew.

    Returns:
        The value of ``hash('allclose')`` in each sandbox, and for each program what it did there, twice in the last.
    """
    hashes: list[int] = []
    ran: dict[str, list[Ran]] = {name: [] for name in programs}
    for number in range(times):
        with Sandbox() as fresh:
            hashes.append(_hash(ground, fresh))
            for name, source in programs.items():
                ran[name] += [run(ground, source, fresh) for _ in range(1 if number < times - 1 else 2)]
    return hashes, ran


def make_inputs_again(problem: Problem, ground: ProvingGround) -> Iterator[Finding]:
    """Inputs that a program of the author's makes are the same in a sandbox that is started anew.

    Args:
        problem: as it was read, before anything was made.
        ground: the problem with its inputs.
    """
    read = [case for cases in list_cases(problem, ground.seeds) for case in cases]
    if not any(case.generated for case in read):
        return
    with Sandbox() as fresh:
        cases = complete_cases(problem, read, fresh)
    pairs = zip(cases, ground.items, strict=True)
    other = next((case for case, item in pairs if not are_same(dict(case.inputs), dict(item.case.inputs))), None)
    detail = "the same to the last bit in a fresh sandbox" if other is None else (
        f"{other.group}/{other.name} gets other inputs in a fresh sandbox: look for the order of a set"
    )  # fmt: skip
    yield Finding("determinism", "generated inputs", other is None, detail)


def _hash(ground: ProvingGround, sandbox: Sandbox) -> int:
    """What ``hash('allclose')`` is in a sandbox."""
    probe = ProvingGround(replace(ground.prepared, entries=(PreparedEntry(ground.entries[0].cases[:1]),)))
    value = run(probe, _PROBE, sandbox, "probe").outcomes[0].value
    return value if isinstance(value, int) else 0


def determinism(
    ground: ProvingGround, first: Mapping[str, Ran], hashes: Sequence[int], ran: Mapping[str, Sequence[Ran]]
) -> Iterator[Finding]:
    """The right programs answer alike in every run, under hash seeds that differ."""
    if len(set(hashes)) < len(hashes):
        detail = "two fresh sandboxes share their hash seed: check again"
        yield Finding("determinism", "hash seeds", holds=False, detail=detail)
    for name, runs in ran.items():
        case = _first_difference(ground, first[name], runs)
        detail = "the same to the last bit in two fresh sandboxes and in two runs" if not case else (
            f"answers {case} in two ways: look for random numbers without a seed, for the order of a set, "
            "or for something that one call leaves behind for the next"
        )  # fmt: skip
        yield Finding("determinism", name, holds=not case, detail=detail)


def _first_difference(ground: ProvingGround, first: Ran, runs: Sequence[Ran]) -> str:
    """The first case that was answered in two ways, or nothing."""
    for index, item in enumerate(ground.items):
        if not all(are_alike(first.outcomes[index], other.outcomes[index]) for other in runs):
            return f"{item.case.group}/{item.case.name}"
    return ""


def times(problem: Problem, ground: ProvingGround, runs: Sequence[Ran]) -> Iterator[Finding]:
    """The limit leaves room above the slowest case of the reference; the best of all runs counts."""
    best = [min(ran.outcomes[index].seconds for ran in runs) for index in range(len(ground.items))]
    slowest = max(best)
    case = ground.items[best.index(slowest)].case
    limits = problem.limits
    given = ground.items[best.index(slowest)].call(limits).seconds
    auto = f"; auto would be {auto_seconds(slowest):g} s" if limits.wall_seconds is not None else " (auto)"
    yield Finding(
        "time", "one case", slowest * TIMES <= given,
        f"{case.group}/{case.name} takes the reference {slowest * 1000:.1f} ms, the limit is {given:g} s{auto}",
    )  # fmt: skip
    total = _longest_submission(ground, best)
    yield Finding("time", "a submission", *_check_whole(total, limits))


def _check_whole(total: float, limits: Limits) -> tuple[bool, str]:
    told = f"all cases take the reference {total * 1000:.0f} ms, a submission may take {limits.submission_seconds:g} s"
    fits = total * TIMES <= limits.submission_seconds
    return fits, told if fits else f"{told}: make cases smaller, or have fewer of them"


def _longest_submission(ground: ProvingGround, best: Sequence[float]) -> float:
    """The time of a submission that gets the slowest draws."""
    left = iter(best)
    return sum(sum(sorted((next(left) for _ in entry.cases), reverse=True)[: entry.count]) for entry in ground.entries)
