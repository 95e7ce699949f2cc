"""The real server as a process: started, asked, killed, started again."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parents[1]
PROBLEMS = ROOT / "tests" / "data" / "problems"

ROWS = (
    "SELECT id, state, max(verdict), coalesce(tries, count(judging)) FROM submission "
    "LEFT JOIN result ON submission = submission.number LEFT JOIN job ON key = id GROUP BY id"
)
RIGHT = "def double(x):\n    return 2 * x\n"
WRONG = "def double(x):\n    return x ** 2\n"
SLOW = "import time\n\ndef double(x):\n    time.sleep(1)\n    return x + x\n"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Server:
    """One data folder, served by one process after another."""

    def __init__(self, data: Path, settings: Mapping[str, str] | None = None) -> None:
        self.data, self.settings = data, settings or {}
        self.port = free_port()
        self.process = self._started()
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=70, trust_env=False)

    def _started(self) -> subprocess.Popen[bytes]:
        environment = {name: text for name, text in os.environ.items() if not name.startswith("ALLCLOSE_")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # the second start is then a quick one
        compiled = self.data.parent.parent / "compiled"
        environment |= {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(compiled), "ALLCLOSE_SLOTS": "2"}
        environment["ALLCLOSE_RATE_LIMITS"] = "off"  # tests ask again and again
        environment |= self.settings
        command = [sys.executable, "-m", "app.cli", "serve", "--port", str(self.port), "--data", str(self.data)]
        return subprocess.Popen([*command, "--problems", str(PROBLEMS)], env=environment, cwd=self.data.parent)

    def start_again(self) -> None:
        self.process = self._started()

    def wait_until_ready(self) -> None:
        wait_until(self._ready)

    def _ready(self) -> bool:
        assert self.process.poll() is None, "the server ended"
        try:
            return self.client.get("/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def submit(self, source: str, slug: str = "double", wait: int = 0) -> dict[str, Any]:
        response = self.client.post(
            f"/api/v1/problems/{slug}/submissions",
            json={"source": source, "mode": "submit"},
            headers={"Prefer": f"wait={wait}"} if wait else {},
        )
        assert response.status_code == 201
        body: dict[str, Any] = response.json()
        return body

    def read(self, submission_id: str) -> dict[str, Any]:
        body: dict[str, Any] = self.client.get(f"/api/v1/submissions/{submission_id}").json()
        return body

    def rows(self) -> dict[str, tuple[str, str | None, int]]:
        """State, verdict and tries of each submission; of one that is done, the number of its results."""
        database = sqlite3.connect(self.data / "allclose.sqlite3")
        rows = database.execute(ROWS).fetchall()
        database.close()
        return {row[0]: row[1:] for row in rows}

    def close(self) -> None:
        self.client.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(30)


def wait_until(condition: Callable[[], object], seconds: float = 90) -> None:
    """Look until it holds; it fails after that time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"waited for {seconds} seconds"
        time.sleep(0.02)


def descendants(pid: int) -> set[int]:
    """All processes that came of one."""
    found: set[int] = set()
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, children.read_text().split()):
            found |= {child} | descendants(child)
    return found


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits for its parent to hear of its end does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextmanager
def running(data: Path, **settings: str) -> Iterator[Server]:
    """A server that is ready, with some of its settings by their names in the environment."""
    server = Server(data, settings)
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.close()
