"""Programs that try to carry a fixed hidden case's inputs out through whatever a result tells."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from grader.model import CaseResult, Mode, Problem, TestCase
from grader.reports import case_to_json, report_case
from grader.sandbox import Sandbox
from grader.sandbox.frames import HEADER
from tests.judging import first_case, judge_cases

MARK = "tell_tale"
"""Stands beside every number that a program lets out: none of it may come through."""
HEAD = f"""
import numpy as np, os, struct
calls = 0
def told(*a):
    return "{MARK} " + " ".join(repr(float(v)) for x in a for v in x.ravel()[:3])
def right(x_t, h_prev, W_xh, W_hh, b_h):
    return np.tanh(x_t @ W_xh.T + h_prev @ W_hh.T + b_h)
def text(s):
    raw = s.encode()
    return b"s" + struct.pack("<I", len(raw)) + raw
def send(kind, message):
    body = b"D" + struct.pack("<I", 5)
    for key in ("message", "signature", "type", "trace"):
        raw = key.encode()
        body += struct.pack("<I", len(raw)) + raw + text(message)
    body += struct.pack("<I", 4) + b"line" + b"i" + struct.pack("<I", 3) + (65432).to_bytes(3, "little", signed=True)
    os.write(4, struct.pack("{HEADER.format}", b"ac01", kind, calls, len(body), 0) + body)
def rnn_cell(*a):
    global calls
    calls += 1
    return right(*a) if calls <= SAMPLES else leak(*a)
