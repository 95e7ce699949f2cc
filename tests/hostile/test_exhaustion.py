"""Loops that fork, and slots that take from each other: what stops them where the filter of system calls does not.

Seccomp alone would stop all of it, so it is left away, inside a PID namespace and as an unprivileged uid.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from grader.errors import SandboxBrokenError
from grader.model import Mode, Problem, Verdict
from grader.sandbox import Sandbox
from grader.sandbox.uids import UidLease
from grader.sandbox.zygote import Zygote
from tests.hostile.alone import Zygotes, denied, outcome, privileged, through, zygotes
from tests.hostile.surroundings import of_uid, until
from tests.judging import judge_cases

pytestmark = pytest.mark.slow

NO_FILTER = frozenset({"seccomp"})
MANY = 150
FORKS = f"""
pids = []
try:
    while len(pids) < {MANY}:
        pid = os.fork()
        if pid == 0:
            time.sleep(20)
            os._exit(0)
        pids.append(pid)
finally:
    for pid in pids:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
return f'got {{len(pids)}}'
"""
HOLDS = """
try:
    while True:
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
except BlockingIOError:
    time.sleep(20)
"""
THREADS = """
import threading
done = threading.Event()
threading.stack_size(65536)
try:
    for _ in range(20):
        threading.Thread(target=done.wait, daemon=True).start()
finally:
    done.set()
return 'got twenty'
"""
STAYS = b"""
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in range(5): os.close(fd)
        time.sleep(60)
    os._exit(0)
os.wait()
"""


@pytest.fixture(scope="module")
def lacking() -> Iterator[Zygotes]:
    with zygotes() as found:
        if os.geteuid() != 0 or not privileged(found.without(frozenset())):
            pytest.skip("walls may be left away only where a PID namespace and an unprivileged uid stand")
        yield found


def test_a_fork_loop_ends_at_the_limit_of_the_slots_uid(lacking: Zygotes):
    came = lacking.outcome(FORKS, None, NO_FILTER)
    assert denied(came), came
    assert came.said.type_name == "BlockingIOError"
    came = lacking.outcome(FORKS, None, NO_FILTER, root=True)
    assert through(came), came


@contextmanager
def held(zygote: Zygote, uid: int) -> Iterator[None]:
    """A fork loop that has used up all that its uid may have."""
    thread = threading.Thread(target=_loop, args=(zygote,))
    thread.start()
    try:
        assert until(lambda: len(of_uid(uid)) >= 60, seconds=10)
        yield
    finally:
        thread.join()


def _loop(zygote: Zygote) -> None:
    """Fork until nothing more is given, and hold it; the zygote then ends, for what is left is none of its own."""
    with pytest.raises(SandboxBrokenError):
        outcome(zygote, HOLDS, None, 3.0)


@pytest.mark.usefixtures("lacking")
@pytest.mark.parametrize("own", [True, False])
def test_a_slot_that_has_used_up_its_processes_takes_none_from_another(own: bool):  # noqa: FBT001
    """Limits count by uid: two slots of one uid would take from each other, so each has its own."""
    with UidLease() as first, UidLease() as second:
        assert first.uid is not None
        looping = Zygote(8_100, first.uid, without=NO_FILTER)
        other = Zygote(8_101, second.uid if own else first.uid)
        try:
            with held(looping, first.uid):
                came = outcome(other, THREADS, None)
        finally:
            looping.close()
            other.close()
    assert (through(came), denied(came)) == (own, not own), came


class Unfiltered(Sandbox):
    """A slot that judges without the filter of system calls, and without other walls, as no real one does."""

    def __init__(self, away: frozenset[str]) -> None:
        super().__init__()
        self._away = away

    def start(self) -> None:
        self._lease = self._lease or UidLease()
        self._zygote = self._zygote or Zygote(8_103, self.uid, without=NO_FILTER | self._away)


@pytest.mark.usefixtures("lacking")
@pytest.mark.parametrize("away", [frozenset(), frozenset({"namespaces", "root"})], ids=["namespaces", "uid alone"])
def test_a_process_that_outlives_its_submission_is_found_and_ended(rnn_cell: Problem, away: frozenset[str]):
    """The zygote inherits it, sees that it is none of its own, and goes with all that is there."""
    with Unfiltered(away) as slot:
        first, uid = slot._zygote, slot.uid
        assert uid is not None
        for _ in range(2):
            results = judge_cases(rnn_cell, STAYS + rnn_cell.reference.source, slot, Mode.RUN)
            assert {result.verdict for result in results} == {Verdict.ACCEPTED}
        assert slot._zygote is not first
        results = judge_cases(rnn_cell, rnn_cell.reference.source, slot, Mode.RUN)
        assert {result.verdict for result in results} == {Verdict.ACCEPTED}
        assert until(lambda: len(of_uid(uid)) == 2), "the zygote, and the child that waits"
