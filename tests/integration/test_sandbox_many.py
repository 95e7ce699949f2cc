"""Ten thousand submissions in a row: memory, descriptors and processes stay where they were, and so does the time."""

from __future__ import annotations

import os
import statistics
import time
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from grader.model import Limits, Mode, Problem, Verdict
from grader.sandbox import Sandbox
from tests.hostile.surroundings import descendants, idle, processes, snapshot, status_field, until
from tests.judging import judge_cases

HEAD = b"import numpy as np\ndef rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n"
KINDS = {
    HEAD + b"    return x_t\n": Verdict.WRONG_ANSWER,
    HEAD + b"    return 1 / 0\n": Verdict.RUNTIME_ERROR,
    HEAD + b"    import os; os._exit(3)\n": Verdict.RUNTIME_ERROR,
    b"def rnn_cell(:\n": Verdict.COMPILE_ERROR,
    HEAD + b"    print('x' * 5000); return np.ones(2_000)\n": Verdict.WRONG_ANSWER,
}
SUBMISSIONS, WINDOW = 10_000, 500
MEMORY_MB, ZYGOTE_MB = 30, 10


@dataclass(frozen=True, slots=True)
class Figures:
    """What there is between two submissions; memory in MB."""

    judge: int
    zygote: int
    descriptors: int
    processes: int
    groups: int


def figures(sandbox: Sandbox) -> Figures:
    """What there is now."""
    assert until(lambda: processes(sandbox) == idle(sandbox), seconds=5)
    told = snapshot(sandbox)
    assert sandbox._zygote is not None
    family = [sandbox._zygote.pid, *descendants(sandbox._zygote.pid)]
    largest = max(status_field(pid, "VmRSS") for pid in family) // 1024
    groups = len(list(Path("/sys/fs/cgroup").glob(f"**/allclose-{os.getpid()}-*")))
    return Figures(told.memory, largest, told.descriptors, len(family), groups)


@pytest.mark.slow
def test_ten_thousand_submissions_leave_memory_descriptors_and_processes_flat(
    rnn_cell: Problem, capsys: pytest.CaptureFixture[str]
):
    problem = replace(rnn_cell, limits=Limits(10, 10, 60))
    programs = [(rnn_cell.reference.source, Verdict.ACCEPTED)] * 5 + list(KINDS.items())
    seconds: list[float] = []
    with Sandbox() as sandbox:
        for source, _ in programs * 10:
            judge_cases(problem, source, sandbox, Mode.RUN)
        before = figures(sandbox)
        for number in range(SUBMISSIONS):
            source, verdict = programs[number % len(programs)]
            started = time.perf_counter()
            first = next(iter(judge_cases(problem, source, sandbox, Mode.RUN, seed=str(number))))
            seconds.append(time.perf_counter() - started)
            assert first.verdict is verdict
        assert until(lambda: sandbox._spare is None or sandbox._spare.done())
        after = figures(sandbox)
    early, late = statistics.median(seconds[:WINDOW]), statistics.median(seconds[-WINDOW:])
    with capsys.disabled():
        print(f"\n{SUBMISSIONS} submissions in {sum(seconds):.0f} s; before {before}, after {after}")  # noqa: T201
        print(f"median of the first {WINDOW}: {early * 1000:.2f} ms, of the last: {late * 1000:.2f} ms")  # noqa: T201
    assert after.judge - before.judge < MEMORY_MB
    assert abs(after.zygote - before.zygote) < ZYGOTE_MB
    assert after.descriptors <= before.descriptors
    assert (after.processes, after.groups) == (before.processes, before.groups)
    assert late < 2 * early
