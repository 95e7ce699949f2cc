"""Connections that mean no good: silent ones, slow ones, ones that never read, by the hundred; and an honest client."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from app.http import server as serving
from app.http.connections import HEAD_BYTES, Deadlines
from app.http.middleware.body_limit import BodyLimitMiddleware
from app.http.server import make_server

ROOT = Path(__file__).resolve().parents[2]
QUICK = Deadlines(head=1.0, body=1.0, body_rate=1000.0, answer=1.0)
HEAD = b"GET / HTTP/1.1\r\nhost: x\r\n"
SLACK = 2.5
"""A look each second, and a busy machine."""


@pytest.fixture(params=["as installed", "h11"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "h11":
        monkeypatch.setattr(serving, "AutoHTTPProtocol", H11Protocol)


@contextlib.contextmanager
def served(most: int = 50) -> Iterator[int]:
    """A small application with the site's server and its limit on bodies; its port."""
    app = FastAPI()
    app.add_middleware(BodyLimitMiddleware, limit=10_000)
    app.add_api_route("/", lambda: "well", methods=["GET"])
    app.add_api_route("/large", lambda: Response(b"x" * 50_000_000), methods=["GET"])
    app.add_api_route("/api/size", size_of_body, methods=["POST"])
    server = make_server(app, most, deadlines=QUICK)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        wait_until(lambda: server.started)
        yield listener.getsockname()[1]
        server.should_exit = server.force_exit = True
        thread.join(20)


async def size_of_body(request: Request) -> int:
    return len(await request.body())


def wait_until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def port(parser: None) -> Iterator[int]:  # noqa: ARG001 - chooses it
    with served() as found:
        yield found


def connect(port: int, sent: bytes = b"") -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), timeout=10)
    made.sendall(sent)
    return made


def seconds_until_closed(connection: socket.socket) -> float:
    """How long until the other end has gone; what it sends is read and dropped."""
    start = time.monotonic()
    with contextlib.suppress(ConnectionError):
        while connection.recv(65536):
            pass
    return time.monotonic() - start


def status(port: int, path: str = "/") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    with contextlib.closing(connection):
        return connection.getresponse().status


def test_a_silent_connection_is_ended(port: int):
    with connect(port) as silent:
        assert 0.5 < seconds_until_closed(silent) < QUICK.head + SLACK


@pytest.mark.parametrize("sent", [HEAD, HEAD + b"\r\n" + HEAD], ids=["the first", "the second"])
def test_a_head_that_never_ends_is_ended_however_often_a_byte_comes(port: int, sent: bytes):
    with connect(port, sent) as slow:
        start = time.monotonic()
        with pytest.raises(ConnectionError):
            while time.monotonic() - start < 10:
                slow.sendall(b"a")
                time.sleep(0.1)
        assert time.monotonic() - start < QUICK.head + SLACK


def test_a_head_without_end_is_ended_at_a_size(port: int):
    with connect(port, b"GET / HTTP/1.1\r\n") as endless:
        sent = 0
        with pytest.raises(ConnectionError):
            while sent < 1000 * HEAD_BYTES:
                endless.sendall(b"a: b\r\n" * 1000)
                sent += 6000
        assert sent < 100 * HEAD_BYTES  # what the system had taken already


def test_a_body_that_stalls_is_ended(port: int):
    with connect(port, b"POST /api/size HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nabc") as stalled:
        assert 0.5 < seconds_until_closed(stalled) < QUICK.body + SLACK


