"""The real server with the real sandbox, in a process of its own: started, killed, started again."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[2]
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

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.process = self._started()
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=70, trust_env=False)

    def _started(self) -> subprocess.Popen[bytes]:
        environment = {name: text for name, text in os.environ.items() if not name.startswith("ALLCLOSE_")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # the second start is then a quick one
        compiled = self.data.parent.parent / "compiled"
        environment |= {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(compiled), "ALLCLOSE_SLOTS": "2"}
        environment["ALLCLOSE_RATE_LIMITS"] = "off"  # tests ask again and again
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
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"waited for {seconds} seconds"
        time.sleep(0.02)


def descendants(pid: int) -> set[int]:
    found: set[int] = set()
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, children.read_text().split()):
            found |= {child} | descendants(child)
    return found


@contextmanager
def running(data: Path) -> Iterator[Server]:
    server = Server(data)
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("shared") / "data") as started:
        yield started


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path / "data") as started:
        yield started


def test_right_and_wrong_programs_over_http(shared: Server):
    right, wrong = shared.submit(RIGHT, wait=30), shared.submit(WRONG, wait=30)
    assert (right["state"], right["verdict"], right["score"], right["max_score"]) == ("done", "accepted", 10.0, 10.0)
    assert (wrong["verdict"], wrong["reason"]) == ("wrong_answer", "wrong_value")
    sample, *hidden = wrong["cases"]
    assert (sample["inputs"], sample["expected"], sample["got"]) == ({"x": [1.0, 3.0]}, [2.0, 6.0], [1.0, 9.0])
    assert [case["name"] for case in hidden] == ["five items", "seven items"]
    assert not any({"inputs", "expected", "got", "stdout"} & case.keys() for case in hidden)
    assert shared.submit("def double(x:\n", wait=30)["verdict"] == "compile_error"
    long = {"source": "x" * 65_537, "mode": "submit"}
    assert shared.client.post("/api/v1/problems/double/submissions", json=long).status_code == 413


def test_the_problems_that_come_along(shared: Server):
    reference = (ROOT / "problems" / "rnn-cell" / "reference.py").read_text()
    starter = shared.client.get("/api/v1/problems/rnn-cell").json()["starter"]
    assert shared.submit(reference, "rnn-cell", wait=30)["verdict"] == "accepted"
    assert shared.submit(starter, "rnn-cell", wait=30)["verdict"] != "accepted"


def test_the_examples_are_computed(shared: Server):
    body = shared.client.get("/api/v1/problems/double").json()
    assert body["samples"][0]["expected"] == [2.0, 6.0]


def test_killed_in_mid_grading_nothing_is_lost_and_nothing_is_graded_twice(server: Server):
    early = server.submit(RIGHT, wait=30)
    programs = [
        (SLOW, "accepted"),
        (SLOW, "accepted"),
        (RIGHT, "accepted"),
        (WRONG, "wrong_answer"),
        (SLOW, "accepted"),
    ]
    acknowledged = {server.submit(source)["id"]: verdict for source, verdict in programs}
    wait_until(lambda: [server.read(name)["state"] for name in acknowledged].count("running") == 2)
    children = descendants(server.process.pid)
    server.process.send_signal(signal.SIGKILL)
    server.process.wait(10)

    before = server.rows()
    assert [before[name][0] for name in acknowledged] == ["running", "running", "queued", "queued", "queued"]
    assert [before[name][2] for name in acknowledged] == [1, 1, 0, 0, 0]
    wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))

    server.start_again()
    server.wait_until_ready()
    wait_until(lambda: all(server.read(name)["state"] == "done" for name in acknowledged))
    assert {name: server.read(name)["verdict"] for name in acknowledged} == acknowledged
    after = server.rows()
    assert after.keys() == {early["id"], *acknowledged}
    assert [after[name][2] for name in acknowledged] == [1, 1, 1, 1, 1]
    assert server.read(early["id"]) == early


@pytest.mark.slow
def test_a_submission_that_takes_the_server_down_each_time_ends_as_our_error(server: Server):
    poison = server.submit(SLOW.replace("sleep(1)", "sleep(2.5)"))["id"]
    for tries in (1, 2, 3):
        wait_until(lambda tries=tries: server.rows()[poison] == ("running", None, tries))
        server.process.kill()
        server.process.wait(10)
        server.start_again()
    server.wait_until_ready()
    assert server.read(poison)["verdict"] == "internal_error"
    assert server.submit(RIGHT, wait=30)["verdict"] == "accepted"


@pytest.mark.slow
def test_told_to_stop_it_finishes_what_it_judges_and_keeps_the_rest(server: Server):
    names = [server.submit(SLOW)["id"] for _ in range(3)]
    wait_until(lambda: [server.read(name)["state"] for name in names].count("running") == 2)
    server.process.terminate()
    assert server.process.wait(30) in {0, -signal.SIGTERM}
    assert sorted(row[:2] for row in server.rows().values()) == sorted(
        [("done", "accepted"), ("done", "accepted"), ("queued", None)], key=str
    )
    server.start_again()
    server.wait_until_ready()
    wait_until(lambda: server.read(names[2])["verdict"] == "accepted")


def test_two_servers_never_share_a_data_folder(shared: Server):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "app.cli", "serve", "--port", str(free_port()), "--data", str(shared.data)]
    second = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=30, check=False)
    assert second.returncode == 3
    assert second.stderr.startswith("allclose: Another server uses the data folder")
    assert "Traceback" not in second.stderr


def test_secrets_are_the_owners_alone(shared: Server):
    modes = {path.name: path.stat().st_mode & 0o077 for path in (shared.data, shared.data / "secret.key")}
    assert modes == {"data": 0, "secret.key": 0}
