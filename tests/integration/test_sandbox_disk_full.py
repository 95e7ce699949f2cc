"""The real server on a disk that fills up: what was acknowledged is judged once, what cannot be kept is refused."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.serving import PROBLEMS, RIGHT, ROOT, ROWS, SLOW, Server, wait_until

WRAPPER = Path(__file__).resolve().parent / "elsewhere" / "on_a_small_disk.py"
KILOBYTES = 4096
BLOCK = bytes(4096)
SAID = ("no room left", "please keep your copy", "Everything stored before is safe")


class SmallServer(Server):
    """A server whose data folder is a small disk that it alone has mounted."""

    def _started(self) -> subprocess.Popen[bytes]:
        self.data.mkdir(exist_ok=True)
        environment = {name: text for name, text in os.environ.items() if not name.startswith("ALLCLOSE_")}
        environment |= {"PYTHONPATH": str(ROOT), "ALLCLOSE_SLOTS": "4", "ALLCLOSE_RATE_LIMITS": "off"}
        place = ["--port", str(self.port), "--data", str(self.data), "--problems", str(PROBLEMS)]
        command = [sys.executable, str(WRAPPER), str(self.data), str(KILOBYTES), sys.executable, "-m", "app.cli"]
        return subprocess.Popen([*command, "serve", *place], env=environment, cwd=self.data.parent)

    @property
    def disk(self) -> Path:
        """The small disk, seen from here."""
        return Path(f"/proc/{self.process.pid}/root{self.data}")

    def rows(self) -> dict[str, tuple[str, str | None, int]]:
        """What `ROWS` asks for, from a copy: SQLite cannot open what another has mounted."""
        copy = self.data.parent / "copy.sqlite3"
        for end in ("", "-wal"):
            copy.with_name(copy.name + end).write_bytes((self.disk / f"allclose.sqlite3{end}").read_bytes())
        with contextlib.closing(sqlite3.connect(copy)) as database:
            rows = database.execute(ROWS).fetchall()
        return {row[0]: row[1:] for row in rows}

    def try_to_submit(self, source: str) -> httpx.Response:
        """Submit, whatever comes of it."""
        body = {"source": source, "mode": "submit"}
        return self.client.post("/api/v1/problems/double/submissions", json=body)

    def fill(self) -> Path:
        """Write until nothing more goes on the disk."""
        filler = self.disk / "filler"
        with filler.open("ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(BLOCK)
        return filler


@pytest.fixture
def small(tmp_path: Path) -> Iterator[SmallServer]:
    server = SmallServer(tmp_path / "data")
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.close()


def told(response: httpx.Response, kind: str = "application/problem+json") -> bool:
    """Whether a refusal says what it is and what to do, to a program or to a person."""
    right = response.headers["content-type"].startswith(kind) and response.headers.get("retry-after") == "60"
    return response.status_code == 507 and right and all(words in response.text for words in SAID)


def test_a_full_disk_loses_nothing_and_grades_nothing_twice(small: SmallServer):
    kept = {small.submit(RIGHT, wait=30)["id"], small.submit(SLOW)["id"], small.submit(SLOW)["id"]}
    wait_until(lambda: [small.read(name)["state"] for name in kept].count("running") == 2)
    filler = small.fill()
    long = f"# {'x' * 30_000}\n{RIGHT}"
    answers = [small.try_to_submit(long) for _ in range(12)]
    refused = [answer for answer in answers if answer.status_code != 201]
    kept |= {answer.json()["id"] for answer in answers if answer.status_code == 201}
    assert refused, "the disk was not full"
    assert [answer.text[:500] for answer in refused if not told(answer)] == []
    draft = small.client.put("/problems/double/draft", json={"source": long, "revision": 0})
    ours = {"origin": f"http://127.0.0.1:{small.port}"}
    form = {"source": long, "mode": "submit"}
    page = small.client.post("/problems/double/submissions", data=form, headers=ours)
    assert told(draft, "text/html"), draft.text
    assert told(page, "text/html"), (page.status_code, page.headers, page.text)
    wait_until(
        lambda: small.client.get("/readyz").json().get("detail") == "There is no room left to store anything.", 15
    )
    time.sleep(2.0)  # so that results are there, and cannot be written
    assert small.process.poll() is None
    assert small.client.get("/api/v1/problems/double").status_code == 200
    filler.unlink()
    wait_until(lambda: all(small.read(name)["state"] == "done" for name in kept), seconds=60)
    rows = small.rows()
    assert rows.keys() == kept
    assert {row[:2] for row in rows.values()} == {("done", "accepted")}
    assert small.submit(RIGHT, wait=30)["verdict"] == "accepted"
