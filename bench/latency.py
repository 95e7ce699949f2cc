"""Median time of one honest submission of twelve cases, source in to conclusion out, against named rivals.

Every round measures each rival once, in turn, so that the machine's drift is shared; ratios are of medians.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator

import rivals
import workload
from telling import options, tell

from grader.judge import Prepared, judge, prepare
from grader.model import Mode, Verdict
from grader.sandbox import Sandbox

_IDLE_SECONDS = 0.005
_ROUNDS, _COLD_ROUNDS = 300, 15


def _submission(prepared: Prepared, sandbox: Sandbox) -> float:
    """Seconds until the conclusion is there; the child is killed before that and reaped after."""
    start = time.perf_counter()
    last = start
    for result in judge(prepared, workload.SOURCE, sandbox, Mode.SUBMIT):
        if result.verdict is not Verdict.ACCEPTED:
            raise SystemExit(f"the honest program was not accepted: {result.message}")
        last = time.perf_counter()
    return last - start


def _spaced(action: Callable[[], float]) -> float:
    """With an idle moment before, as when students submit one by one."""
    time.sleep(_IDLE_SECONDS)
    return action()


def measure() -> tuple[dict[str, list[float]], list[str]]:
    """Seconds by name, and rivals that this machine lacks."""
    problem, batch = workload.problem(), rivals.cases()
    cold, missing = rivals.cold_rivals()
    seconds: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        seconds.setdefault(name, []).append(value)

    with Sandbox() as sandbox:
        prepared = prepare(problem, sandbox)
        _submission(prepared, sandbox)
        for _ in range(_ROUNDS):
            note("work and compile", _spaced(lambda: rivals.timed(lambda: rivals.work(workload.SOURCE, batch))))
            note("ours", _spaced(lambda: _submission(prepared, sandbox)))
            note("bare fork", _spaced(lambda: rivals.timed(lambda: rivals.bare_fork(workload.SOURCE, batch))))
        for _ in range(_ROUNDS):
            note("ours back to back", _submission(prepared, sandbox))
        for _ in range(_COLD_ROUNDS):
            for name, rival in cold.items():
                note(f"cold {name}", rivals.timed(lambda rival=rival: rival.run(workload.SOURCE, batch)))
    return seconds, missing


def ratios(seconds: dict[str, list[float]]) -> dict[str, float]:
    """The claims: ours against each rival."""
    middle = {name: statistics.median(values) for name, values in seconds.items()}
    found = {
        "to_work_and_compile": middle["ours"] / middle["work and compile"],
        "p95_to_work_and_compile": _p95(seconds["ours"]) / middle["work and compile"],
        "to_bare_fork": middle["ours"] / middle["bare fork"],
        "cold_to_ours": middle["cold subprocess"] / middle["ours"],
    }
    for name in ("bubblewrap", "nsjail"):
        if f"cold {name}" in middle:
            found[f"cold_{name}_to_ours"] = middle[f"cold {name}"] / middle["ours"]
    return found


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def _rows(seconds: dict[str, list[float]], missing: list[str]) -> Iterator[str]:
    for name, values in seconds.items():
        median = statistics.median(values) * 1e3
        yield f"{name:20s} median {median:8.2f} ms   p95 {_p95(values) * 1e3:8.2f} ms   n={len(values)}"
    for name in missing:
        yield f"missing here: {name}"


def main() -> None:
    """Measure and print."""
    wanted = options(__doc__).parse_args()
    seconds, missing = measure()
    medians = {name: statistics.median(values) for name, values in seconds.items()}
    tell(medians, ratios(seconds), _rows(seconds, missing), as_json=wanted.json)


if __name__ == "__main__":
    main()
