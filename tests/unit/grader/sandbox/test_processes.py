"""What is told of a process: stopped, gone, its children, and who is behind a pidfd."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from grader.sandbox import processes

PARENT = "import subprocess, sys; p = subprocess.Popen(['sleep', '60']); print(p.pid, flush=True); input(); p.kill()"


def test_a_process_is_stopped_from_the_signal_on_until_it_continues():
    with subprocess.Popen(["/bin/sleep", "60"]) as process:
        assert not processes.stopped(process.pid)
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        assert processes.stopped(process.pid)
        process.send_signal(signal.SIGCONT)
        os.waitid(os.P_PID, process.pid, os.WCONTINUED | os.WNOWAIT)
        assert not processes.stopped(process.pid)
        process.kill()
    assert not processes.stopped(process.pid)


def test_children_are_those_of_the_process_itself():
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        assert processes.children(process.pid) == [child]
        assert process.pid in processes.children(os.getpid())
    assert processes.children(process.pid) == []


def test_a_pidfd_tells_who_it_is_until_that_one_was_reaped():
    with subprocess.Popen(["/bin/sleep", "60"]) as process:
        pidfd = os.pidfd_open(process.pid)
        assert processes.pid_of(pidfd) == process.pid
        process.kill()
    assert processes.pid_of(pidfd) == -1
    assert not processes.stopped(-1)
    os.close(pidfd)


@pytest.mark.parametrize("name", ["T", ") T (", "a b) T"])
def test_a_name_cannot_pretend(name: str):
    rename = f"import ctypes; ctypes.CDLL(None).prctl(15, {name.encode()!r}, 0, 0, 0); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", rename], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert not processes.stopped(process.pid)
        process.kill()
