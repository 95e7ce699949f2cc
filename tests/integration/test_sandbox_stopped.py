"""Processes that are stopped from outside: nobody waits longer than the deadline, and the next submission is judged."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from grader.errors import SandboxBrokenError
from grader.judge import judge
from grader.model import Limits, Mode, Problem, Reason, Verdict
from grader.sandbox import Sandbox
from tests.hostile.surroundings import descendants, rested, until

ENDLESS = b"def rnn_cell(*a):\n    while True: pass\n"
LIMITS = Limits(wall_seconds=1.0, load_seconds=5.0, submission_seconds=10.0)
GRACE = 1.0


@pytest.fixture
def own() -> Iterator[Sandbox]:
    """A slot of one's own, to be mistreated."""
    with Sandbox() as sandbox:
        yield sandbox


def family(sandbox: Sandbox) -> list[int]:
    """The process that was started and all below it, the child last."""
    assert rested(sandbox)
    assert sandbox._zygote is not None
    return [sandbox._zygote.pid, *descendants(sandbox._zygote.pid)]


def honest(problem: Problem, sandbox: Sandbox) -> set[Verdict]:
    """The verdicts of the reference on the samples."""
    return {result.verdict for result in judge(problem, problem.reference.source, sandbox, Mode.RUN)}


def test_a_child_that_is_stopped_from_outside_ends_by_the_deadline(own: Sandbox, rnn_cell: Problem):
    problem = replace(rnn_cell, limits=LIMITS)
    assert honest(problem, own) == {Verdict.ACCEPTED}
    child = family(own)[-1]
    stopper = threading.Timer(0.2, os.kill, (child, signal.SIGSTOP))
    stopper.start()
    started = time.monotonic()
    results = list(judge(problem, ENDLESS, own, Mode.RUN))
    assert time.monotonic() - started < LIMITS.wall_seconds + GRACE
    stopper.join()
    assert (results[0].verdict, results[0].reason) == (Verdict.TIME_LIMIT, Reason.CASE)
    assert until(lambda: child not in descendants(os.getpid()))
    assert honest(problem, own) == {Verdict.ACCEPTED}


def test_a_child_that_is_stopped_while_it_waits_costs_one_submission_its_time(own: Sandbox, rnn_cell: Problem):
    problem = replace(rnn_cell, limits=replace(LIMITS, load_seconds=0.5))
    assert honest(problem, own) == {Verdict.ACCEPTED}
    os.kill(family(own)[-1], signal.SIGSTOP)
    results = list(judge(problem, problem.reference.source, own, Mode.RUN))
    assert (results[0].verdict, results[0].reason) == (Verdict.TIME_LIMIT, Reason.LOAD)
    assert honest(problem, own) == {Verdict.ACCEPTED}


@pytest.mark.slow
def test_a_zygote_that_is_stopped_is_given_up(own: Sandbox, rnn_cell: Problem):
    """It does not say how its child ended: after ten seconds it is taken for broken, and replaced."""
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    before = family(own)
    os.kill(before[-2], signal.SIGSTOP)
    started = time.monotonic()
    try:
        told = [honest(rnn_cell, own) for _ in range(3)]
    except SandboxBrokenError:
        told = [honest(rnn_cell, own)]
    assert time.monotonic() - started < 25
    assert told[-1] == {Verdict.ACCEPTED}
    assert not set(before) & set(descendants(os.getpid()))
