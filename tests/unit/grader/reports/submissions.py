"""A small problem with gates and results of every kind, for the tests of all reports."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from grader.model import CaseReport, CaseResult, Conclusion, Problem, Reason, Verdict, Warn
from tests.doubling import case, doubling
from tests.judging import report_results

NASTY = 'a <b>& "q" | `x` ``` %0A\r\n::error::x, [l](http://e.example) ![i](i.png) @you #12 \x00\x1b \ud800'.encode(
    "utf-8", "surrogatepass"
).decode("utf-8", "replace")
"""What a student may print or raise, with something of every syntax in it."""

GROUPS = [
    {"name": "sample", "points": 0},
    {"name": "first", "points": 30},
    {"name": "second", "points": 30, "requires": ["first"]},
    {"name": "third", "points": 40, "scoring": "all"},
]
CASES = [
    case("sample", "one", 1.0),
    case("sample", "two | pipes, <b> & 100%", 2.0),
    case("first", "a", 3.0),
    case("first", "b", 4.0),
    case("second", "c", 5.0),
    case("third", "d", 6.0),
    case("third", "e", 7.0),
]


def gated(folder: Path) -> Problem:
    return doubling(folder, groups=GROUPS, cases=CASES)


def results() -> list[CaseResult]:
    """A wrong value, an exception, a limit, a gate, and three that passed."""
    wrong = np.array([1.5])
    return [
        CaseResult(
            "one", "sample", Verdict.WRONG_ANSWER, Reason.WRONG_VALUE, f"It is {NASTY}", hidden=False, stdout=NASTY,
            inputs={"x": np.array([1.0])}, expected=np.array([2.0]), got=wrong, returned=True, seconds=0.25,
        ),
        CaseResult(
            "two | pipes, <b> & 100%", "sample", Verdict.RUNTIME_ERROR, Reason.RAISED, "ValueError on line 3: no",
            hidden=False, line=3, trace="line 3, in double", seconds=0.125,
        ),
        CaseResult("a", "first", Verdict.ACCEPTED, warnings=(Warn.INPUTS_CHANGED,)),
        CaseResult("b", "first", Verdict.TIME_LIMIT, Reason.CASE, "It took too long.", hint="Look at the loop."),
        CaseResult("c", "second", Verdict.NOT_RUN, Reason.REQUIRES, "Not run: the group first must pass first."),
        CaseResult("d", "third", Verdict.ACCEPTED),
        CaseResult("e", "third", Verdict.WRONG_ANSWER, Reason.WRONG_SHAPE, "Shape is (N,), need (D,)."),
    ]  # fmt: skip


def told(folder: Path) -> tuple[Problem, Conclusion, tuple[CaseReport, ...]]:
    """The problem, what came of the whole submission, and of its cases."""
    problem = gated(folder)
    return problem, *report_results(problem, results())
