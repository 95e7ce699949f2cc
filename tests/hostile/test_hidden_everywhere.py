"""Whatever is seen of a fixed hidden case, byte by byte: on pages, over REST, in live events, reports and the log."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from typer.testing import CliRunner

from app.cli import cli
from grader.judge import prepare
from grader.model import Problem
from grader.sandbox import Sandbox
from tests.hostile.test_hidden_inputs import HEAD, LEAKS, MARK

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SPELLED = re.compile(r"(?:0\.0*)?[\d.]{12}")
"""The first eleven digits or twelve of a number: of thousands in each of two texts fewer would agree by chance."""
SECONDS = re.compile(rb"seconds&?[#\w;]*\"?[:=] ?[\d.e-]+|time=\"[\d.]+\"|[\d.]+ ms")
"""Times, which are the judge's own and random to the last digit."""
RESULTS = re.compile(r"/submissions/[\w-]+(/results|/events)?$|the answer")
"""The addresses that tell what came of the cases."""
FORMATS = ["text", "json", "junit", "gradescope", "github", "markdown"]
ENDING = {name: leak for name, leak in LEAKS.items() if "_exit" in leak or "SystemExit" in leak}
LIVING = {name: leak for name, leak in LEAKS.items() if name not in ENDING}
SPELT = HEAD.replace(f'"{MARK} "', f'"_".join(({", ".join(map(repr, MARK.split("_")))})) + " "')
"""The pages show the source, in which the mark must not stand as it is."""


def source(samples: int, leaks: list[str]) -> str:
    """A program that is right on its first calls, and then lets inputs out in another way at every call."""
    told = "".join(f"def leak_{n}(*a):\n    {leak}\n" for n, leak in enumerate(leaks))
    names = ", ".join(f"leak_{n}" for n in range(len(leaks)))
    choose = f"def leak(*a):\n    return [{names}][(calls - SAMPLES - 1) % {len(leaks)}](*a)\n"
    return f"SAMPLES = {samples}\n{SPELT}{told}{choose}"


BEFORE_HIDDEN = 2 + 6
"""How many calls come before the first fixed hidden case: the samples and the fresh cases."""
SOURCES = {
    "every way that lets the program live": source(BEFORE_HIDDEN, list(LIVING.values())),
    **{name: source(BEFORE_HIDDEN, [leak]) for name, leak in ENDING.items()},
}
KEEPING = f"""
import numpy as np
kept, calls = [], 0
def rnn_cell(*a):
    global calls
    calls += 1
    kept.extend(float(v) for x in a for v in x.ravel())
    told = "_".join({MARK.split("_")}) + " " + " ".join(map(repr, kept))
    print(told)
    if calls <= 2:
        return np.tanh(a[0] @ a[2].T + a[1] @ a[3].T + a[4])
    WAY
"""
"""Keeps every number that it sees, and lets all of them out in every call."""
WAYS = {
    "raised": "raise ValueError(told)",
    "returned": "return np.array(kept)",
    "returned in the right shape": "return np.resize(np.array(kept[::-1]), (*a[0].shape[:-1], len(a[4])))",
    "returned as text": "return {told: told}",
    "in turn": "if calls % 2: raise ValueError(told)\n    return np.array(kept)",
}
KEEPERS = {name: KEEPING.replace("WAY", way) for name, way in WAYS.items()}
FIGURES = {"max_abs_error", "max_rel_error", "differing", "total", "first_index", "seconds"}


@pytest.fixture(scope="module")
def secrets(rnn_cell: Problem, sandbox: Sandbox) -> list[bytes]:
    """The first signs of all numbers that no student may see, and the mark.

    They are the inputs and answers of fixed hidden cases; what is drawn, every program that judges draws for itself.
    """
    shown: set[float] = set()
    hidden: set[float] = set()
    for item in prepare(rnn_cell, sandbox).fixed:
        values = [*item.case.inputs.values(), item.expected]
        numbers = {abs(float(number)) for value in values for number in np.ravel(np.asarray(value, dtype=float))}
        (hidden if item.case.hidden else shown).update(numbers)
    long = {match[0] for number in hidden - shown if (match := SPELLED.match(repr(number)))}
    return [MARK.encode(), *(text.encode() for text in sorted(long))]


def found(secrets: list[bytes], text: bytes) -> list[bytes]:
    timeless = SECONDS.sub(b"", text)
    return [secret for secret in secrets if secret in timeless]