"""
FIGURES = ("seconds", "max_abs_error", "max_rel_error", "differing", "total", "first_index")
LEAKS = {
    "printed": "print(told(*a)); return right(*a)",
    "printed to stderr": "import sys; print(told(*a), file=sys.stderr); return right(*a)",
    "exception text": "raise ValueError(told(*a))",
    "exception note": "e = ValueError('x'); e.add_note(told(*a)); raise e",
    "exception name": "raise type(told(*a), (Exception,), {})()",
    "exception cause": "try: raise KeyError(told(*a))\n    except KeyError as e: raise ValueError('x') from e",
    "exit code": "raise SystemExit(told(*a))",
    "name of the file in a syntax error": "exec(compile('1 1', told(*a), 'exec'))",
    "syntax error by hand": "raise SyntaxError(told(*a), ('solution.py', 65432, 1, told(*a)))",
    "text of generated code": "exec(compile('\\n' * 65431 + '1/0', 'solution.py', 'exec'))",
    "function name in the trace": "exec('def ' + told(*a).split()[0] + '(): 1/0\\n' + told(*a).split()[0] + '()')",
    "dict keys": "return {told(*a): 1.0}",
    "number of items": "return [0] * 65432",
    "type name": "return type(told(*a), (), {})()",
    "type module": "return type('T', (), {'__module__': told(*a)})()",
    "ndarray subclass name": "return np.zeros(3).view(type(told(*a), (np.ndarray,), {}))",
    "field names": "return np.zeros(3, dtype=[(told(*a), float)])",
    "width of text": "return np.zeros(3, dtype='<U65432')",
    "unit of a date": "return np.zeros(3, dtype='datetime64[65432s]')",
    "shape": "return np.zeros(65432)",
    "shape of an empty array": "return np.zeros((65432, 0, 65433))",
    "text": "return told(*a)",
    "number": "return 65432",
    "list": "return [told(*a)]",
    "error message of the file": "send(4, told(*a)); os._exit(0)",
    "signature of the file": "send(6, told(*a)); os._exit(0)",
    "names in the file": "send(5, told(*a)); os._exit(0)",
    "exit of the file": "send(7, told(*a)); os._exit(0)",
    "fault of its own making": "send(3, told(*a)); os._exit(0)",
}


@pytest.fixture(scope="module")
def two_cases(rnn_cell: Problem) -> Problem:
    """One sample and one fixed hidden case."""
    sample, hidden = rnn_cell.entries[0], next(entry for entry in rnn_cell.entries if entry.case.hidden)
    return replace(rnn_cell, version="two cases", entries=(sample, hidden))


@pytest.fixture(scope="module")
def with_fresh(rnn_cell: Problem, two_cases: Problem) -> Problem:
    """The same with a fresh case, which is judged between the two."""
    fresh = next(replace(entry, count=1) for entry in rnn_cell.entries if entry.fresh)
    return replace(two_cases, version="with a fresh case", entries=(*two_cases.entries, fresh))


def numbers(case: TestCase, digits: int = 4) -> list[str]:
    """The first digits of every input, as they would stand in a text."""
    values = [value for array in case.inputs.values() if isinstance(array, np.ndarray) for value in array.ravel()]
    return [repr(abs(float(value)))[: 2 + digits] for value in values if abs(value) > 1e-3]


def leaked(result: CaseResult, case: TestCase) -> list[str]:
    """What of the case's inputs, or of the programs' own marks, stands in a result."""
    told = case_to_json(report_case(result))
    told.pop("seconds")
    text = json.dumps(told)
    marks = re.findall(rf"{MARK}|6543\d|65,43\d", text)
    return marks + [number for number in numbers(case) if number in text]


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS)
def test_a_hidden_result_tells_nothing_of_its_inputs(two_cases: Problem, sandbox: Sandbox, leak: str):
    source = f"SAMPLES = 1\n{HEAD}\ndef leak(*a):\n    {leak}\n"
    sample, hidden = judge_cases(two_cases, source.encode(), sandbox, Mode.SUBMIT)
    assert sample.verdict == "accepted"
    assert hidden.hidden
    assert leaked(hidden, two_cases.entries[1].case) == []
    assert (hidden.inputs, hidden.got, hidden.expected, hidden.stdout, hidden.trace) == (None, None, None, "", "")
    assert [getattr(hidden, figure) for figure in FIGURES] == [None] * len(FIGURES)


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS)
def test_nor_where_a_fresh_case_is_shown_in_full_before_it(with_fresh: Problem, sandbox: Sandbox, leak: str):
    source = f"SAMPLES = 1\n{HEAD}\ndef leak(*a):\n    {leak}\n"
    sample, fresh, hidden = judge_cases(with_fresh, source.encode(), sandbox, Mode.SUBMIT)
    assert (sample.verdict, fresh.drawn, hidden.drawn) == ("accepted", True, False)
    assert fresh.hidden is (fresh.verdict == "accepted")
    secret = with_fresh.entries[1].case
    assert [leaked(result, secret) for result in (sample, hidden)] == [[], []]
    told = json.dumps(case_to_json(report_case(fresh)))
    assert [number for number in numbers(secret, digits=8) if number in told] == []
    assert [getattr(hidden, figure) for figure in FIGURES] == [None] * len(FIGURES)


@pytest.mark.parametrize("leak", ["printed", "exception text", "dict keys", "field names", "type name"])
def test_the_same_programs_show_everything_on_a_sample(two_cases: Problem, sandbox: Sandbox, leak: str):
    source = f"SAMPLES = 0\n{HEAD}\ndef leak(*a):\n    {LEAKS[leak]}\n"
    sample, _ = judge_cases(two_cases, source.encode(), sandbox, Mode.SUBMIT)
    assert MARK in json.dumps(case_to_json(report_case(sample)))


def test_a_line_that_the_file_does_not_have_is_not_shown(two_cases: Problem, sandbox: Sandbox):
    source = f"SAMPLES = 1\n{HEAD}\ndef leak(*a):\n    {LEAKS['text of generated code']}\n"
    _, hidden = judge_cases(two_cases, source.encode(), sandbox, Mode.SUBMIT)
    assert (hidden.exception, hidden.line) == ("ZeroDivisionError", None)


def test_a_call_answered_with_word_of_the_file_is_a_violation(two_cases: Problem, sandbox: Sandbox):
    source = f"SAMPLES = 1\n{HEAD}\ndef leak(*a):\n    {LEAKS['error message of the file']}\n"
    _, hidden = judge_cases(two_cases, source.encode(), sandbox, Mode.SUBMIT)
    assert (hidden.verdict, hidden.reason) == ("security_violation", "protocol")


def test_what_a_hidden_case_prints_never_stands_with_the_sample_before_it(two_cases: Problem, sandbox: Sandbox):
    """The hidden case may be under way while the sample is compared: its output is not the sample's."""
    ungated = replace(two_cases, groups=tuple(replace(group, requires=()) for group in two_cases.groups))
    source = f"SAMPLES = 1\n{HEAD}\ndef leak(*a):\n    os.write(1, told(*a).encode()); return right(*a)\n".encode()
    printed = {first_case(ungated, source, sandbox, Mode.SUBMIT).stdout for _ in range(10)}
    for _ in range(30):
        results = judge_cases(ungated, source, sandbox, Mode.SUBMIT)
        printed |= {result.stdout for result in results}
    assert printed == {""}


def test_nor_with_the_fresh_case_before_it_that_is_shown(with_fresh: Problem, sandbox: Sandbox):
    ungated = replace(with_fresh, groups=tuple(replace(group, requires=()) for group in with_fresh.groups))
    leak = "if calls > 2:\n        os.write(1, told(*a).encode())\n    return 2 * right(*a)"
    source = f"SAMPLES = 1\n{HEAD}\ndef leak(*a):\n    {leak}\n".encode()
    for run in range(30):
        sample, fresh, hidden = judge_cases(ungated, source, sandbox, Mode.SUBMIT, str(run))
        assert (fresh.hidden, fresh.returned) == (False, True)
        assert (sample.stdout, fresh.stdout, hidden.stdout) == ("", "", "")
