"""What we are measured against: each does the same work on the same inputs and gives the same outputs."""

from __future__ import annotations

import os
import pickle
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from workload import Work

_BARE_FORK = """import gc, os, pickle, struct, sys
import numpy
there, back = sys.stdin.buffer, sys.stdout.buffer
source, entry_point, calls = pickle.loads(there.read(struct.unpack("<Q", there.read(8))[0]))
gc.freeze()
def parts(answer):
    if isinstance(answer, (dict, list, tuple)):
        for item in answer.values() if isinstance(answer, dict) else answer:
            yield from parts(item)
    else:
        yield numpy.asarray(answer).tobytes()
while there.read(1):
    if os.fork() == 0:
        space = {}
        exec(compile(source, "solution.py", "exec"), space)
        function = space[entry_point]
        out = b"".join(part for call in calls for part in parts(function(*call)))
        back.write(struct.pack("<Q", len(out)) + out)
        back.flush()
        os._exit(0)
    os.wait()
"""
_FORK_SERVER = """import gc, os, pickle, struct, sys
import numpy
gc.freeze()
there, back = sys.stdin.buffer, sys.stdout.buffer
while head := there.read(8):
    data = there.read(struct.unpack("<Q", head)[0])
    if os.fork() == 0:
        source, entry_point, calls = pickle.loads(data)
        space = {}
        exec(compile(source, "solution.py", "exec"), space)
        out = pickle.dumps([space[entry_point](*call) for call in calls])
        back.write(struct.pack("<Q", len(out)) + out)
        back.flush()
        os._exit(0)
    os.wait()
"""
_COLD = """import pickle, sys
with open(sys.argv[1], "rb") as file:
    source, entry_point, calls = pickle.load(file)
space = {}
exec(compile(source, "solution.py", "exec"), space)
sys.stdout.buffer.write(pickle.dumps([space[entry_point](*call) for call in calls]))
"""


def do(work: Work) -> list[Any]:
    """The floor: compile once and make every call, in this process, with arrays that are there already.

    It leaves out what any judge has to do: carrying inputs and outputs between processes, building the arrays,
    starting and ending a process, and comparing.
    """
    space: dict[str, Any] = {}
    exec(compile(work.source, "solution.py", "exec"), space)  # noqa: S102  our own benchmark source
    function = space[work.entry_point]
    return [function(*call) for call in work.calls]


class _Served:
    """A rival in a warm process of its own: bytes in, bytes out, each with its size before it."""

    def __init__(self, program: str) -> None:
        """Start it."""
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "-B", "-c", program]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the rival has no pipes")
        self._there, self._back = self._process.stdin, self._process.stdout

    def _send(self, data: bytes) -> None:
        self._there.write(data)
        self._there.flush()

    def _receive(self) -> bytes:
        return self._back.read(struct.unpack("<Q", self._back.read(8))[0])

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


class BareFork(_Served):
    """A fork of a warm process that holds the inputs already: no wall of any kind, outputs back as raw bytes."""

    def __init__(self, work: Work) -> None:
        """Give it the work."""
        super().__init__(_BARE_FORK)
        self._send(_sized(work))
        self.run()

    def run(self) -> bytes:
        """One submission."""
        self._send(b"!")
        return self._receive()


class ForkServer(_Served):
    """A warm process that forks for each request and confines nothing: source and inputs come in, outputs go out."""

    def __init__(self) -> None:
        """Start it."""
        super().__init__(_FORK_SERVER)

    def run(self, work: Work) -> list[Any]:
        """One submission."""
        self._send(_sized(work))
        answers: list[Any] = pickle.loads(self._receive())  # noqa: S301  our own program
        return answers


def _sized(work: Work) -> bytes:
    data = _pickled(work)
    return struct.pack("<Q", len(data)) + data


def _pickled(work: Work) -> bytes:
    return pickle.dumps((work.source, work.entry_point, work.calls))


class Cold:
    """A new interpreter for each submission, alone or inside a sandbox of the system."""

    def __init__(self, prefix: list[str]) -> None:
        """`prefix` is the sandbox's own command line, empty for none."""
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        folder.chmod(0o755)
        self._program = folder / "cold.py"
        self._program.write_text(_COLD, encoding="utf-8")
        self._inputs = folder / "inputs.pickle"
        self._prefix = prefix

    def run(self, work: Work) -> list[Any]:
        """One submission."""
        self._inputs.write_bytes(_pickled(work))
        command = [*self._prefix, sys.executable, "-B", str(self._program), str(self._inputs)]
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        done = subprocess.run(command, capture_output=True, check=True, env=environment)
        answers: list[Any] = pickle.loads(done.stdout)  # noqa: S301  what our own program wrote
        return answers


def cold_rivals() -> tuple[dict[str, Cold], list[str]]:
    """The cold rivals that this machine has, and the names of those that are missing."""
    prefixes = {
        "subprocess": [],
        "bubblewrap": ["bwrap", "--ro-bind", "/", "/", "--unshare-all", "--die-with-parent", "--proc", "/proc"],
        "nsjail": [
            "nsjail",
            "-Mo",
            "-Q",
            "--chroot",
            "/",
            "--rlimit_as",
            "4096",
            "--env",
            "OPENBLAS_NUM_THREADS=1",
            "--",
        ],
    }
    there = {name: prefix for name, prefix in prefixes.items() if not prefix or shutil.which(prefix[0])}
    return {name: Cold(prefix) for name, prefix in there.items()}, sorted(prefixes.keys() - there.keys())


def timed(action: Callable[[], object]) -> float:
    """Seconds of one call."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start
