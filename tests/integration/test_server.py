"""The real server with the real sandbox, in a process of its own: started, killed, started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import RIGHT, ROOT, SLOW, WRONG, Server, descendants, free_port, running, wait_until


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("shared") / "data") as started:
        yield started


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path / "data", ALLCLOSE_SLOTS="4") as started:
        yield started


def test_right_and_wrong_programs_over_http(shared: Server):
    right, wrong = shared.submit(RIGHT, wait=30), shared.submit(WRONG, wait=30)
    assert (right["state"], right["verdict"], right["score"], right["max_score"]) == ("done", "accepted", 10.0, 10.0)
    assert (wrong["verdict"], wrong["reason"]) == ("wrong_answer", "wrong_value")
    sample, *hidden = wrong["cases"]
    assert (sample["inputs"], sample["expected"], sample["got"]) == ({"x": [1.0, 3.0]}, [2.0, 6.0], [1.0, 9.0])
    assert [case["name"] for case in hidden] == ["some items 1", "some items 2", "five items", "seven items"]
    shown = [{"inputs", "expected", "got"} <= case.keys() for case in hidden]
    assert shown == [True, False, False, False]
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
