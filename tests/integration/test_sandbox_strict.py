"""The strict profile, problem by problem: no file can be opened, what was imported before is there, the rest is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.model import CaseResult, Limits, Mode, Problem, Profile, Reason, Verdict
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from tests.conftest import PROBLEMS
from tests.judging import first_case, judge_cases

HEAD = "import numpy as np\ndef rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n    "
RIGHT = "\n    return np.tanh(x_t @ W_xh.T + h_prev @ W_hh.T + b_h)\n"
AT_HAND = {
    "modules that are there": "import collections, dataclasses, functools, itertools, math, random, re, time, typing",
    "what NumPy has at hand": "np.linalg.svd(W_hh); np.random.default_rng(0).normal(); np.einsum('ij->j', W_hh)",
    "threads": "import threading, _thread",
    "printing and an exception caught": "\n    try: 1 / 0\n    except ZeroDivisionError as e: print(e)",
}
CLOSED = {
    "a module of the standard library": "import csv",
    "a lazy part of NumPy": "import numpy.fft",
    "a file of the standard library": "open(np.__file__).read(1)",
    "a device": "open('/dev/urandom', 'rb').read(1)",
    "a folder": "import os; os.listdir(os.path.dirname(np.__file__))",
    "whether there is a file": "import os; os.stat(np.__file__)",
}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    """The problem as its author would have it: one line in its file."""
    folder = tmp_path_factory.mktemp("strict") / "rnn-cell"
    folder.mkdir()
    for path in (PROBLEMS / "rnn-cell").rglob("*"):
        target = folder / path.relative_to(PROBLEMS / "rnn-cell")
        target.mkdir() if path.is_dir() else target.write_bytes(path.read_bytes())
    document = folder / "problem.yaml"
    text = document.read_text(encoding="utf-8")
    assert text.count("\nlimits: {") == 1
    document.write_text(text.replace("\nlimits: {", "\nlimits: {profile: strict, "), encoding="utf-8")
    return load_problem(folder)


def first(problem: Problem, sandbox: Sandbox, body: str) -> CaseResult:
    """The first sample's result of a right program that does something else before."""
    generous = Limits(10, 10, 30, profile=problem.limits.profile)
    source = f"{HEAD}{body}{RIGHT}".encode()
    return first_case(replace(problem, limits=generous), source, sandbox, Mode.RUN)


def test_an_author_chooses_it_in_the_problem(strict: Problem, rnn_cell: Problem):
    assert (strict.limits.profile, rnn_cell.limits.profile) == (Profile.STRICT, Profile.DEFAULT)


def test_the_problem_s_own_programs_run_in_it(strict: Problem, sandbox: Sandbox):
    for program in (strict.reference, *strict.alternatives):
        results = judge_cases(strict, program.source, sandbox, Mode.SUBMIT)
        assert {result.verdict for result in results} == {Verdict.ACCEPTED}, program.id


@pytest.mark.parametrize("body", AT_HAND.values(), ids=AT_HAND)
def test_what_is_at_hand_works_in_both(strict: Problem, rnn_cell: Problem, sandbox: Sandbox, body: str):
    told = [first(problem, sandbox, body) for problem in (strict, rnn_cell)]
    assert [one.verdict for one in told] == [Verdict.ACCEPTED] * 2, told[0].message


@pytest.mark.parametrize("body", CLOSED.values(), ids=CLOSED)
def test_files_are_closed_in_the_strict_profile_alone(strict: Problem, rnn_cell: Problem, sandbox: Sandbox, body: str):
    """Problems of both kinds follow each other in one slot, and each has its own."""
    for _ in range(2):
        came = first(strict, sandbox, body)
        assert (came.verdict, came.reason) == (Verdict.RUNTIME_ERROR, Reason.RAISED)
        assert came.exception in {"PermissionError", "ModuleNotFoundError"}
        assert came.line == 3
        assert first(rnn_cell, sandbox, body).verdict is Verdict.ACCEPTED


def test_the_fault_still_points_at_the_line_and_shows_it(strict: Problem, sandbox: Sandbox):
    came = first(strict, sandbox, "1 / 0")
    assert (came.exception, came.line) == ("ZeroDivisionError", 3)
    assert "1 / 0" in came.trace


def test_the_folder_of_a_problem_is_no_way_around(strict: Problem, sandbox: Sandbox):
    assert first(strict, sandbox, f"open({str(Path(__file__))!r})").exception == "PermissionError"
