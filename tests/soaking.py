"""Many submissions of every kind over REST, while judges are killed: memory stays flat, verdicts right, none is lost.

`make soak` runs twenty thousand of them; `python -m tests.soaking COUNT` as many as are asked for.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.serving import Server, descendants, running

CLIENTS = 8
KILL_SECONDS = 4.0
_NUMPY = "import numpy as np\ndef double(x):\n    return "
PROGRAMS: Mapping[str, tuple[int, str, str]] = {
    "right": (400, "accepted", "def double(x):\n    return x + x\n"),
    "squared": (150, "wrong_answer", "def double(x):\n    return x ** 2\n"),
    "a little off": (100, "wrong_answer", "def double(x):\n    return 2 * x + 1e-3\n"),
    "wrong shape": (50, "wrong_answer", _NUMPY + "np.outer(x, x)\n"),
    "not finite": (50, "wrong_answer", _NUMPY + "x * np.nan\n"),
    "raises": (60, "runtime_error", "def double(x):\n    return x + y\n"),
    "leaves": (30, "runtime_error", "import sys\ndef double(x):\n    sys.exit(0)\n"),
    "crashes": (20, "runtime_error", "import ctypes\ndef double(x):\n    ctypes.string_at(0)\n"),
    "no syntax": (50, "compile_error", "def double(x:\n"),
    "prints": (20, "accepted", "def double(x):\n    print('x' * 100_000)\n    return x + x\n"),
    "floods": (5, "output_limit", "def double(x):\n    while True: print('x' * 1_000_000)\n"),
    "eats": (20, "memory_limit", _NUMPY + "np.ones(10**9)\n"),
    "long texts": (15, "wrong_answer", "def double(x):\n    return ['x' * (1 << 20)] + [''] * 499\n"),
    "lists in lists": (15, "wrong_answer", "def double(x):\n    return [[[[[0.0] * 9] * 9] * 9] * 9] * 2\n"),
    "large": (10, "wrong_answer", _NUMPY + "np.ones(1_000_000)\n"),
    "asks for a socket": (2, "runtime_error", "import socket\ndef double(x):\n    return socket.socket()\n"),
    "breaks the protocol": (1, "security_violation", "import os\ndef double(x):\n    os.write(4, b'no frame')\n"),
    "sleeps": (1, "time_limit", "import time\ndef double(x):\n    time.sleep(60)\n"),
}
"""How often in about a thousand, what must come of it, and the program."""


@dataclass
class Soak:
    """What happened.

    Attributes:
        verdicts: by program and verdict.
        wrong: what had another verdict than it must.
        killed: how many judges were.
        memory: resident kB of the server, sampled.
        complaints: whatever was not as it must be.
    """

    server: Server
    acknowledged: set[str] = field(default_factory=set)
    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[tuple[str, str, str]] = field(default_factory=list)
    killed: int = 0
    memory: list[int] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def submit(self, seed: int, count: int) -> None:
        """Hand in programs drawn by a seed, each by a visitor of this thread's own, and wait for each verdict."""
        draw = random.Random(seed)
        names, weights = list(PROGRAMS), [weight for weight, _, _ in PROGRAMS.values()]
        with httpx.Client(base_url=self.server.client.base_url, timeout=120, trust_env=False) as client:
            client.get("/problems/double")
            for name in draw.choices(names, weights, k=count):
                self._submit(client, name)

    def _submit(self, client: httpx.Client, name: str) -> None:
        _, verdict, source = PROGRAMS[name]
        body = {"source": source, "mode": "submit"}
        answer = client.post("/api/v1/problems/double/submissions", json=body, headers={"Prefer": "wait=60"})
        answer.raise_for_status()
        told = answer.json()
        while told["state"] != "done":
            told = client.get(f"/api/v1/submissions/{told['id']}").json()
            time.sleep(0.05)
        self.acknowledged.add(told["id"])
        self.verdicts[name, told["verdict"]] += 1
        if told["verdict"] != verdict:
            self.wrong.append((told["id"], name, told["verdict"]))

    @contextmanager
    def surroundings(self, kill_seconds: float) -> Iterator[None]:
        """Kill a judge now and then, and look at the server's memory."""
        over = threading.Event()

        def disturb() -> None:
            draw = random.Random(1)
            while not over.wait(kill_seconds):
                self.memory.append(resident_kb(self.server.process.pid))
                if found := judges(self.server.process.pid):
                    os.kill(draw.choice(found), signal.SIGKILL)
                    self.killed += 1

        thread = threading.Thread(target=disturb)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def look(self) -> None:
        """Complain of whatever is not as it must be."""
        found = [f"{name}: {verdict} ({key})" for key, name, verdict in self.wrong]
        with closing(sqlite3.connect(self.server.data / "allclose.sqlite3")) as database:
            stored = dict(
                database.execute(
                    "SELECT id, count(result.submission) FROM submission "
                    "LEFT JOIN result ON submission = submission.number GROUP BY id"
                )
            )
            jobs = database.execute("SELECT count(*) FROM job WHERE kind = 'judge'").fetchone()[0]
        lost, doubled = self.acknowledged - stored.keys(), [key for key, results in stored.items() if results != 1]
        found += [f"lost: {len(lost)}"] if lost else []
        found += [f"not judged exactly once: {len(doubled)}"] if doubled else []
        found += [f"jobs left over: {jobs}"] if jobs else []
        self.complaints = [*found, *self._growth()]

    def _growth(self) -> list[str]:
        """Whether the server holds more at the end than after its first quarter."""
        quarter = len(self.memory) // 4
        if quarter < 3:
            return []
        early, late = statistics.median(self.memory[quarter : 2 * quarter]), statistics.median(self.memory[-quarter:])
        return [f"memory grew from {early:,} to {late:,} kB"] if late > early * 1.1 + 10_000 else []


def resident_kb(pid: int) -> int:
    """What a process holds in memory."""
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def judges(pid: int) -> list[int]:
    """The judges of a server."""
    found = []
    for one in sorted(descendants(pid)):
        try:
            command = Path(f"/proc/{one}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        found += [one] if b"grader.slots" in command else []
    return found


def soak(count: int, data: Path, kill_seconds: float = KILL_SECONDS) -> Soak:
    """Hand in so many programs by several visitors at a time."""
    settings = {"ALLCLOSE_RATE_LIMITS": "off", "ALLCLOSE_JUDGE_MEMORY_MB": "768"}
    with running(data, **settings) as server:
        made = Soak(server)
        shares = [count // CLIENTS + (number < count % CLIENTS) for number in range(CLIENTS)]
        with made.surroundings(kill_seconds), ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(made.submit, range(CLIENTS), shares))
    made.look()
    return made


def main() -> int:
    """Say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=20_000)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        made = soak(parser.parse_args().count, Path(folder) / "data")
    for (name, verdict), number in sorted(made.verdicts.items()):
        print(f"{name:20s} {verdict:18s} {number:6d}")
    seconds = time.monotonic() - began
    print(f"{len(made.acknowledged)} submissions in {seconds:.0f} s, {made.killed} judges killed")
    print(
        f"server's memory in MB: {' '.join(str(kb // 1024) for kb in made.memory[:: max(1, len(made.memory) // 12)])}"
    )
    for complaint in made.complaints:
        print(complaint)
    return 1 if made.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
