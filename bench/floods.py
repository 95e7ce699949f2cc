"""What an honest student feels while somebody floods the site, beside the same student on a quiet one in the same run.

The student, who has handed something in before, hands in a right program again and again and waits for each verdict;
/healthz is asked for at the same time. The flood comes from another address and does not stop. Goals: with any flood a
verdict's 95th percentile is under 0.5 s, and that of /healthz under 0.1 s.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
from telling import options, tell

ROOT = Path(__file__).resolve().parents[1]
ELSEWHERE = "127.0.0.2"
SUBMIT = "/api/v1/problems/double/submissions"
RIGHT = "def double(x):\n    return x + x\n"
_TROUBLE = (httpx.HTTPError, OSError)


def _flooding(port: int) -> httpx.Client:
    return httpx.Client(
        base_url=f"http://127.0.0.1:{port}", transport=httpx.HTTPTransport(local_address=ELSEWHERE), timeout=20
    )


def _submitting(source: str, *, cookie: bool, wait: bool = False) -> Callable[[int], None]:
    """Hand it in again and again, with a fresh cookie each time or with none."""

    def flood(port: int) -> None:
        body = {"source": source, "mode": "submit"}
        headers = {"Prefer": "wait=10"} if wait else {}
        with _flooding(port) as client:
            while True:
                with suppress(*_TROUBLE):
                    if cookie:
                        client.cookies.clear()
                        client.get("/problems/double")
                    client.post(SUBMIT, json=body, headers=headers)

    return flood


def _drafts(port: int) -> None:
    """Drafts of 60 kB by nobody in particular."""
    with _flooding(port) as client:
        number = 0
        while True:
            number += 1
            with suppress(*_TROUBLE):
                client.put("/problems/double/draft", json={"source": f"# {number}\n" + "x" * 60_000, "revision": 0})
                client.cookies.clear()


def _silence(port: int) -> None:
    """As many connections as are to be had, on which nothing is ever said."""
    held: list[socket.socket] = []
    while True:
        try:
            held.append(socket.create_connection(("127.0.0.1", port), 1, (ELSEWHERE, 0)))
        except OSError:
            time.sleep(0.1)
            held = held[len(held) // 2 :]
        if len(held) > 900:
            held = held[100:]


def _pages(port: int) -> None:
    """The dearest page, for a new visitor each time."""
    with _flooding(port) as client:
        while True:
            with suppress(*_TROUBLE):
                client.cookies.clear()
                client.get("/problems/vanilla-rnn")


def _listening(port: int) -> None:
    """Live results of a submission that is done, by as many as may listen."""
    while True:
        with suppress(*_TROUBLE), _flooding(port) as client:
            name = client.post(SUBMIT, json={"source": RIGHT, "mode": "submit"}).json()["id"]
            while True:
                client.get(f"/api/v1/submissions/{name}", headers={"Prefer": "wait=30"})


FLOODS: dict[str, Callable[[int], None]] = {
    "sleepers": _submitting("import time\ndef double(x):\n    time.sleep(1.95)\n    return x + x\n", cookie=False),
    "sleepers, cookies": _submitting("import time\ndef double(x):\n    time.sleep(1.95)\n", cookie=True),
    "right programs": _submitting(RIGHT, cookie=False),
    "large sources": _submitting("#" * 1_000_000, cookie=False),
    "long texts": _submitting("def double(x):\n    return ['x' * (1 << 20)] + [''] * 499\n", cookie=False),
    "large answers": _submitting("import numpy as np\ndef double(x):\n    return np.ones(7_900_000)\n", cookie=True),
    "violators": _submitting("import os\ndef double(x):\n    os.write(4, b'no frame')\n", cookie=True),
    "crashes": _submitting("import ctypes\ndef double(x):\n    ctypes.string_at(0)\n", cookie=True),
    "drafts": _drafts,
    "silence": _silence,
    "pages": _pages,
    "listeners": _listening,
}


@contextmanager
def served() -> Iterator[int]:
    """The real server, as an operator starts it; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    environment = {name: text for name, text in os.environ.items() if not name.startswith("ALLCLOSE_")}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "app.cli", "serve", "--port", str(port), "--data", f"{folder}/data"]
        command += ["--problems", str(ROOT / "tests" / "data" / "problems")]
        process = subprocess.Popen(command, env=environment, cwd=ROOT, stderr=subprocess.DEVNULL, stdout=sys.stderr)
        try:
            _wait_until_ready(port)
            yield port
        finally:
            process.kill()
            process.wait()


