"""Judges that are killed while they judge: what they judged is tried again, and nobody else notices."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import RIGHT, SLOW, WRONG, Server, descendants, running, wait_until

pytestmark = pytest.mark.slow
EATING = "import numpy as np\ndef double(x):\n    return np.ones(7_900_000)\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"ALLCLOSE_SLOTS": "4", "ALLCLOSE_JUDGE_MEMORY_MB": "512"}
    with running(tmp_path_factory.mktemp("judges") / "data", **settings) as started:
        yield started


def judges(server: Server) -> dict[int, int]:
    """The judges of a server that live, by their slots."""
    found = {}
    for pid in descendants(server.process.pid):
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if b"grader.slots" in command:
            found[int(command[command.index(b"grader.slots") + 1])] = pid
    return found


def kill_all(server: Server) -> set[int]:
    killed = set(judges(server).values())
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    return killed


def test_what_a_killed_judge_had_is_judged_by_its_successor(server: Server):
    names = [server.submit(SLOW)["id"] for _ in range(2)] + [server.submit(source)["id"] for source in (RIGHT, WRONG)]
    wait_until(lambda: [server.read(name)["state"] for name in names].count("running") == 2)
    assert len(kill_all(server)) == 4
    wait_until(lambda: all(server.read(name)["state"] == "done" for name in names))
    assert [server.read(name)["verdict"] for name in names] == ["accepted", "accepted", "accepted", "wrong_answer"]
    assert [server.rows()[name][2] for name in names] == [1, 1, 1, 1]
    wait_until(lambda: server.client.get("/readyz").status_code == 200)


def test_one_that_kills_every_judge_ends_as_our_error_and_costs_nobody_else_anything(server: Server):
    with_others = server.submit(SLOW.replace("sleep(1)", "sleep(2.5)"))["id"]
    for tries in (1, 2, 3):
        wait_until(lambda tries=tries: server.rows()[with_others] == ("running", None, tries))
        [judge] = judging(server)
        assert server.submit(RIGHT, wait=30)["verdict"] == "accepted"
        os.kill(judge, signal.SIGKILL)
    wait_until(lambda: server.read(with_others)["state"] == "done")
    assert server.read(with_others)["verdict"] == "internal_error"
    assert server.submit(RIGHT, wait=30)["verdict"] == "accepted"


def judging(server: Server) -> list[int]:
    """The judges that have a submission, by what all judges share."""
    found: list[int] = []
    wait_until(lambda: found or found.extend(pid for slot, pid in judges(server).items() if slot in busy(server)))
    return found


def busy(server: Server) -> set[int]:
    """The numbers of the slots that have a submission."""
    for descriptor in Path(f"/proc/{server.process.pid}/fd").iterdir():
        if str(descriptor.readlink()).startswith("/memfd:slots"):
            return {slot for slot, one in enumerate(descriptor.read_bytes()) if one}
    raise LookupError


def test_one_whose_answers_are_more_than_a_judge_may_hold_costs_the_site_nothing(server: Server):
    before = Path(f"/proc/{server.process.pid}/status").read_text()
    told = server.submit(EATING, wait=60)
    assert told["verdict"] in {"wrong_answer", "internal_error"}
    assert server.process.poll() is None
    assert peak_kb(Path(f"/proc/{server.process.pid}/status").read_text()) - peak_kb(before) < 50_000


def peak_kb(status: str) -> int:
    [line] = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1])


def test_the_server_killed_leaves_no_judge(server: Server):
    server.submit(SLOW)
    family = descendants(server.process.pid)
    assert set(judges(server).values()) <= family
    server.process.kill()
    server.process.wait(10)
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in family))
