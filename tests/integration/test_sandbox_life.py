"""A slot over its life: zygotes die and are replaced, submissions come and go, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader.errors import SandboxBrokenError
from grader.model import CaseResult, Limits, Mode, Problem, Reason, Verdict
from grader.sandbox import Sandbox, frames, slot, wire
from tests.hostile.surroundings import descendants, idle, pids, processes, rested, status_field, until
from tests.judging import first_case, judge, judge_cases

ENDLESS = b"def rnn_cell(*a):\n    while True: pass\n"


@pytest.fixture
def own() -> Iterator[Sandbox]:
    """A slot of one's own, to be mistreated."""
    with Sandbox() as sandbox:
        yield sandbox


def honest(problem: Problem, sandbox: Sandbox) -> set[Verdict]:
    """The verdicts of the reference on the samples."""
    return {result.verdict for result in judge(problem, problem.reference.source, sandbox, Mode.RUN)}


def own_processes() -> set[int]:
    """Everything below this process."""
    return set(descendants(os.getpid()))


def descriptors() -> list[str]:
    """What this process has open."""
    found = []
    for entry in Path("/proc/self/fd").iterdir():
        try:
            found.append(str(entry.readlink()).split(":")[0])
        except FileNotFoundError:
            continue
    return sorted(found)


def groups() -> list[Path]:
    """The memory cgroups of this process's zygotes."""
    return sorted(Path("/sys/fs/cgroup").glob(f"**/allclose-{os.getpid()}-*"))


def zygote_processes(sandbox: Sandbox) -> list[int]:
    """The process that was started, the zygote proper below it where there is a PID namespace, and the child."""
    assert rested(sandbox)
    assert sandbox._zygote is not None
    return [sandbox._zygote.pid, *descendants(sandbox._zygote.pid)]


def zombie(pid: int) -> bool:
    """Whether a process is dead and not yet reaped."""
    try:
        return "zombie" in Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return False


@pytest.mark.parametrize("place", [0, 1, -1])
def test_a_zygote_killed_between_submissions_is_replaced(own: Sandbox, rnn_cell: Problem, place: int):
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    before = zygote_processes(own)
    os.kill(before[place], signal.SIGKILL)
    lost = before if place >= 0 else before[-1:]  # a zygote takes its child with it, not the other way round
    assert until(lambda: all(not Path(f"/proc/{pid}").exists() or zombie(pid) for pid in lost))
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    assert zygote_processes(own)[0] != before[0]


@pytest.mark.parametrize("place", [0, 1])
def test_a_zygote_killed_during_a_submission_is_told_and_replaced(own: Sandbox, rnn_cell: Problem, place: int):
    problem = replace(rnn_cell, limits=Limits(wall_seconds=20, load_seconds=20, submission_seconds=40))
    assert honest(problem, own) == {Verdict.ACCEPTED}
    victim = zygote_processes(own)[place]
    killer = threading.Timer(0.2, os.kill, (victim, signal.SIGKILL))
    killer.start()
    started = time.monotonic()
    with pytest.raises(SandboxBrokenError):
        judge_cases(problem, ENDLESS, own, Mode.RUN)
    assert time.monotonic() - started < 10
    killer.join()
    assert honest(problem, own) == {Verdict.ACCEPTED}


def test_a_zygote_is_replaced_after_so_many_children(own: Sandbox, rnn_cell: Problem, monkeypatch: pytest.MonkeyPatch):
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}  # so that the next zygote has no self-test to serve
    own.close()
    monkeypatch.setattr(slot, "_CHILDREN_PER_ZYGOTE", 4)
    monkeypatch.setattr(slot, "_SPARE_AHEAD", 2)
    own.start()
    first = own._zygote
    for number in (1, 2):
        assert own._spare is None, "started before its time"
        assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
        assert first is not None
        assert first.children == number
    assert own._zygote is first
    assert own._spare is not None, "started ahead of need, while the old one goes on"
    spare = own._spare.result()
    assert first is not None
    seen = {first.pid, spare.pid}
    for _ in range(2):
        assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    assert own._zygote is spare
    for _ in range(6):
        assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
        assert own._zygote is not None
        assert own._zygote.children < 5
        seen.add(own._zygote.pid)
    assert len(seen) >= 3
    assert until(lambda: processes(own) <= 2 * idle(own))


