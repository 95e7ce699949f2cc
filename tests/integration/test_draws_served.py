"""Fresh cases on the real server: nobody meets what another met, a retry does, and stock is made while nobody waits."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.serving import RIGHT, SLOW, WRONG, Server, descendants, running, wait_until

pytestmark = pytest.mark.slow
TRIPLE = "def double(x):\n    return 2 * x if x.size == 2 and x[0] == 1.0 else 3 * x\n"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path / "data", ALLCLOSE_DRAWS_IN_STOCK="3") as started:
        yield started


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path / "data", ALLCLOSE_DRAWS_IN_STOCK="0") as started:
        yield started


def rows(server: Server) -> list[tuple[str | None, int, str, bytes]]:
    """All draws of `double`: submission, entry, seed and content."""
    with closing(sqlite3.connect(f"file:{next(server.data.glob('*.sqlite3'))}?mode=ro", uri=True)) as database:
        statement = (
            "SELECT submission, entry, seed, content FROM draw WHERE judging_version IN "
            "(SELECT judging_version FROM problem_version WHERE problem_id = 'double') ORDER BY number"
        )
        return list(database.execute(statement))


def given(server: Server, submission: str) -> list[tuple[str | None, int, str, bytes]]:
    return [row for row in rows(server) if row[0] == submission]


def in_stock(server: Server) -> int:
    return sum(submission is None for submission, *_ in rows(server))


def judges(server: Server) -> list[int]:
    """The judges' processes."""
    found = []
    for pid in descendants(server.process.pid):
        try:
            found += [pid] if b"grader.slots" in Path(f"/proc/{pid}/cmdline").read_bytes() else []
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def test_stock_is_small_until_a_problem_is_used_and_filled_again_afterwards(server: Server):
    wait_until(lambda: in_stock(server) == 2 * 2)
    assert server.submit(RIGHT, wait=30)["verdict"] == "accepted"
    wait_until(lambda: in_stock(server) == 3 * 2)


@pytest.mark.parametrize("stock", ["server", "bare"])
def test_nobody_meets_what_another_met(request: pytest.FixtureRequest, stock: str):
    server: Server = request.getfixturevalue(stock)
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda number: server.submit(WRONG if number % 2 else RIGHT, wait=60), range(24)))
    assert {one["verdict"] for one in told} == {"accepted", "wrong_answer"}
    kept = [row for row in rows(server) if row[0] is not None]
    assert Counter(submission for submission, *_ in kept) == dict.fromkeys((one["id"] for one in told), 2)
    assert len({seed for _, _, seed, _ in kept}) == len({content for *_, content in kept}) == 48


def test_the_first_that_fails_is_told_in_full_and_to_nobody_else_again(server: Server):
    one, other = (server.submit(TRIPLE, wait=30) for _ in range(2))
    shown = [next(case for case in told["cases"] if case.get("drawn")) for told in (one, other)]
    assert [case["hidden"] for case in shown] == [False, False]
    assert all(case["got"] == [1.5 * value for value in case["expected"]] for case in shown)
    assert shown[0]["inputs"] != shown[1]["inputs"]


@pytest.mark.parametrize("stock", ["server", "bare"])
def test_a_judge_that_is_killed_leaves_what_its_successor_meets(request: pytest.FixtureRequest, stock: str):
    server: Server = request.getfixturevalue(stock)
    submission = server.submit(SLOW)["id"]
    wait_until(lambda: len(given(server, submission)) == 2 and server.read(submission)["state"] == "running")
    before = given(server, submission)
    for pid in judges(server):
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: server.read(submission)["state"] == "done")
    assert server.read(submission)["verdict"] == "accepted"
    assert given(server, submission) == before


def test_a_server_that_is_killed_does_so_too(bare: Server):
    submission = bare.submit(SLOW)["id"]
    wait_until(lambda: len(given(bare, submission)) == 2)
    before = given(bare, submission)
    bare.process.kill()
    bare.process.wait(10)
    bare.start_again()
    bare.wait_until_ready()
    wait_until(lambda: bare.read(submission)["state"] == "done")
    assert bare.read(submission)["verdict"] == "accepted"
    assert given(bare, submission) == before


def test_samples_and_custom_input_take_none(server: Server):
    wait_until(lambda: in_stock(server) == 4)
    for body in ({"source": RIGHT, "mode": "run"}, {"source": RIGHT, "mode": "run", "inputs": {"x": "[1.0]"}}):
        answer = server.client.post(
            "/api/v1/problems/double/submissions", json=body, headers={"Prefer": "wait=30"}
        ).json()
        assert given(server, answer["id"]) == []
    assert in_stock(server) == 4
