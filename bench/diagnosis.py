"""What diagnosis and recognition add to a submission's median time: the same judging with and without, in one run.

Every round measures each program both ways, which first by turns, so that the machine's drift is shared; ratios are of
medians. For programs that fail it also tells how long it takes until the last case is told, and until the conclusion,
beside an accepted program. Goals: at most 1.2 and 2.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import replace

import workload
from telling import options, tell

from grader.judge import Prepared, collect, complete, judge, prepare
from grader.model import Mode, Verdict
from grader.sandbox import Sandbox

_IDLE_SECONDS = 0.003
_ROUNDS = 200
_RIGHT = workload.SOURCE
_PROGRAMS = {
    "accepted": _RIGHT,
    "known mistake": _RIGHT.replace(b"h @ W_hh.T", b"h @ W_hh"),
    "unknown, all wrong": _RIGHT.replace(b"np.tanh(", b"np.sin("),
    "unknown, first step right": _RIGHT.replace(b"h = np.tanh(X[:, t]", b"h = np.tanh(X[:, 0]"),
    "raises": _RIGHT.replace(b"return {", b"return {}[0], {"),
}


_WAYS = {"with": True, "without": False}


def _seconds(prepared: Prepared, source: bytes, sandbox: Sandbox) -> tuple[float, float]:
    """Seconds until the last case is told, and until the conclusion, after an idle moment."""
    time.sleep(_IDLE_SECONDS)
    start = told = last = time.perf_counter()
    for _ in judge(prepared, source, sandbox, Mode.SUBMIT):
        told, last = last, time.perf_counter()
    return told - start, last - start


def _check(prepared: Prepared, sandbox: Sandbox) -> None:
    """Each program must come to what its name says."""
    for name, source in _PROGRAMS.items():
        _, conclusion = collect(judge(prepared, source, sandbox, Mode.SUBMIT))
        known = conclusion.mistake.id if conclusion.mistake else ""
        if (conclusion.verdict is Verdict.ACCEPTED) != (name == "accepted") or bool(known) != (name == "known mistake"):
            raise SystemExit(f"{name}: {conclusion.verdict}, {known or 'no mistake known'}")


def measure() -> dict[str, list[float]]:
    """Seconds by program, with and without."""
    problem = workload.problem()
    seconds: dict[str, list[float]] = {}
    with Sandbox() as sandbox:
        prepared = complete(prepare(problem, sandbox), sandbox)
        _check(prepared, sandbox)
        for number in range(_ROUNDS):
            for name, source in _PROGRAMS.items():
                for way in sorted(_WAYS, reverse=bool(number % 2)):
                    chosen = replace(prepared, diagnosed=_WAYS[way])
                    cases, conclusion = _seconds(chosen, source, sandbox)
                    seconds.setdefault(f"{name}, {way}", []).append(conclusion)
                    seconds.setdefault(f"{name}, {way}, last case", []).append(cases)
    return seconds


def ratios(medians: dict[str, float]) -> dict[str, float]:
    """The claims: with to without, for each program; and a failing one to an accepted one."""
    found = {name: medians[f"{name}, with"] / medians[f"{name}, without"] for name in _PROGRAMS}
    accepted = medians["accepted, with"]
    for name in _PROGRAMS.keys() - {"accepted"}:
        found[f"{name}: last case to accepted"] = medians[f"{name}, with, last case"] / accepted
        found[f"{name}: conclusion to accepted"] = medians[f"{name}, with"] / accepted
    return found


def main() -> None:
    """Measure and print."""
    wanted = options(__doc__).parse_args()
    medians = {name: statistics.median(values) for name, values in measure().items()}
    rows = (f"{name:42s} median {median * 1e3:8.2f} ms   n={_ROUNDS}" for name, median in sorted(medians.items()))
    tell(medians, ratios(medians), rows, as_json=wanted.json)


if __name__ == "__main__":
    main()
