"""How a submission's cost grows: with the number of cases, the size of arrays, long work, and the age of the slot.

A call that works for ten seconds tells itself how long it took: what the submission takes beyond that is ours.
"""

from __future__ import annotations

import dataclasses
import statistics
import time
from pathlib import Path

import numpy as np
import rivals
import workload
from telling import options, tell

from grader.judge import collect, judge, prepare
from grader.model import Argument, ArraySpec, CaseEntry, Limits, Mode, Problem, Program, TestCase, Verdict
from grader.sandbox import Sandbox

_ROUNDS = 9
_CASES = (1, 27, 200)
_KILOBYTES = (1, 64, 1024, 8192, 65536 - 64)
_SUBMISSIONS, _WINDOW = 10_000, 100
_COPY = b"def copied(x):\n    return x + 1.0\n"
_TRAIN = b"""import time

import numpy as np


def copied(x):
    start, weights = time.perf_counter(), np.eye(64)
    while time.perf_counter() < start + 10:
        weights = np.tanh(weights @ weights + 0.1)
    print(time.perf_counter() - start)
    return x[:1] + 1.0
"""
_SUM = b"def copied(x):\n    return x[:1] + 1.0\n"


def _seconds(problem: Problem, source: bytes, sandbox: Sandbox) -> float:
    """Median seconds of one submission."""
    prepared = prepare(problem, sandbox)

    def once() -> None:
        for result in judge(prepared, source, sandbox, Mode.SUBMIT):
            if result.verdict is not Verdict.ACCEPTED:
                raise SystemExit(f"not accepted: {result.message}")

    once()
    return statistics.median(rivals.timed(once) for _ in range(_ROUNDS))


def by_cases(sandbox: Sandbox) -> dict[str, float]:
    """Ours and the work alone, in seconds, by number of cases."""
    found = {}
    for count in _CASES:
        work = _work(count, sandbox)
        found[f"{count} cases"] = _seconds(workload.problem(count), workload.SOURCE, sandbox)
        alone = (rivals.timed(lambda work=work: rivals.do(work)) for _ in range(_ROUNDS))
        found[f"{count} cases, work alone"] = statistics.median(alone)
    return found


def _work(cases: int, sandbox: Sandbox) -> workload.Work:
    prepared = prepare(workload.problem(cases), sandbox)
    return workload.work_of(prepared.problem, prepared.items)


def by_training(sandbox: Sandbox) -> dict[str, float]:
    """Ten seconds of work in one call, in seconds: the whole submission, and what the call itself measured."""
    limits = Limits(wall_seconds=30.0, submission_seconds=60.0)
    problem = dataclasses.replace(_array_problem(1, _SUM, "sample"), version="scaling-training", limits=limits)
    prepared = prepare(problem, sandbox)
    start = time.perf_counter()
    [result], _ = collect(judge(prepared, _TRAIN, sandbox, Mode.SUBMIT))
    return {"training": time.perf_counter() - start, "training, the call alone": float(result.stdout)}


def _array_problem(kilobytes: int, source: bytes, group: str = "hidden") -> Problem:
    """One case with one array of that size, returned whole or in part."""
    size = kilobytes * 128
    shape: tuple[str | int, ...] = ("N",) if source is _COPY else (1,)
    case = TestCase("array", group, {"x": np.zeros(size)}, dims={"N": size})
    return dataclasses.replace(
        workload.problem(),
        version=f"scaling-{kilobytes}-{shape}",
        entry_point="copied",
        arguments=(Argument("x", ArraySpec(("N",))),),
        returns=ArraySpec(shape),
        reference=Program("reference", source),
        entries=(CaseEntry(case),),
    )


def by_size(sandbox: Sandbox) -> dict[str, float]:
    """Ours, in seconds, by size of the input alone and of input and output."""
    found = {}
    for kilobytes in _KILOBYTES:
        found[f"{kilobytes} kB in"] = _seconds(_array_problem(kilobytes, _SUM), _SUM, sandbox)
        found[f"{kilobytes} kB in and out"] = _seconds(_array_problem(kilobytes, _COPY), _COPY, sandbox)
    return found


def _resident_kb(pid: int) -> int:
    fields = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
    return int(fields[1]) * 4


def by_age(sandbox: Sandbox, submissions: int) -> dict[str, float]:
    """The first and the last hundred of many submissions, and this process's memory in kB at both ends."""
    problem = workload.problem()
    prepared = prepare(problem, sandbox)

    def once() -> None:
        for _ in judge(prepared, workload.SOURCE, sandbox, Mode.SUBMIT):
            pass

    window = min(_WINDOW, submissions // 2)
    pid = int(Path("/proc/self").readlink().name)
    first, before = [rivals.timed(once) for _ in range(window)], _resident_kb(pid)
    for _ in range(submissions - 2 * window):
        once()
    last = [rivals.timed(once) for _ in range(window)]
    return {
        "first hundred": statistics.median(first),
        "last hundred": statistics.median(last),
        "judge's memory grown, kB": float(_resident_kb(pid) - before),
    }


def measure(submissions: int) -> dict[str, float]:
    """Everything, by name."""
    with Sandbox() as sandbox:
        found = {**by_cases(sandbox), **by_training(sandbox), **by_size(sandbox)}
        return {**found, **by_age(sandbox, submissions)}


def ratios(medians: dict[str, float]) -> dict[str, float]:
    """What grows with what."""
    one, some, many = (f"{count} cases" for count in _CASES)
    early = (medians[some] - medians[one]) / (_CASES[1] - _CASES[0])
    late = (medians[many] - medians[some]) / (_CASES[2] - _CASES[1])
    worked = medians[f"{many}, work alone"] - medians[f"{one}, work alone"]
    return {
        "to_work_at_200_cases": medians[many] / medians[f"{many}, work alone"],
        "a_case_in_ms": (medians[many] - medians[one]) / (_CASES[2] - _CASES[0]) * 1e3,
        "a_late_case_to_an_early_one": late / early,
        "cost_of_a_case_to_its_work": (medians[many] - medians[one]) / worked,
        "training_to_the_call_alone": medians["training"] / medians["training, the call alone"],
        "last_hundred_to_first": medians["last hundred"] / medians["first hundred"],
    }


def _row(name: str, value: float) -> str:
    return f"{name:28s} {value:10.0f}" if name.endswith(", kB") else f"{name:28s} {value * 1e3:10.2f} ms"


def main() -> None:
    """Measure and print."""
    parser = options(__doc__)
    parser.add_argument("--submissions", type=int, default=_SUBMISSIONS, help="how many for the cost by age")
    wanted = parser.parse_args()
    medians = measure(wanted.submissions)
    tell(medians, ratios(medians), map(_row, medians, medians.values()), as_json=wanted.json)


if __name__ == "__main__":
    main()