class Site:
    """The real server, whose whole log is kept."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port = int(listener.getsockname()[1])
        self.log = folder / "log"
        environment = {name: text for name, text in os.environ.items() if not name.startswith("ALLCLOSE_")}
        environment |= {"PYTHONPATH": str(ROOT), "ALLCLOSE_SLOTS": "1"}
        command = [sys.executable, "-m", "app.cli", "serve", "--port", str(self.port), "--data", str(folder / "data")]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, env=environment, cwd=folder, stdout=log, stderr=log)
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=70, trust_env=False)
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.log.read_text()
            try:
                if self.client.get("/readyz").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def close(self) -> None:
        self.client.close()
        self.process.terminate()
        self.process.wait(60)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    try:
        yield site
    finally:
        site.close()


def submitted(site: Site, text: str) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The result, and every answer of the server that tells of it, by its address."""
    site.client.get("/problems/rnn-cell")
    made = site.client.post(
        "/api/v1/problems/rnn-cell/submissions",
        json={"source": text, "mode": "submit"},
        headers={"Prefer": "wait=60"},
    )
    body: dict[str, Any] = made.json()
    page = f"/submissions/{body['id']}"
    addresses = [
        f"/api/v1{page}", page, f"{page}/results", f"{page}/events", f"{page}/source", "/progress", "/",
        "/problems/rnn-cell", f"/problems/rnn-cell/compare?a={body['id']}&b={body['id']}", "/api/v1/problems/rnn-cell",
    ]  # fmt: skip
    answers = {address: site.client.get(address) for address in addresses}
    seen = {address: answer.content + repr(answer.headers).encode() for address, answer in answers.items()}
    assert answers[f"/api/v1{page}"].json()["state"] == "done"
    assert b"event: " in seen[f"{page}/events"] or b"data: " in seen[f"{page}/events"]
    return body, {"the answer to the submission": made.content, **seen}


@pytest.mark.parametrize("text", SOURCES.values(), ids=SOURCES)
def test_no_page_no_answer_and_no_event_tells_of_a_hidden_case(site: Site, secrets: list[bytes], text: str):
    body, seen = submitted(site, text)
    verdicts = [case["verdict"] for case in body["cases"]]
    assert verdicts[:BEFORE_HIDDEN] == ["accepted"] * BEFORE_HIDDEN
    assert body["verdict"] != "accepted"
    assert {address: found(secrets, answer) for address, answer in seen.items() if found(secrets, answer)} == {}
    assert found(secrets, site.log.read_bytes()) == []


@pytest.mark.parametrize("text", KEEPERS.values(), ids=KEEPERS)
def test_nor_where_a_fresh_case_is_shown_and_the_program_keeps_all_that_it_sees(
    site: Site, secrets: list[bytes], text: str
):
    body, seen = submitted(site, text)
    drawn, fixed = ([c for c in body["cases"][2:] if c.get("drawn", False) is are] for are in (True, False))
    assert [case["hidden"] for case in drawn] == [False, *[True] * (len(drawn) - 1)]
    assert [
        case for case in fixed if not case["hidden"] or any(case.get(figure) is not None for figure in FIGURES)
    ] == []
    _, *numbers = secrets
    assert {address: found(numbers, answer) for address, answer in seen.items() if found(numbers, answer)} == {}
    assert found(numbers, site.log.read_bytes()) == []
    own = repr(drawn[0]["inputs"]["W_xh"][0][0]).encode()
    assert [address for address in seen if RESULTS.search(address) and own not in seen[address]] == []


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("text", KEEPERS.values(), ids=KEEPERS)
def test_nor_does_any_report(tmp_path: Path, secrets: list[bytes], form: str, text: str):
    told = grade(tmp_path, text, form)
    assert MARK.encode() in told
    assert found(secrets[1:], told) == []


def grade(folder: Path, text: str, form: str) -> bytes:
    """What `allclose grade` prints of a program that is not accepted."""
    file = folder / "solution.py"
    file.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(cli, ["grade", "rnn-cell", str(file), "--format", form])
    assert done.exit_code == 1
    return done.stdout.encode() + done.stderr.encode()


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("text", [next(iter(SOURCES.values())), SOURCES["exit code"]], ids=["living", "ending"])
def test_no_report_tells_of_a_hidden_case(tmp_path: Path, secrets: list[bytes], form: str, text: str):
    assert found(secrets, grade(tmp_path, text, form)) == []


def test_of_samples_the_same_is_shown_so_that_it_would_be_seen(site: Site, rnn_cell: Problem):
    _, seen = submitted(site, source(0, [LEAKS["printed"]]))
    sample = repr(float(rnn_cell.samples[0].inputs["W_xh"][0][1]))  # type: ignore[index, call-overload]
    for address, answer in seen.items():
        if RESULTS.search(address):
            assert MARK.encode() in answer, address
            assert sample.encode() in answer, address


def test_what_is_looked_for_is_there_to_be_found(secrets: list[bytes], rnn_cell: Problem):
    assert len(secrets) > 1000
    hidden = next(entry.case for entry in rnn_cell.entries if entry.case.hidden)
    text = json.dumps({name: np.asarray(value).tolist() for name, value in hidden.inputs.items()}).encode()
    assert len(found(secrets, text)) > 10
