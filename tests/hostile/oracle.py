"""An attacker who reads a fixed hidden case off verdicts: what each thing that a student sees tells of its input.

The case holds a number that nobody knows. A program sees it when the case is run, and tells it by whatever it can do;
the attacker reads it from what comes back.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from grader.judge import draw_cases, judge, prepare
from grader.model import CaseReport, Conclusion, Mode, Problem
from grader.reports import report_submission
from grader.sandbox import Sandbox

SIZE = 5
"""How many items the target's input has; no other case has as many."""
_HEAD = "import numpy as np\nseen = []\ndef double(x):\n"
_IF_TARGET = f"    if x.size == {SIZE} and x[1] == 77.0:\n        v = int(x[0])\n        seen.append(v)\n"
_RIGHT = "    return 2 * x\n"
EXCEPTIONS = [
    name
    for name, item in sorted(vars(builtins).items())
    if isinstance(item, type) and issubclass(item, Exception) and not issubclass(item, (UnicodeError, Warning))
    and name not in ("ExceptionGroup", "SystemError", "MemoryError", "StopIteration", "RecursionError")
]  # fmt: skip
"""Those that can be raised with one text."""
_LINES = 60_000


@dataclass(frozen=True, slots=True)
class Channel:
    """Something that a student sees.

    Attributes:
        program: tells the number that it finds in the target.
        read: the number, from what is told; None where nothing can be read.
        bits: how many bits of it are known to get through.
        never: with so many bits, at the latest, nothing gets through.
        relative: whether the attacker first finds out what 0 looks like.
    """

    program: str
    read: Callable[[Conclusion, Sequence[CaseReport]], int | None]
    bits: int
    never: int
    relative: bool = False


def target(cases: Sequence[CaseReport]) -> CaseReport:
    """What is told of the case that is read."""
    return next(case for case in cases if case.name == "target")


def _from_line(_: Conclusion, cases: Sequence[CaseReport]) -> int | None:
    line = target(cases).line
    return None if line is None else line - 1


def _from_exception(_: Conclusion, cases: Sequence[CaseReport]) -> int | None:
    name = target(cases).exception
    return EXCEPTIONS.index(name) if name in EXCEPTIONS else None


def _from_error(_: Conclusion, cases: Sequence[CaseReport]) -> int | None:
    error = target(cases).max_abs_error
    return None if not error else round(np.log10(float(error)))


def _from_case_time(_: Conclusion, cases: Sequence[CaseReport]) -> int | None:
    seconds = target(cases).seconds
    return None if seconds is None else round(seconds * 20)


def _from_whole_time(conclusion: Conclusion, _: Sequence[CaseReport]) -> int | None:
    return round(conclusion.seconds * 20)


def _from_memory(conclusion: Conclusion, _: Sequence[CaseReport]) -> int | None:
    return None if conclusion.peak_kb is None else conclusion.peak_kb // 8192


def _from_later_cases(_: Conclusion, cases: Sequence[CaseReport]) -> int | None:
    later = [case for case in cases if case.group == "late"]
    return sum((case.verdict == "accepted") << place for place, case in enumerate(later))


def _from_warnings(_: Conclusion, cases: Sequence[CaseReport]) -> int | None:
    return len(target(cases).warnings) or None


def _from_second_call(conclusion: Conclusion, _: Sequence[CaseReport]) -> int | None:
    return int("Two calls" in conclusion.diagnosis)


def _from_shown_case(_: Conclusion, cases: Sequence[CaseReport]) -> int | None:
    shown = next(case for case in cases if case.drawn and not case.hidden)
    got = shown.got
    return int(got[0]) - 1_000_000 if isinstance(got, list) and got and isinstance(got[0], float) else None