def test_a_zygote_is_replaced_after_a_violation(own: Sandbox, rnn_cell: Problem):
    forger = b"import os\nos.write(4, b'not a frame of ours at all')\n" + rnn_cell.reference.source
    before = own._zygote
    results = judge_cases(rnn_cell, forger, own, Mode.RUN)
    assert results[0].verdict is Verdict.SECURITY_VIOLATION
    assert until(lambda: own._spare is not None and own._spare.done())
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    assert own._zygote is not before
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}


def test_closing_a_slot_ends_every_process_and_descriptor(rnn_cell: Problem, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(slot, "_SPARE_AHEAD", slot._CHILDREN_PER_ZYGOTE)  # a spare is under way from the first run on
    with Sandbox() as warm_up:
        honest(rnn_cell, warm_up)
    before, opened, grouped = own_processes(), descriptors(), groups()
    with Sandbox() as sandbox:
        assert honest(rnn_cell, sandbox) == {Verdict.ACCEPTED}
        assert sandbox._spare is not None
        assert own_processes() - before
    assert until(lambda: own_processes() <= before)
    assert descriptors() == opened
    assert groups() == grouped
    sandbox.close()


def test_a_closed_slot_can_be_used_again(own: Sandbox, rnn_cell: Problem):
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}
    own.close()
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}


def test_many_submissions_leave_nothing(own: Sandbox, rnn_cell: Problem):
    sources = [rnn_cell.reference.source, b"def rnn_cell(*a): 1/0\n", b"import os; os._exit(1)", b"x ="]
    for source in sources:
        judge_cases(rnn_cell, source, own, Mode.RUN)
    zygote_processes(own)
    before, opened = own_processes(), descriptors()
    for number in range(200):
        judge_cases(rnn_cell, sources[number % len(sources)], own, Mode.RUN)
    assert until(lambda: processes(own) == idle(own))
    assert descriptors() == opened
    assert until(lambda: len(own_processes()) == len(before))
    assert [pid for pid in own_processes() if zombie(pid)] == []


def test_a_submission_that_nobody_reads_to_its_end_is_killed(own: Sandbox, rnn_cell: Problem):
    results = judge(rnn_cell, rnn_cell.reference.source, own, Mode.SUBMIT)
    first = next(results)
    assert isinstance(first, CaseResult)
    assert first.verdict is Verdict.ACCEPTED
    results.close()  # type: ignore[attr-defined]
    assert until(lambda: processes(own) == idle(own))
    assert honest(rnn_cell, own) == {Verdict.ACCEPTED}


def test_memory_classes_follow_each_other(own: Sandbox, rnn_cell: Problem):
    source = b"import numpy as np\ndef rnn_cell(*a):\n    return np.ones(25_000_000)\n"  # 200 MB
    told = []
    for memory_mb in (512, 64, 512, 64, 1024):
        problem = replace(rnn_cell, limits=Limits(10, 10, 30, memory_mb))
        told.append(first_case(problem, source, own, Mode.RUN).verdict)
    assert [verdict is Verdict.MEMORY_LIMIT for verdict in told] == [False, True, False, True, False]


def test_a_child_inherits_no_descriptor_of_the_judge(own: Sandbox, rnn_cell: Problem, tmp_path: Path):
    source = (
        b"import os\ndef rnn_cell(*a):\n"
        b"    for fd in range(256):\n        try: print(fd, oct(os.fstat(fd).st_mode))\n        except OSError: pass\n"
    )
    inheritable = True
    with socket.socket() as inherited, (tmp_path / "secret").open("w") as secret:
        os.set_inheritable(inherited.fileno(), inheritable)
        os.set_inheritable(secret.fileno(), inheritable)
        own.close()
        first = first_case(rnn_cell, source, own, Mode.RUN)
    assert [line.split()[0] for line in first.stdout.splitlines()] == ["0", "1", "2", "3", "4", "5"]


def test_inputs_larger_than_a_pipe_arrive_whole(own: Sandbox):
    payload = wire.encode(("a" * 3_000_000,))
    with own.open(Limits()) as run:
        run.send(frames.load("def size(x):\n    return len(x)\n", "size", 1))
        run.send(frames.request(frames.CALL, 1, payload))
        assert run.receive(0, 5, Reason.CASE).status == "ok"
        assert run.receive(1, 5, Reason.CASE).value == 3_000_000


def test_the_slot_is_the_only_one_with_processes_of_its_uid(own: Sandbox, rnn_cell: Problem):
    honest(rnn_cell, own)
    uid = own.uid
    assert (uid is None) == (os.geteuid() != 0)
    if uid is not None:
        assert 61_000 <= uid < 65_000
        assert until(lambda: len([pid for pid in pids() if status_field(pid, "Uid") == uid]) == idle(own))