def test_a_body_that_trickles_is_ended_and_one_at_the_least_pace_is_taken(port: int):
    head = b"POST /api/size HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: %d\r\n\r\n"
    with connect(port, head % 1000) as trickle:
        start = time.monotonic()
        with pytest.raises(ConnectionError):
            while time.monotonic() - start < 10:
                trickle.sendall(b"a")
                time.sleep(0.05)
        assert time.monotonic() - start < QUICK.body + SLACK
    with connect(port, head % 9000) as steady:
        for _ in range(9):
            steady.sendall(b"a" * 1000)
            time.sleep(0.4)
        answer = b"".join(iter(lambda: steady.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.endswith(b"9000")


def test_a_client_that_never_reads_its_answer_is_ended(port: int):
    with connect(port, b"GET /large HTTP/1.1\r\nhost: x\r\n\r\n") as deaf:
        time.sleep(QUICK.answer + SLACK)
        with contextlib.suppress(ConnectionError):
            got = sum(map(len, iter(lambda: deaf.recv(1 << 20), b"")))
            assert got < 50_000_000


def test_both_lengths_are_400_and_the_end(port: int):
    smuggled = b"5\r\nhello\r\n0\r\n\r\nGET /large HTTP/1.1\r\nhost: x\r\n\r\n"
    head = b"POST /api/size HTTP/1.1\r\nhost: x\r\ncontent-length: 15\r\ntransfer-encoding: chunked\r\n\r\n"
    with connect(port, head + smuggled) as both:
        answer = b"".join(iter(lambda: both.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize("size", [10_001, 150_000])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_client_of_pythons_reads_the_413_however_much_it_sends(port: int, size: int, chunked: bool):  # noqa: FBT001
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    body = iter([b"x" * 1000] * (size // 1000 + 1)) if chunked else b"x" * size
    connection.request("POST", "/api/size", body, encode_chunked=chunked, headers={"content-type": "text/plain"})
    with contextlib.closing(connection):
        answer = connection.getresponse()
        assert answer.status == 413
        assert "at most 10000 bytes" in json.loads(answer.read())["detail"]


def test_who_asks_before_sending_is_told_at_once(port: int):
    head = b"POST /api/size HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 20000\r\n\r\n"
    with connect(port, head) as polite:
        assert polite.recv(65536).startswith(b"HTTP/1.1 413")


def test_compressed_bodies_are_415(port: int):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    with contextlib.closing(connection):
        connection.request("POST", "/api/size", b"\x1f\x8b", headers={"content-encoding": "gzip"})
        answer = connection.getresponse()
        assert (answer.status, answer.getheader("accept-encoding")) == (415, "identity")
        answer.read()
        connection.request("POST", "/api/size", b"ab", headers={"content-encoding": "identity"})
        assert connection.getresponse().read() == b"2"


def test_the_one_that_waited_longest_makes_room(parser: None):  # noqa: ARG001 - chooses it
    with served(most=10) as port, contextlib.ExitStack() as stack:
        silent = [stack.enter_context(connect(port)) for _ in range(30)]
        time.sleep(0.2)
        start = time.monotonic()
        assert status(port) == 200
        assert time.monotonic() - start < 0.5
        for connection in silent:
            connection.settimeout(0.05)
        open_still = [connection for connection in silent if not is_closed(connection)]
        assert 0 < len(open_still) <= 10
        assert open_still == silent[-len(open_still) :]


def test_where_all_are_busy_a_newcomer_is_told(parser: None):  # noqa: ARG001 - chooses it
    with served(most=10) as port, contextlib.ExitStack() as stack:
        head = b"POST /api/size HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n"
        busy = [stack.enter_context(connect(port, head)) for _ in range(5)]  # half of all, from one address
        time.sleep(0.2)
        with connect(port) as newcomer:
            assert newcomer.recv(65536).startswith(b"HTTP/1.1 503")
        busy[0].sendall(b"123456789")
        assert busy[0].recv(65536).startswith(b"HTTP/1.1 200")


def is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def limit_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))


@pytest.fixture
def site(tmp_path: Path) -> Iterator[int]:
    """The real site, which may have 1,024 files open; its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    command = [sys.executable, "-m", "app.cli", "serve", "--port", str(port), "--data", str(tmp_path / "data")]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "ALLCLOSE_SLOTS": "1"}
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stderr=log, preexec_fn=limit_files)  # noqa: PLW1509 - no threads
        try:
            wait_until(lambda: answers(port))
            yield port
        finally:
            process.terminate()
            process.wait(30)
    told = (tmp_path / "log").read_text()
    assert "Too many open files" not in told
    assert "Traceback" not in told


def answers(port: int) -> bool:
    with contextlib.suppress(OSError):
        return status(port, "/readyz") == 200
    return False


def test_1100_silent_connections_and_an_honest_client_is_served_at_once(site: int):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    try:
        with contextlib.ExitStack() as stack:
            for _ in range(1100):
                stack.enter_context(connect(site))
            start = time.monotonic()
            assert status(site, "/problems/rnn-cell") == 200
            assert time.monotonic() - start < 2
            assert status(site, "/readyz") == 200
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
