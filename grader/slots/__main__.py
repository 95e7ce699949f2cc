"""`python -m grader.slots SLOT MEMORY_MB TRIED CONNECTION LIFELINE CORES`: a judge, as `client` starts it."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import threading
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from grader.errors import SandboxBrokenError, SandboxUnavailableError
from grader.sandbox import Sandbox, cores
from grader.slots.channel import Channel, ChannelClosedError
from grader.slots.serving import JudgeServer
from grader.slots.shared_cores import SharedBusy

_OUT_OF_MEMORY = 71
_BROKEN = 70


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """What this judge is to be: its slot's number, what it may hold, and whether the walls were tried here already."""

    slot: int
    memory_mb: int
    tried: bool


def main(settings: JudgeSettings, connection: int, lifeline: int, shared: int) -> int:
    """Judge until whoever feeds this process is done, or gone."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _pass_over)
    threading.Thread(target=_end_with_the_feeder, args=(lifeline,), daemon=True).start()
    bound_memory(settings.memory_mb)
    cores.share(SharedBusy(shared, settings.slot))
    channel = Channel(Connection(connection))
    try:
        with Sandbox(tried=settings.tried) as sandbox:
            channel.send({"ready": True})
            JudgeServer(channel, sandbox).serve()
    except SandboxUnavailableError as error:
        channel.send({"unavailable": str(error)})
    except SandboxBrokenError as error:
        channel.send({"broken": str(error)})
        return _BROKEN
    except ChannelClosedError:
        return 0
    return 0


def bound_memory(megabytes: int) -> None:
    """Die rather than take more (RLIMIT_DATA, see setrlimit(2)), and before anything else where the machine has none.

    The hard limit stays: the zygote, which is to have another bound, is given it back.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = megabytes << 20
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("500", encoding="ascii")


def _pass_over(*_: object) -> None:
    """Whoever feeds a judge says when it ends; unlike SIG_IGN this is not handed down to its sandbox (execve(2))."""


def _end_with_the_feeder(lifeline: int) -> None:
    os.read(lifeline, 1)  # nobody ever writes: it ends when the other end is gone
    os._exit(0)


if __name__ == "__main__":
    try:
        slot, memory_mb, tried, *descriptors = map(int, sys.argv[1:])
        code = main(JudgeSettings(slot, memory_mb, bool(tried)), *descriptors)
    except MemoryError:
        code = _OUT_OF_MEMORY
    sys.exit(code)
