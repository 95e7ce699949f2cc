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

import numpy as np
import workload

Arrays = dict[str, np.ndarray[Any, Any]]

_FORK_SERVER = """import gc, os, pickle, struct, sys
import numpy
gc.freeze()
there, back = sys.stdin.buffer, sys.stdout.buffer
while head := there.read(8):
    data = there.read(struct.unpack("<Q", head)[0])
    if os.fork() == 0:
        source, cases = pickle.loads(data)
        space = {}
        exec(compile(source, "solution.py", "exec"), space)
        out = pickle.dumps([space["vanilla_rnn"](*case.values()) for case in cases])
        back.write(struct.pack("<Q", len(out)) + out)
        back.flush()
        os._exit(0)
    os.wait()
"""
_COLD = """import pickle, sys
with open(sys.argv[1], "rb") as file:
    source, cases = pickle.load(file)
space = {}
exec(compile(source, "solution.py", "exec"), space)
sys.stdout.buffer.write(pickle.dumps([space["vanilla_rnn"](*case.values()) for case in cases]))
"""


def cases(count: int = workload.CASES) -> list[Arrays]:
    """The benchmark's inputs."""
    return [workload.inputs(seed, workload.SIZES) for seed in range(count)]


def work(source: bytes, batch: list[Arrays]) -> list[dict[str, np.ndarray[Any, Any]]]:
    """The work alone, in this process: compile once, twelve calls."""
    space: dict[str, Any] = {}
    exec(compile(source, "solution.py", "exec"), space)  # noqa: S102  our own benchmark source
    return [space["vanilla_rnn"](*case.values()) for case in batch]


def bare_fork(source: bytes, batch: list[Arrays]) -> list[Any]:
    """A fork of this warm process, no wall of any kind, outputs back as raw bytes over a pipe."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        data = b"".join(array.tobytes() for answer in work(source, batch) for array in answer.values())
        view = memoryview(data)
        while view:
            view = view[os.write(writer, view) :]
        os._exit(0)
    os.close(writer)
    chunks = []
    while chunk := os.read(reader, 1 << 16):
        chunks.append(chunk)
    os.close(reader)
    os.waitpid(pid, 0)
    return chunks


class ForkServer:
    """A warm process that forks for each request and confines nothing: source and cases come in, outputs go out."""

    def __init__(self) -> None:
        """Start it and wait until NumPy is warm."""
        command = [sys.executable, "-B", "-c", _FORK_SERVER]
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.run(workload.SOURCE, cases(1))

    def run(self, source: bytes, batch: list[Arrays]) -> list[Any]:
        """One submission."""
        there, back = self._process.stdin, self._process.stdout
        if there is None or back is None:
            raise RuntimeError("the fork server has no pipes")
        data = pickle.dumps((source, batch))
        there.write(struct.pack("<Q", len(data)) + data)
        there.flush()
        answers: list[Any] = pickle.loads(back.read(struct.unpack("<Q", back.read(8))[0]))  # noqa: S301  our own program
        return answers

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


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

    def run(self, source: bytes, batch: list[Arrays]) -> list[Any]:
        """One submission."""
        self._inputs.write_bytes(pickle.dumps((source, batch)))
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
