"""How a submission's cost grows: with the number of cases, the size of arrays, and the age of the slot."""

from __future__ import annotations

import dataclasses
import statistics
from pathlib import Path

import numpy as np
import rivals
import workload
from telling import options, tell

from grader.judge import judge, prepare
from grader.model import Argument, ArraySpec, CaseEntry, Mode, Problem, Program, TestCase, Verdict
from grader.sandbox import Sandbox

_ROUNDS = 9
_CASES = (1, 10, 50, 200)
_KILOBYTES = (1, 64, 1024, 8192, 65536 - 64)
_SUBMISSIONS, _WINDOW = 10_000, 100
_COPY = b"def copied(x):\n    return x + 1.0\n"
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
        batch = rivals.cases(count)
        found[f"{count} cases"] = _seconds(workload.problem(count), workload.SOURCE, sandbox)
        alone = (rivals.timed(lambda batch=batch: rivals.work(workload.SOURCE, batch)) for _ in range(_ROUNDS))
        found[f"{count} cases, work alone"] = statistics.median(alone)
    return found


def _array_problem(kilobytes: int, source: bytes) -> Problem:
    """One hidden case with one array of that size, returned whole or in part."""
    size = kilobytes * 128
    shape: tuple[str | int, ...] = ("N",) if source is _COPY else (1,)
    case = TestCase("array", "hidden", {"x": np.zeros(size)}, dims={"N": size})
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
        return {**by_cases(sandbox), **by_size(sandbox), **by_age(sandbox, submissions)}


def ratios(medians: dict[str, float]) -> dict[str, float]:
    """What grows with what."""
    many, one = f"{_CASES[-1]} cases", f"{_CASES[0]} cases"
    return {
        "to_work_at_200_cases": medians[many] / medians[f"{many}, work alone"],
        "cost_of_a_case_to_its_work": (medians[many] - medians[one])
        / (medians[f"{many}, work alone"] - medians[f"{one}, work alone"]),
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
