"""Submissions per second with 1, 2 and 4 slots, against named rivals doing the same work in the same run.

Slots are processes, fed by a thread each, as the server runs them. Ours and the rival take turns, in short blocks whose
order changes, so that the machine's drift is shared; a ratio is the median of the ratios of neighbouring blocks.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass

import rivals
import workload
from telling import options, tell

from grader.judge import prepare
from grader.model import Mode, Verdict
from grader.sandbox import Sandbox
from grader.slots import JudgeProcess, Offer, SharedCores, Task

_SECONDS, _BLOCKS = 1.0, 7
_SLOTS = (1, 2, 4)
_COLD_SLOTS = 2
_VERSION = "bench"

Action = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Lanes:
    """Ours and each rival, ready to take one submission after the other: an action for each slot."""

    ours: list[Action]
    fork_server: list[Action]
    cold: dict[str, list[Action]]


def open_lanes(stack: ExitStack) -> tuple[Lanes, list[str]]:
    """Start everything once; what waits costs nothing. Also the names of rivals that this machine lacks."""
    work = _work()
    cores = SharedCores(max(_SLOTS))
    stack.callback(cores.close)
    judges = [stack.enter_context(JudgeProcess(cores, tried=number > 0)) for number in range(max(_SLOTS))]
    for one in judges:
        one.prepare(_VERSION, Offer(workload.files()))
    servers = [rivals.ForkServer() for _ in judges]
    for server in servers:
        stack.callback(server.close)
    cold, missing = _cold_rivals()
    ours = [lambda one=one: _judged(one) for one in judges]
    served = [lambda one=one: one.run(work) for one in servers]
    chilly = {name: [lambda one=one: one.run(work) for one in several] for name, several in cold.items()}
    return Lanes(ours, served, chilly), missing


def _cold_rivals() -> tuple[dict[str, list[rivals.Cold]], list[str]]:
    """Each with a folder of its own for every slot."""
    (first, missing), (second, _) = (rivals.cold_rivals() for _ in range(_COLD_SLOTS))
    return {name: [one, second[name]] for name, one in first.items()}, missing


def _work() -> workload.Work:
    with Sandbox() as sandbox:
        prepared = prepare(workload.problem(), sandbox)
        return workload.work_of(prepared.problem, prepared.items)


def _judged(judge: JudgeProcess) -> None:
    """One submission, to its conclusion."""
    task = Task(_VERSION, workload.SOURCE, Mode.SUBMIT, None, diagnose=True, silence=60.0)
    conclusion, _ = judge.judge(task, _nothing_to_offer, _pass_over)
    if conclusion.verdict is not Verdict.ACCEPTED:
        raise SystemExit(f"the honest program was not accepted: {conclusion.message}")


def _nothing_to_offer() -> Offer:
    raise SystemExit("a judge forgot the problem")


def _pass_over(_: object) -> None:
    """A case is told while the others are judged; nobody listens here."""


def _count(action: Action, end: float) -> int:
    done = 0
    while time.monotonic() < end:
        action()
        done += 1
    return done


def per_second(lanes: list[Action]) -> float:
    """Submissions per second of these slots, after one each that does not count."""
    with ThreadPoolExecutor(len(lanes)) as pool:
        list(pool.map(lambda action: action(), lanes))
        end = time.monotonic() + _SECONDS
        return sum(pool.map(lambda action: _count(action, end), lanes)) / _SECONDS


def measure() -> tuple[dict[str, list[float]], list[str]]:
    """Submissions per second by name, block by block, and rivals that this machine lacks."""
    rates: dict[str, list[float]] = {}
    with ExitStack() as stack:
        lanes, missing = open_lanes(stack)
        for block in range(_BLOCKS):
            for slots in _SLOTS:
                pair = [("ours", lanes.ours[:slots]), ("fork server", lanes.fork_server[:slots])]
                for name, actions in pair if block % 2 else reversed(pair):
                    rates.setdefault(f"{name} at {slots}", []).append(per_second(actions))
            for name, actions in lanes.cold.items():
                rates.setdefault(f"cold {name} at {_COLD_SLOTS}", []).append(per_second(actions))
    return rates, missing


def ratios(rates: dict[str, list[float]]) -> dict[str, float]:
    """The claims; the best cold rival is the fastest sandbox among those that are there."""
    sandboxed = [name for name in rates if name.startswith("cold ") and "subprocess" not in name]
    best = max(sandboxed or [f"cold subprocess at {_COLD_SLOTS}"], key=lambda name: statistics.median(rates[name]))
    ours = f"ours at {_COLD_SLOTS}"
    found = {f"to_best_cold_at_{_COLD_SLOTS}": _ratio(rates, ours, best)}
    for slots in _SLOTS:
        found[f"to_fork_server_at_{slots}"] = _ratio(rates, f"ours at {slots}", f"fork server at {slots}")
    return found


def _ratio(rates: dict[str, list[float]], ours: str, theirs: str) -> float:
    return statistics.median(a / b for a, b in zip(rates[ours], rates[theirs], strict=True))


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
    tell(medians, ratios(rates), _rows(rates, missing), as_json=wanted.json)


if __name__ == "__main__":
    main()
