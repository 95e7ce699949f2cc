"""What fresh cases cost a submission of the shipped problems: read from stock, or made on the spot.

Three ways to judge the same honest program, measured in turn: with its draws held in memory, as fixed cases are; read
from the bytes that the stock holds; and made after it was taken, which runs the reference once more. Between making and
judging, draws are stored; a pause that is not counted stands for that. Claims: from stock it is as fast as from memory;
on the spot it takes longer by what making draws takes, and by no more.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from telling import options, tell

from grader.judge import Prepared, PreparedCase, decode_draw, draw_cases, encode_draw, judge, prepare
from grader.judge.draws import choose_draws
from grader.model import Draw, Mode, Verdict
from grader.problem_format import load_problem
from grader.sandbox import Sandbox

PROBLEMS = Path(__file__).resolve().parents[1] / "problems"
_IDLE_SECONDS = 0.005
_ROUNDS, _KEPT = 200, 20
Draws = Callable[[int], Iterable[PreparedCase]]


class Ways:
    """The ways to come by the draws of a submission, by its number."""

    def __init__(self, prepared: Prepared, sandbox: Sandbox) -> None:
        """Make what memory and stock hold."""
        self._prepared, self._sandbox = prepared, sandbox
        self._held = [draw_cases(prepared, str(number), sandbox) for number in range(_KEPT)]
        self._stock = [self._store(number) for number in range(_KEPT)]

    def in_memory(self, number: int) -> Iterable[PreparedCase]:
        """As fixed cases are."""
        return self._held[number % _KEPT]

    def from_stock(self, number: int) -> Iterable[PreparedCase]:
        """Read while the file is loaded."""
        return (decode_draw(self._prepared, draw) for draw in self._stock[number % _KEPT])

    def make(self, number: int) -> tuple[float, list[PreparedCase]]:
        """The draws of a submission, and the seconds that making them took."""
        time.sleep(_IDLE_SECONDS)
        start = time.perf_counter()
        made = draw_cases(self._prepared, f"new {number}", self._sandbox)
        return time.perf_counter() - start, made

    def _store(self, number: int) -> list[Draw]:
        chosen = choose_draws(self._prepared.problem, str(number))
        pairs = zip(chosen, self._held[number], strict=True)
        return [replace(draw, content=encode_draw(item)) for draw, item in pairs]


def _submission(prepared: Prepared, sandbox: Sandbox, draws: Draws, number: int) -> float:
    """Seconds from a submission's being taken to its conclusion."""
    time.sleep(_IDLE_SECONDS)
    start = last = time.perf_counter()
    for result in judge(prepared, prepared.problem.reference.source, sandbox, Mode.SUBMIT, draws(number)):
        if result.verdict is not Verdict.ACCEPTED:
            raise SystemExit(f"the honest program was not accepted: {result.message}")
        last = time.perf_counter()
    return last - start


def measure(name: str) -> dict[str, float]:
    """Median seconds of each way."""
    seconds: dict[str, list[float]] = {}
    with Sandbox() as sandbox:
        prepared = prepare(load_problem(PROBLEMS / name), sandbox)
        ways = Ways(prepared, sandbox)
        offered = {"in memory": ways.in_memory, "from stock": ways.from_stock}
        for number in range(_ROUNDS):
            for way, draws in offered.items() if number % 2 else reversed(offered.items()):
                seconds.setdefault(way, []).append(_submission(prepared, sandbox, draws, number))
            making, made = ways.make(number)
            spot = _submission(prepared, sandbox, lambda _, made=made: made, number)
            seconds.setdefault("making draws", []).append(making)
            seconds.setdefault("on the spot", []).append(making + spot)
    return {way: statistics.median(values) for way, values in seconds.items()}


def _rows(medians: dict[str, float]) -> Iterator[str]:
    for name, median in medians.items():
        yield f"{name:36s} {median * 1e3:8.2f} ms"


def main() -> None:
    """Measure both problems, and print."""
    wanted = options(__doc__).parse_args()
    medians: dict[str, float] = {}
    ratios: dict[str, float] = {}
    for name in ("rnn-cell", "vanilla-rnn"):
        found = measure(name)
        medians |= {f"{name}: {way}": median for way, median in found.items()}
        ratios[f"{name}: from stock to in memory"] = found["from stock"] / found["in memory"]
        extra = found["on the spot"] - found["from stock"]
        ratios[f"{name}: extra on the spot to making"] = extra / found["making draws"]
    tell(medians, ratios, _rows(medians), as_json=wanted.json)


if __name__ == "__main__":
    main()