def _wait_until_ready(port: int) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with suppress(*_TROUBLE):
            if httpx.get(f"http://127.0.0.1:{port}/readyz").status_code == 200:
                return
        time.sleep(0.2)
    raise SystemExit("the server did not become ready")


class Student:
    """Hands in a right program every quarter of a second, and asks how the site is."""

    def __init__(self, port: int) -> None:
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)
        self._client.get("/problems/double")
        self.verdicts: list[float] = []
        self.health: list[float] = []
        self.refused = 0
        for _ in range(3):
            self._hand_in()

    def work(self, seconds: float) -> None:
        """For so long."""
        self.verdicts, self.health, self.refused = [], [], 0
        asking = threading.Thread(target=self._ask, args=(end := time.monotonic() + seconds,))
        asking.start()
        while time.monotonic() < end:
            self._hand_in()
            time.sleep(0.25)
        asking.join()

    def _hand_in(self) -> None:
        began = time.monotonic()
        answer = self._client.post(SUBMIT, json={"source": RIGHT, "mode": "submit"}, headers={"Prefer": "wait=30"})
        self.verdicts.append(time.monotonic() - began)
        if answer.status_code != 201 or answer.json()["verdict"] != "accepted":
            self.refused += 1

    def _ask(self, end: float) -> None:
        with httpx.Client(base_url=self._client.base_url, timeout=60) as client:
            while time.monotonic() < end:
                began = time.monotonic()
                client.get("/healthz")
                self.health.append(time.monotonic() - began)
                time.sleep(0.05)


@contextmanager
def _flooded(flood: Callable[[int], None], port: int) -> Iterator[None]:
    process = multiprocessing.get_context("fork").Process(target=_flood, args=(flood, port))
    process.start()
    time.sleep(1.0)
    try:
        yield
    finally:
        process.kill()
        process.join()


def _flood(flood: Callable[[int], None], port: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    for _ in range(7):
        threading.Thread(target=flood, args=(port,), daemon=True).start()
    flood(port)


def _p95(times: list[float]) -> float:
    return sorted(times)[int(0.95 * len(times))]


def main() -> None:
    """Flood after flood, each on a server of its own, with a quiet time before it."""
    parser = options(__doc__)
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each flood lasts")
    parser.add_argument("--only", choices=FLOODS, action="append", help="these floods alone")
    asked = parser.parse_args()
    medians: dict[str, float] = {}
    ratios: dict[str, float] = {}
    rows = [f"{'flood':18s} {'quiet p50':>10s} {'p50':>8s} {'p95':>8s} {'health p95':>11s} {'refused':>8s}   (ms)"]
    for name in asked.only or FLOODS:
        with served() as port:
            student = Student(port)
            student.work(asked.seconds / 2)
            quiet = statistics.median(student.verdicts)
            with _flooded(FLOODS[name], port):
                student.work(asked.seconds)
        verdict, p95, health = statistics.median(student.verdicts), _p95(student.verdicts), _p95(student.health)
        medians |= {f"{name}: verdict p95": p95, f"{name}: healthz p95": health, f"{name}: refused": student.refused}
        ratios[f"{name}: verdict, flooded to quiet"] = verdict / quiet
        told = (quiet * 1e3, verdict * 1e3, p95 * 1e3, health * 1e3)
        rows.append(f"{name:18s} {told[0]:10.1f} {told[1]:8.1f} {told[2]:8.1f} {told[3]:11.1f} {student.refused:8d}")
    tell(medians, ratios, rows, as_json=asked.json)


if __name__ == "__main__":
    main()
