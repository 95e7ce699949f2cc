"""Each fact's judgement, and the sentence that goes with it."""

from __future__ import annotations

import pytest

from grader.judge.verdicts import explain_failure
from grader.model import Problem, Reason, RunStatus
from grader.sandbox import Outcome, Said

SOURCE = "a\nb\nc\n"
RAISED, KILLED, LATE = RunStatus.RAISED, RunStatus.KILLED, RunStatus.TIMED_OUT
TABLE = {
    "syntax": (Outcome(RAISED, Reason.SYNTAX, said=Said("SyntaxError", "bad", 2)), "compile_error", "Line 2: bad."),
    "question": (Outcome(RAISED, Reason.SYNTAX, said=Said("SyntaxError", "Eh?", 2)), "compile_error", "Line 2: Eh?"),
    "wordless": (Outcome(RAISED, Reason.SYNTAX), "compile_error", "Python cannot compile this file."),
    "nested": (Outcome(RAISED, Reason.SYNTAX, said=Said("MemoryError")), "compile_error", "nested too deep"),
    "missing": (Outcome(RAISED, Reason.MISSING_ENTRY_POINT), "runtime_error", "The file defines no function rnn_cell."),
    "near": (
        Outcome(RAISED, Reason.MISSING_ENTRY_POINT, said=Said(names=("other", "RNNCell"))),
        "runtime_error", "It defines RNNCell: is that a slip of the pen?",
    ),
    "method": (
        Outcome(RAISED, Reason.MISSING_ENTRY_POINT, said=Said(names=("Solution",), classes=("Solution",))),
        "runtime_error", "Class Solution has a method of that name",
    ),
    "signature": (
        Outcome(RAISED, Reason.BAD_SIGNATURE, said=Said(signature="(x)")),
        "runtime_error", "5 arguments, by position: (x_t, h_prev, W_xh, W_hh, b_h). Yours takes (x).",
    ),
    "raised": (Outcome(RAISED, Reason.RAISED, said=Said("ValueError", "no", 2)), "runtime_error", "ror on line 2: no"),
    "raised in silence": (Outcome(RAISED, Reason.RAISED, said=Said("KeyError")), "runtime_error", "KeyError"),
    "exit": (Outcome(RAISED, Reason.EXITED, said=Said("SystemExit", line=3)), "runtime_error", "sys.exit) on line 3"),
    "_exit": (Outcome(KILLED, Reason.EXITED, exit_code=3), "runtime_error", "left (exit or sys.exit) where"),
    "crash": (Outcome(KILLED, Reason.CRASHED, signal=11), "runtime_error", "crashed (SIGSEGV)"),
    "odd crash": (Outcome(KILLED, Reason.CRASHED, signal=99), "runtime_error", "crashed (signal 99)"),
    "too large": (Outcome(RAISED, Reason.TOO_LARGE), "wrong_answer", "The answer is too large: more than 64 MB"),
    "case": (Outcome(LATE, Reason.CASE), "time_limit", "The call took longer than 2 s."),
    "load": (Outcome(LATE, Reason.LOAD), "time_limit", "Loading the file took longer than 5 s."),
    "submission": (Outcome(LATE, Reason.SUBMISSION), "time_limit", "The whole submission took longer than 20 s."),
    "memory": (Outcome(RunStatus.OUT_OF_MEMORY, Reason.MEMORY, said=Said(line=2)), "memory_limit", "512 MB that this"),
    "output": (Outcome(RunStatus.OUTPUT_OVERFLOW, Reason.STDOUT), "output_limit", "more than 16 MB"),
    "protocol": (Outcome(RunStatus.VIOLATED, Reason.PROTOCOL), "security_violation", "broke the rules of the sandbox"),
    "syscall": (Outcome(RunStatus.VIOLATED, Reason.SYSCALL, signal=31), "security_violation", "broke the rules"),
}  # fmt: skip


@pytest.mark.parametrize(("outcome", "verdict", "says"), TABLE.values(), ids=TABLE)
@pytest.mark.parametrize("hidden", [False, True])
def test_each_fact_has_its_verdict_and_sentence(
    rnn_cell: Problem, outcome: Outcome, verdict: str, says: str, *, hidden: bool
):
    told = explain_failure(outcome, rnn_cell, SOURCE, hidden=hidden)
    assert (told.verdict, told.reason) == (verdict, outcome.reason)
    assert hidden or says in told.message
    assert told.message


@pytest.mark.parametrize(
    ("name", "shown"), [("ValueError", "ValueError"), ("LinAlgError", "LinAlgError"), ("X1", None)]
)
def test_a_hidden_case_shows_no_text_and_no_made_up_name(rnn_cell: Problem, name: str, shown: str | None):
    outcome = Outcome(RAISED, Reason.RAISED, said=Said(name, "inputs: 1.5", 2, "trace 1.5"))
    told = explain_failure(outcome, rnn_cell, SOURCE, hidden=True)
    assert (told.exception, told.trace, told.line) == (shown, "", 2)
    assert "1.5" not in told.message
    assert (name in told.message) == (shown is not None)


def test_a_sample_shows_everything(rnn_cell: Problem):
    told = explain_failure(
        Outcome(RAISED, Reason.RAISED, said=Said("X1", "m", 2, "trace")), rnn_cell, SOURCE, hidden=False
    )
    assert (told.exception, told.trace, told.message) == ("X1", "trace", "X1 on line 2: m")


@pytest.mark.parametrize(("line", "shown"), [(1, 1), (4, 4), (5, None), (65_000, None), (None, None)])
@pytest.mark.parametrize("source", ["a\nb\nc\n", "a\r\nb\r\nc\r\n", "a\rb\rc\r"])
def test_a_line_beyond_the_file_is_not_shown(rnn_cell: Problem, line: int | None, shown: int | None, source: str):
    told = explain_failure(
        Outcome(RAISED, Reason.RAISED, said=Said("ValueError", line=line)), rnn_cell, source, hidden=True
    )
    assert told.line == shown
    assert (f"line {line}" in told.message) == (shown is not None)


@pytest.mark.parametrize(
    ("source", "says"),
    [("```python\nx\n```", "Markdown fence"), (">>> x", "interactive prompt"), ("x x", "bad.")],
)
def test_a_syntax_error_knows_what_is_often_pasted(rnn_cell: Problem, source: str, says: str):
    outcome = Outcome(RAISED, Reason.SYNTAX, said=Said("SyntaxError", "bad", 1))
    assert says in explain_failure(outcome, rnn_cell, source, hidden=False).message


def test_a_notebook_is_recognised(rnn_cell: Problem):
    told = explain_failure(Outcome(RAISED, Reason.MISSING_ENTRY_POINT), rnn_cell, '{"cells": []}', hidden=False)
    assert "notebook" in told.message
