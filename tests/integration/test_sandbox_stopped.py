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
from grader.model import Limits, Mode, Problem, Reason, Verdict
from grader.sandbox import Sandbox, processes, slot
from tests.hostile.surroundings import descendants, rested, until
from tests.judging import judge, judge_cases

ENDLESS = b"def rnn_cell(*a):\n    while True: pass\n"
LIMITS = Limits(wall_seconds=1.0, load_seconds=5.0, submission_seconds=10.0)
GRACE = 1.0
SOON = 5.0
"""Seconds: half of what a zygote that is merely slow is given."""


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


def stopped_zygote(sandbox: Sandbox) -> list[int]:
    """Stop the zygote proper, which is the child's parent; all that belongs to it."""
    before = family(sandbox)
    stop(before[-2])
    return before


def stop(pid: int) -> None:
    """Stop a process, and wait until it is."""
    os.kill(pid, signal.SIGSTOP)
    assert until(lambda: processes.stopped(pid))


def gone(pids: list[int]) -> bool:
    """Whether none of them is there any more."""
    return not set(pids) & set(descendants(os.getpid()))


@pytest.mark.parametrize("seconds", [0.5, 5.0])
def test_a_child_that_is_stopped_from_outside_is_told_as_our_fault_by_the_deadline(
    own: Sandbox, rnn_cell: Problem, seconds: float
):
    """A submission cannot stop itself, so nobody's program is at fault: the worker judges it again."""
    problem = replace(rnn_cell, limits=replace(LIMITS, submission_seconds=seconds))
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    child = family(own)[-1]
    stopper = threading.Timer(0.2, os.kill, (child, signal.SIGSTOP))
    stopper.start()
    started = time.monotonic()
    with pytest.raises(SandboxBrokenError, match="the child was stopped from outside"):
        judge_cases(problem, ENDLESS, own, Mode.RUN)
    assert time.monotonic() - started < LIMITS.wall_seconds + GRACE
    stopper.join()
    assert until(lambda: child not in descendants(os.getpid()))
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}


def test_a_program_that_loops_is_at_fault_itself(own: Sandbox, rnn_cell: Problem):
    results = judge_cases(replace(rnn_cell, limits=LIMITS), ENDLESS, own, Mode.RUN)
    assert (results[0].verdict, results[0].reason) == (Verdict.TIME_LIMIT, Reason.CASE)


def test_a_child_that_is_stopped_while_it_waits_costs_nobody_a_verdict(own: Sandbox, rnn_cell: Problem):
    problem = replace(rnn_cell, limits=replace(LIMITS, load_seconds=0.5))
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    stop(family(own)[-1])
    with pytest.raises(SandboxBrokenError):
        judge_cases(problem, problem.reference.source, own, Mode.RUN)
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}


@pytest.mark.parametrize("submissions", [1, 2])
def test_a_zygote_that_is_stopped_between_submissions_costs_nothing(own: Sandbox, rnn_cell: Problem, submissions: int):
    """The child that waits may still be used; then the zygote does not say how it ended, and is replaced at once."""
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    before = stopped_zygote(own)
    started = time.monotonic()
    assert [honest(rnn_cell, own) for _ in range(submissions)] == [{Verdict.ACCEPTED}] * submissions
    assert time.monotonic() - started < SOON
    own.close()
    assert until(lambda: gone(before))


def test_a_zygote_that_is_stopped_before_a_problem_of_another_class_costs_nothing(own: Sandbox, rnn_cell: Problem):
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    before = stopped_zygote(own)
    started = time.monotonic()
    assert honest(replace(rnn_cell, limits=replace(LIMITS, memory_mb=64)), own) == {Verdict.ACCEPTED}
    assert time.monotonic() - started < SOON
    assert until(lambda: gone(before))


def test_a_zygote_that_is_stopped_as_its_child_ends_is_found_out_at_once(own: Sandbox, rnn_cell: Problem):
    """Only it can say how the child ended, so the submission has to be judged again."""
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    stopped_zygote(own)
    started = time.monotonic()
    with pytest.raises(SandboxBrokenError, match="the zygote was stopped"):
        judge_cases(rnn_cell, b"import os; os._exit(3)", own, Mode.RUN)
    assert time.monotonic() - started < SOON
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}


def test_a_successor_that_was_started_ahead_takes_the_place_of_a_stopped_zygote(
    own: Sandbox, rnn_cell: Problem, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(slot, "_SPARE_AHEAD", slot._CHILDREN_PER_ZYGOTE)
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    assert own._spare is not None
    spare = own._spare.result()
    assert own._zygote is not None
    stop([own._zygote.pid, *descendants(own._zygote.pid)][-2])
    assert [honest(rnn_cell, own) for _ in range(2)] == [{Verdict.ACCEPTED}] * 2
    assert own._zygote is spare


def test_a_zygote_that_is_slow_and_not_stopped_is_given_more_time(
    own: Sandbox, rnn_cell: Problem, monkeypatch: pytest.MonkeyPatch
):
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    before = own._zygote
    slow = stopped_zygote(own)[-2]
    monkeypatch.setattr("grader.sandbox.processes.stopped", lambda _: False)
    waker = threading.Timer(0.5, os.kill, (slow, signal.SIGCONT))
    waker.start()
    assert [honest(rnn_cell, own) for _ in range(2)] == [{Verdict.ACCEPTED}] * 2
    waker.join()
    assert own._zygote is before


def test_what_the_judges_terminal_says_is_not_for_the_sandbox(own: Sandbox, rnn_cell: Problem):
    """Ctrl-C and Ctrl-Z go to the judge's process group, which drains; what runs in the sandbox is to finish."""
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    ours = (os.getpgid(0), os.getsid(0))
    assert [pid for pid in family(own) if os.getpgid(pid) in ours or os.getsid(pid) in ours] == []