CHANNELS = {
    "line": Channel(
        f"{_HEAD}{_IF_TARGET}        exec(compile(chr(10) * v + 'raise ValueError', 'solution.py', 'exec'))\n{_RIGHT}"
        + "\n" * _LINES,
        _from_line, 15, 17,
    ),
    "exception type": Channel(
        f"{_HEAD}{_IF_TARGET}        raise getattr(__import__('builtins'), {EXCEPTIONS!r}[v])('no')\n{_RIGHT}",
        _from_exception, 5, 7,
    ),
    "size of the error": Channel(
        f"{_HEAD}{_IF_TARGET}        return 2 * x + 10.0 ** v\n{_RIGHT}", _from_error, 0, 1
    ),
    "time of the case": Channel(
        f"import time\n{_HEAD}{_IF_TARGET}        time.sleep(v / 20)\n{_RIGHT}", _from_case_time, 0, 1
    ),
    "time of the whole": Channel(
        f"import time\n{_HEAD}{_IF_TARGET}        time.sleep(v / 20)\n{_RIGHT}", _from_whole_time, 4, 9
    ),
    "peak memory": Channel(
        f"{_HEAD}{_IF_TARGET}        seen.append(np.ones((v * 8 + 4) << 17))\n{_RIGHT}",
        _from_memory, 5, 7, relative=True,
    ),
    "later cases": Channel(
        f"{_HEAD}{_IF_TARGET}    if x[-1] == 99.0 and seen[0] >> int(x[0]) & 1 == 0:\n        return 3 * x\n{_RIGHT}",
        _from_later_cases, 4, 5,
    ),
    "warnings": Channel(
        f"{_HEAD}{_IF_TARGET}        x[:] = v\n        return x / 0 + v\n{_RIGHT}",
        _from_warnings, 0, 1,
    ),
    "second call": Channel(
        f"{_HEAD}{_IF_TARGET}    if x.size in (6, 7):\n        return 3 * x + sum(seen)\n{_RIGHT}",
        _from_second_call, 1, 2,
    ),
    "shown case": Channel(
        f"{_HEAD}{_IF_TARGET}    if x.size in (6, 7):\n        return 1e6 + x * 0 + (seen or [-1])[0]\n{_RIGHT}",
        _from_shown_case, 0, 1,
    ),
}  # fmt: skip


def plant(problem: Problem, number: int, group: str = "large") -> Problem:
    """The problem with a fixed case that holds a number; drawn cases are of other sizes, and four cases come later."""
    sample, fixed, _, fresh = problem.entries
    inputs = {"x": np.array([float(number), 77.0, 0.5, -1.5, 2.5])}
    held = replace(fixed.case, name="target", group=group, inputs=inputs, dims={"N": SIZE})
    later = [
        replace(fixed, case=replace(held, name=f"later {place}", group="late", inputs={"x": np.array([place, 99.0])},
                                    dims={"N": 2}))
        for place in map(float, range(4))
    ]  # fmt: skip
    groups = (*problem.groups, replace(problem.groups[-1], name="late"))
    drawn = replace(fresh, draw=lambda seed: replace(
        fresh.case, inputs={"x": np.random.default_rng(seed).normal(size=6 + seed % 2)}, dims={"N": 6 + seed % 2}
    ))  # fmt: skip
    entries = (sample, drawn, replace(fixed, case=held), *later)
    return replace(problem, version=f"holds {number} in {group}", groups=groups, entries=entries)


def ask(problem: Problem, channel: Channel, sandbox: Sandbox, seed: str) -> int | None:
    """What the attacker reads from one submission."""
    prepared = prepare(problem, sandbox)
    draws = draw_cases(prepared, seed, sandbox)
    judged = judge(prepared, channel.program.encode(), sandbox, Mode.SUBMIT, draws)
    conclusion, cases = report_submission(judged)
    return channel.read(conclusion, cases)


def count_right(
    problem: Problem, channel: Channel, numbers: Sequence[int], sandbox: Sandbox, group: str = "large"
) -> int:
    """How many of these numbers the attacker reads, each from one submission."""
    start = ask(plant(problem, 0, group), channel, sandbox, "oracle") or 0 if channel.relative else 0
    asked = (ask(plant(problem, number, group), channel, sandbox, f"oracle {number}") for number in numbers)
    return sum(read == start + number for read, number in zip(asked, numbers, strict=True))
