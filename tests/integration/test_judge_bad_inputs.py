"""Everything that can be wrong with a submission: its own verdict, reason and line, and the next one untouched."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from grader.model import Limits, Mode, Problem, Reason, Verdict
from grader.sandbox import Sandbox
from tests.judging import judge_cases, judge_whole

HEAD = "import numpy as np\ndef rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n"
LIMITS = Limits(wall_seconds=0.5, load_seconds=0.5, submission_seconds=5.0)
LEISURE = Limits(wall_seconds=10.0, load_seconds=10.0, submission_seconds=60.0, memory_mb=128)


@dataclass(frozen=True)
class Bad:
    """A submission, and what must be told of it."""

    source: str | bytes
    verdict: Verdict
    reason: Reason
    says: str
    line: int | None = None


BAD = {
    "too large": Bad("#" * 65_537, Verdict.COMPILE_ERROR, Reason.TOO_LARGE, "The file has 65,537 bytes"),
    "not UTF-8": Bad(b"# one\n# \xff\n", Verdict.COMPILE_ERROR, Reason.NOT_UTF8, "line 2 holds a byte", 2),
    "UTF-16": Bad("x = 1".encode("utf-16"), Verdict.COMPILE_ERROR, Reason.NOT_UTF8, "Save it as UTF-8", 1),
    "surrogate": Bad(b"# \xed\xa0\x80", Verdict.COMPILE_ERROR, Reason.NOT_UTF8, "not UTF-8", 1),
    "NUL": Bad("x = 1\n\ny = '\0'\n", Verdict.COMPILE_ERROR, Reason.NUL, "Line 3 holds a null character", 3),
    "syntax": Bad(f"{HEAD}    return (1,\n", Verdict.COMPILE_ERROR, Reason.SYNTAX, "Line 3: '(' was never closed.", 3),
    "indentation": Bad(f"{HEAD}return 1\n", Verdict.COMPILE_ERROR, Reason.SYNTAX, "Line 3: expected an indented", 3),
    "return outside": Bad("return 1\n", Verdict.COMPILE_ERROR, Reason.SYNTAX, "'return' outside function", 1),
    "nesting": Bad(f"x = {'-' * 9000}1", Verdict.COMPILE_ERROR, Reason.SYNTAX, "nested too deep"),
    "no entry point": Bad("def other(): 0\n", Verdict.RUNTIME_ERROR, Reason.MISSING_ENTRY_POINT, "no function"),
    "not callable": Bad("rnn_cell = 3\n", Verdict.RUNTIME_ERROR, Reason.MISSING_ENTRY_POINT, "no function rnn_cell"),
    "too few": Bad("def rnn_cell(x): pass\n", Verdict.RUNTIME_ERROR, Reason.BAD_SIGNATURE, "Yours takes (x)."),
    "keyword only": Bad("def rnn_cell(*a, k): pass\n", Verdict.RUNTIME_ERROR, Reason.BAD_SIGNATURE, "(*a, k)"),
    "exit at import": Bad("import sys\nsys.exit(0)\n", Verdict.RUNTIME_ERROR, Reason.EXITED, "left (exit", 2),
    "exit in the call": Bad(f"{HEAD}    exit()\n", Verdict.RUNTIME_ERROR, Reason.RAISED, "'exit' is not defined", 3),
    "SystemExit": Bad(f"{HEAD}    raise SystemExit\n", Verdict.RUNTIME_ERROR, Reason.EXITED, "on line 3", 3),
    "os._exit at import": Bad("import os\nos._exit(0)", Verdict.RUNTIME_ERROR, Reason.EXITED, "The program left"),
    "os._exit in call": Bad(f"{HEAD}    import os; os._exit(0)", Verdict.RUNTIME_ERROR, Reason.EXITED, "left"),
    "endless load": Bad("while True: pass", Verdict.TIME_LIMIT, Reason.LOAD, "Loading the file took longer than 0.5 s"),
    "endless call": Bad(f"{HEAD}    while True: pass", Verdict.TIME_LIMIT, Reason.CASE, "longer than 0.5 s"),
    "sleep": Bad(f"{HEAD}    __import__('time').sleep(99)", Verdict.TIME_LIMIT, Reason.CASE, "or a wait"),
    "memory": Bad(f"{HEAD}    return np.ones(10**9)", Verdict.MEMORY_LIMIT, Reason.MEMORY, "128 MB", 3),
    "memory at import": Bad("x = 1\nb = bytearray(10**9)\n", Verdict.MEMORY_LIMIT, Reason.MEMORY, "on line 2", 2),
    "recursion": Bad(f"{HEAD}    rnn_cell(1, 2, 3, 4, 5)", Verdict.RUNTIME_ERROR, Reason.RAISED, "Recursion", 3),
    "stack overflow": Bad(
        f"import sys\nsys.setrecursionlimit(10**9)\n{HEAD}    return max([1], key=lambda _: rnn_cell(1, 2, 3, 4, 5))",
        Verdict.RUNTIME_ERROR, Reason.CRASHED, "crashed (SIGSEGV)",
    ),
    "segfault": Bad(f"import ctypes\n{HEAD}    ctypes.string_at(0)", Verdict.RUNTIME_ERROR, Reason.CRASHED, "SIGSEGV"),
    "segfault at import": Bad("import ctypes\nctypes.string_at(0)", Verdict.RUNTIME_ERROR, Reason.CRASHED, "SIGSEGV"),
    "flood": Bad(f"{HEAD}    while True: print('x' * 9999)", Verdict.OUTPUT_LIMIT, Reason.STDOUT, "more than 16 MB"),
    "flood at import": Bad("while True: print('x' * 9999)", Verdict.OUTPUT_LIMIT, Reason.STDOUT, "more than 16 MB"),
    "huge answer": Bad(f"{HEAD}    return ['x' * 999999] * 99", Verdict.WRONG_ANSWER, Reason.TOO_LARGE, "64 MB"),
    "raised in a helper": Bad(
        f"{HEAD}    return helper(x_t)\n\n\ndef helper(x):\n    return x / unknown\n",
        Verdict.RUNTIME_ERROR, Reason.RAISED, "NameError on line 7: name 'unknown' is not defined", 7,
    ),
    "raised inside NumPy": Bad(
        f"{HEAD}    return np.linalg.inv(np.zeros((2, 2)))\n",
        Verdict.RUNTIME_ERROR, Reason.RAISED, "LinAlgError on line 3: Singular matrix", 3,
    ),
    "foreign frame": Bad(
        f"import os\n{HEAD}    os.write(4, b'junk' * 9)\n    return x_t\n",
        Verdict.SECURITY_VIOLATION, Reason.PROTOCOL, "broke the rules",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def problem(rnn_cell: Problem) -> Problem:
    return replace(rnn_cell, limits=LEISURE)


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_bad_input(problem: Problem, sandbox: Sandbox, bad: Bad):
    if bad.verdict is Verdict.TIME_LIMIT:
        problem = replace(problem, limits=LIMITS)
    source = bad.source if isinstance(bad.source, bytes) else bad.source.encode()
    results, conclusion = judge_whole(problem, source, sandbox, Mode.SUBMIT, seed="bad")
    assert (conclusion.verdict, conclusion.reason, conclusion.line) == (bad.verdict, bad.reason, bad.line), (
        conclusion.message
    )
    assert bad.says in conclusion.message
    assert conclusion.message.endswith((".", "?")) or conclusion.reason is Reason.RAISED
    assert conclusion.score == 0
    assert len(results) == sum(entry.count for entry in problem.entries)


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_the_next_submission_is_untouched(problem: Problem, sandbox: Sandbox, bad: Bad):
    if bad.verdict is Verdict.TIME_LIMIT:
        problem = replace(problem, limits=LIMITS)
    source = bad.source if isinstance(bad.source, bytes) else bad.source.encode()
    judge_cases(problem, source, sandbox, Mode.RUN)
    calm = replace(problem, limits=LEISURE)
    results = judge_cases(calm, problem.reference.source, sandbox, Mode.SUBMIT, seed="next")
    assert {result.verdict for result in results} == {Verdict.ACCEPTED}
    assert {(result.stdout, result.stdout_cut, result.warnings) for result in results} == {("", False, ())}


def test_a_case_that_stops_the_child_stops_the_rest(problem: Problem, sandbox: Sandbox):
    source = (
        f"import os\ncalls = 0\n{HEAD}    global calls\n    calls += 1\n    if calls > 2: os._exit(0)\n    return 0\n"
    )
    results = judge_cases(problem, source.encode(), sandbox, Mode.SUBMIT)
    told = [(result.verdict, result.reason) for result in results[:4]]
    assert told[0][1] is Reason.WRONG_TYPE
    assert told[2:] == [(Verdict.RUNTIME_ERROR, Reason.EXITED), (Verdict.NOT_RUN, Reason.STOPPED)]


def test_source_of_the_largest_size_is_judged(problem: Problem, sandbox: Sandbox):
    source = problem.reference.source + b"#" * (65_536 - len(problem.reference.source))
    results = judge_cases(problem, source, sandbox, Mode.RUN)
    assert {result.verdict for result in results} == {Verdict.ACCEPTED}
