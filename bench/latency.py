"""Median time of one honest submission, source in to conclusion out, against named rivals.

The usual workload is twelve cases of the full network, one of them a sample; beside it stand both shipped problems as
they are, with their fresh cases read from stock. Rivals take turns in short blocks, each submission after an idle
moment, so that the machine's drift is shared; a ratio is the median of the ratios of neighbouring blocks' medians.

The floor, "work and compile", is compiling the file and making the calls in one process, with arrays that are there
already: it carries nothing between processes, builds no inputs and compares nothing.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import rivals
import workload
from telling import options, tell

from grader.judge import Prepared, PreparedCase, decode_draw, draw_cases, encode_draw, judge, prepare
from grader.judge.draws import choose_draws
from grader.model import Draw, Mode, Verdict
from grader.problem_format import load_problem
from grader.sandbox import Sandbox

_IDLE_SECONDS = 0.005
_BLOCKS, _BLOCK, _COLD_BLOCK = 15, 20, 2
SHIPPED = ("rnn-cell", "vanilla-rnn")


@dataclass(frozen=True, slots=True)
class Entry:
    """A problem, an honest source for it, and the draws that the stock holds for a submission, as bytes."""

    prepared: Prepared
    work: workload.Work
    stock: tuple[Draw, ...] = ()

    def draws(self) -> Iterable[PreparedCase]:
        """The submission's own cases, read from stock."""
        return (decode_draw(self.prepared, draw) for draw in self.stock)


def usual(sandbox: Sandbox, cases: int = workload.CASES) -> Entry:
    """The usual workload, with that many cases."""
    prepared = prepare(workload.problem(cases), sandbox)
    return Entry(prepared, workload.work_of(prepared.problem, prepared.items))


def shipped(name: str, sandbox: Sandbox) -> Entry:
    """A shipped problem as it is, and its own reference handed in."""
    prepared = prepare(load_problem(workload.PROBLEMS / name), sandbox)
    problem, drawn = prepared.problem, draw_cases(prepared, "bench", sandbox)
    pairs = zip(choose_draws(problem, "bench"), drawn, strict=True)
    stock = tuple(replace(draw, content=encode_draw(item)) for draw, item in pairs)
    return Entry(prepared, workload.work_of(problem, [*prepared.fixed, *drawn], problem.reference.source), stock)


def submission(entry: Entry, sandbox: Sandbox) -> float:
    """Seconds until the conclusion is there; the child is killed before that and reaped after."""
    start = last = time.perf_counter()
    for result in judge(entry.prepared, entry.work.source, sandbox, Mode.SUBMIT, entry.draws()):
        if result.verdict is not Verdict.ACCEPTED:
            raise SystemExit(f"the honest program was not accepted: {result.message}")
        last = time.perf_counter()
    return last - start


def _timed(action: Callable[..., object], *given: object) -> Callable[[], float]:
    return lambda: rivals.timed(lambda: action(*given))


def _spaced(action: Callable[[], float]) -> Callable[[], float]:
    """With an idle moment before, as when students submit one by one."""

    def act() -> float:
        time.sleep(_IDLE_SECONDS)
        return action()

    return act


Blocks = dict[str, list[list[float]]]
"""Seconds by name, block by block."""


def measure() -> tuple[Blocks, list[str]]:
    """All blocks, and the rivals that this machine lacks."""
    blocks: Blocks = {}
    cold, missing = rivals.cold_rivals()
    with Sandbox() as sandbox:
        entries = {"usual": usual(sandbox), **{name: shipped(name, sandbox) for name in SHIPPED}}
        twelve = entries["usual"]
        bare = rivals.BareFork(twelve.work)
        actions = {
            **{f"{name}: floor": _spaced(_timed(rivals.do, one.work)) for name, one in entries.items()},
            **{f"{name}: ours": _spaced(partial(submission, one, sandbox)) for name, one in entries.items()},
            "bare fork": _spaced(_timed(bare.run)),
            "ours back to back": partial(submission, twelve, sandbox),
        }
        chilly = {f"cold {name}": _timed(one.run, twelve.work) for name, one in cold.items()}
        for number in range(_BLOCKS):
            for name, action in actions.items() if number % 2 else reversed(actions.items()):
                blocks.setdefault(name, []).append(_block(action, _BLOCK))
            for name, action in chilly.items():
                blocks.setdefault(name, []).append(_block(action, _COLD_BLOCK))
        bare.close()
    return blocks, missing


def _block(action: Callable[[], float], count: int) -> list[float]:
    """So many, after two that do not count."""
    return [action() for _ in range(count + 2)][2:]


def ratios(blocks: Blocks) -> dict[str, float]:
    """The claims: ours against each rival."""
    found = {
        "to_work_and_compile": _ratio(blocks, "usual: ours", "usual: floor"),
        "p95_to_work_and_compile": p95(_scaled(blocks["usual: ours"], blocks["usual: floor"])),
        **{f"{name}_to_work_and_compile": _ratio(blocks, f"{name}: ours", f"{name}: floor") for name in SHIPPED},
        "to_bare_fork": _ratio(blocks, "usual: ours", "bare fork"),
        "cold_to_ours": _ratio(blocks, "cold subprocess", "usual: ours"),
    }
    for name in ("bubblewrap", "nsjail"):
        if f"cold {name}" in blocks:
            found[f"cold_{name}_to_ours"] = _ratio(blocks, f"cold {name}", "usual: ours")
    return found


def _ratio(blocks: Blocks, one: str, other: str) -> float:
    pairs = zip(blocks[one], blocks[other], strict=True)
    return statistics.median(statistics.median(mine) / statistics.median(theirs) for mine, theirs in pairs)


def _scaled(ours: list[list[float]], floor: list[list[float]]) -> list[float]:
    """Each time in units of the neighbouring block's median."""
    return [one / statistics.median(theirs) for mine, theirs in zip(ours, floor, strict=True) for one in mine]


def _all(blocks: list[list[float]]) -> list[float]:
    return [seconds for block in blocks for seconds in block]


def p95(values: list[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(values, n=20)[-1]


def _rows(blocks: Blocks, missing: list[str]) -> Iterator[str]:
    for name, values in ((name, _all(found)) for name, found in blocks.items()):
        median = statistics.median(values) * 1e3
        yield f"{name:20s} median {median:8.2f} ms   p95 {p95(values) * 1e3:8.2f} ms   n={len(values)}"
    for name in missing:
        yield f"missing here: {name}"


def main() -> None:
    """Measure and print."""
    wanted = options(__doc__).parse_args()
    blocks, missing = measure()
    medians = {name: statistics.median(_all(values)) for name, values in blocks.items()}
    tell(medians, ratios(blocks), _rows(blocks, missing), as_json=wanted.json)


if __name__ == "__main__":
    main()
