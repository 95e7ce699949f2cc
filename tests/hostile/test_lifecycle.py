"""Scenarios that are no single submission: components killed, threads that end, many submissions at once, clocks."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest

import grader
from grader.model import Limits, Mode, Problem, Verdict
from grader.sandbox import Sandbox
from tests.conftest import PROBLEMS
from tests.hostile.harness import LEISURE, LIMITS, exposed, judged
from tests.hostile.rows import lines, programs
from tests.hostile.surroundings import descendants, idle, processes, snapshot, until
from tests.judging import judge_cases

ROOT = Path(__file__).resolve().parents[2]
ROWS = {row.id: row for row in programs()}
HERE = {
    "Z01": "test_a_judge_that_is_killed_takes_everything_with_it",
    "Z02": "tests/integration/test_sandbox_life.py: zygotes killed",
    "Z05": "test_an_honest_submission_among_hostile_ones",
    "Z06": "test_a_thousand_honest_submissions_leave_nothing",
    "Z07": "test_time_is_monotonic",
    "Z08": "tests/unit/grader/sandbox/test_doctor.py, tests/integration/test_sandbox_elsewhere.py",
    "Z13": "test_a_slot_outlives_the_thread_that_started_it",
}
ON_THE_WEB = {"Z10": "a stop while judging", "Z11": "a full disk, a lost database"}
"""Scenarios of the service: its queue and its store are tested where they live."""
JUDGE = """
import sys
from dataclasses import replace
from pathlib import Path
from grader.model import Limits, Mode
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from tests.judging import judge_cases
problem = replace(load_problem(Path(sys.argv[1])), limits=Limits(60, 60, 60))
sandbox = Sandbox()
judge_cases(problem, problem.reference.source, sandbox, Mode.RUN)
print("ready", flush=True)
judge_cases(problem, sys.argv[2].encode(), sandbox, Mode.RUN)
"""


def test_every_scenario_is_accounted_for():
    assert {told["id"] for told in lines() if "scenario" in told} == {*HERE, *ON_THE_WEB}


def running(pid: int) -> bool:
    """Whether a process is there and alive: one that is orphaned and dead waits for the machine's first process."""
    try:
        return "zombie" not in Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return False


def test_a_judge_that_is_killed_takes_everything_with_it():
    command = [sys.executable, "-c", JUDGE, str(PROBLEMS / "rnn-cell"), ROWS["T02"].source.decode()]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        below = descendants(process.pid)
        assert len(below) >= 2
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert until(lambda: not any(running(pid) for pid in below), seconds=1.0)


def test_a_slot_outlives_the_thread_that_started_it(rnn_cell: Problem):
    sandbox = Sandbox()
    try:
        starter = threading.Thread(target=sandbox.start)
        starter.start()
        starter.join()
        time.sleep(0.2)
        zygote = sandbox._zygote
        assert judged(exposed(rnn_cell, LEISURE), rnn_cell.reference.source, sandbox).verdict == "accepted"
        assert sandbox._zygote is zygote
    finally:
        sandbox.close()


def test_an_honest_submission_among_hostile_ones(rnn_cell: Problem):
    """Two slots, twenty hostile submissions and an honest one: who comes first is served first, and all are judged."""
    waiting: SimpleQueue[tuple[str, bytes] | None] = SimpleQueue()
    for name in ("T02", "R01", "B01", "O01") * 5:
        waiting.put((name, ROWS[name].source))
    waiting.put(("honest", rnn_cell.reference.source))
    for _ in range(2):
        waiting.put(None)
    with ThreadPoolExecutor(2) as slots:
        told = [pair for done in slots.map(lambda _: list(_serve(rnn_cell, waiting)), range(2)) for pair in done]
    assert len(told) == 21
    assert [verdict for name, verdict in told if name == "honest"] == ["accepted"]
    assert all(verdict != "accepted" for name, verdict in told if name != "honest")


def _serve(problem: Problem, waiting: SimpleQueue[tuple[str, bytes] | None]) -> Iterator[tuple[str, str]]:
    """One slot's work until the queue says stop."""
    with Sandbox() as sandbox:
        while (job := waiting.get()) is not None:
            name, source = job
            limits = LEISURE if name == "honest" else replace(LIMITS, wall_seconds=0.3)
            yield name, judged(exposed(problem, limits), source, sandbox).verdict
        assert until(lambda: processes(sandbox) == idle(sandbox))


@pytest.mark.slow
def test_a_thousand_honest_submissions_leave_nothing(rnn_cell: Problem, sandbox: Sandbox):
    problem = replace(rnn_cell, limits=Limits(10, 10, 60))
    for _ in range(20):
        judge_cases(problem, problem.reference.source, sandbox, Mode.SUBMIT)
    assert until(lambda: processes(sandbox) == idle(sandbox))
    before = snapshot(sandbox)
    for number in range(1000):
        results = judge_cases(problem, problem.reference.source, sandbox, Mode.SUBMIT, seed=str(number))
        assert {result.verdict for result in results} == {Verdict.ACCEPTED}
    assert until(lambda: processes(sandbox) == idle(sandbox))
    after = snapshot(sandbox)
    assert (after.files, after.ipc, after.descriptors) == (before.files, before.ipc, before.descriptors)
    assert after.memory - before.memory < 20


@pytest.mark.slow
@pytest.mark.parametrize("name", ["C03", "C07"])
def test_a_legal_program_is_accepted_each_time(rnn_cell: Problem, sandbox: Sandbox, name: str):
    problem = exposed(rnn_cell, LEISURE)
    verdicts = {judged(problem, ROWS[name].source, sandbox).verdict for _ in range(50)}
    assert verdicts == {"accepted"}


def test_time_is_monotonic():
    """A clock that jumps cannot be had without privilege; no deadline of the grader looks at one that could."""
    modules = sorted(Path(grader.__file__).parent.rglob("*.py"))
    calls = [
        (path.name, node.attr)
        for path in modules
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in ("time", "datetime")
    ]
    assert ("run.py", "monotonic") in calls
    assert {name for _, name in calls} <= {"monotonic", "perf_counter", "sleep"}


def test_a_jump_of_the_judges_wall_clock_changes_no_verdict(
    rnn_cell: Problem, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(time, "time", lambda: 0.0)
    told = judged(exposed(rnn_cell, LIMITS), ROWS["T03"].source, sandbox)
    assert told.verdict == "time_limit"
    assert LIMITS.wall_seconds <= told.seconds < LIMITS.wall_seconds + 1
    assert json.loads(told.text)["cases"][0]["seconds"] >= LIMITS.wall_seconds
