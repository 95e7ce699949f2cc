"""Submissions per second with 1, 2 and 4 slots, against named rivals doing the same work in the same run."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import rivals
import workload
from telling import options, tell

from grader.judge import judge, prepare
from grader.model import Mode
from grader.sandbox import Sandbox

_SECONDS, _REPEATS = 1.5, 5
_SLOTS = (1, 2, 4)


def _ours(gate: Barrier) -> int:
    """Submissions that one slot finishes."""
    problem = workload.problem()
    with Sandbox() as sandbox:
        prepared = prepare(problem, sandbox)
        return _count(gate, lambda: list(judge(prepared, workload.SOURCE, sandbox, Mode.SUBMIT)))


def _fork_server(gate: Barrier) -> int:
    """What a fork server without any wall finishes: it reads the same cases and writes the same outputs."""
    server, batch = rivals.ForkServer(), rivals.cases()
    try:
        return _count(gate, lambda: server.run(workload.SOURCE, batch))
    finally:
        server.close()


def _cold(name: str) -> Callable[[Barrier], int]:
    """What a cold interpreter for each submission finishes."""

    def run(gate: Barrier) -> int:
        rival, batch = rivals.cold_rivals()[0][name], rivals.cases()
        return _count(gate, lambda: rival.run(workload.SOURCE, batch))

    return run


def _count(gate: Barrier, action: Callable[[], object]) -> int:
    """How often an action is done, once all are warmed up and start together."""
    for _ in range(3):
        action()
    gate.wait()
    done, end = 0, time.monotonic() + _SECONDS
    while time.monotonic() < end:
        action()
        done += 1
    return done


def per_second(run: Callable[[Barrier], int], slots: int) -> float:
    """Submissions per second of that many slots: each a thread of this process, as they are in the server."""
    gate = Barrier(slots)
    with ThreadPoolExecutor(slots) as pool:
        return sum(pool.map(run, [gate] * slots)) / _SECONDS


def measure() -> tuple[dict[str, list[float]], list[str]]:
    """Submissions per second by name, each rival once a round, and rivals that this machine lacks."""
    there, missing = rivals.cold_rivals()
    runs = {f"ours at {slots}": (_ours, slots) for slots in _SLOTS}
    runs |= {f"unsandboxed fork at {slots}": (_fork_server, slots) for slots in _SLOTS}
    runs |= {f"cold {name} at 2": (_cold(name), 2) for name in there}
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(_REPEATS):
        for name, (run, slots) in runs.items():
            rates[name].append(per_second(run, slots))
    return rates, missing


def ratios(medians: dict[str, float]) -> dict[str, float]:
    """The claims at two slots; the best cold rival is the fastest sandbox among those that are there."""
    sandboxed = [rate for name, rate in medians.items() if name.startswith("cold ") and "subprocess" not in name]
    cold = max(sandboxed or [medians["cold subprocess at 2"]])
    return {
        "best_cold_at_2": medians["ours at 2"] / cold,
        "unsandboxed_fork_at_2": medians["ours at 2"] / medians["unsandboxed fork at 2"],
    }


def _rows(rates: dict[str, list[float]], missing: list[str]) -> Iterator[str]:
    yield f"{os.cpu_count()} cores"
    for name, values in rates.items():
        yield f"{name:26s} median {statistics.median(values):8.1f}/s   of {[round(value) for value in values]}"
    for name in missing:
        yield f"missing here: {name}"


def main() -> None:
    """Measure and print."""
    wanted = options(__doc__).parse_args()
    rates, missing = measure()
    medians = {name: statistics.median(values) for name, values in rates.items()}
    tell(medians, ratios(medians), _rows(rates, missing), as_json=wanted.json)


if __name__ == "__main__":
    main()
