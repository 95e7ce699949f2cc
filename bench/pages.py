"""Problem pages served in a second, against a bare FastAPI "hello" measured in the same run.

One server process for each CPU, up to two, as many clients; each asks again and again over a kept connection. A page is
asked for as a browser does, compressed, by a visitor who has handed something in and has a draft. Rounds alternate, so
that the machine's drift is shared; ratios are of medians.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from multiprocessing.connection import Connection
from pathlib import Path

from fastapi import FastAPI
from telling import options, tell

from app.http.listening import listen
from app.http.server import make_server
from app.wiring.settings import Settings
from app.wiring.site import create_app

PAGE = "/problems/vanilla-rnn"
_PROCESSES = min(2, len(os.sched_getaffinity(0)))
_ROUNDS, _SECONDS, _CLIENTS = 4, 3.0, 4
_SOURCE = "def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):\n    return {}\n"


def hello() -> FastAPI:
    """The rival: as little as a FastAPI application can do."""
    app = FastAPI(openapi_url=None)

    @app.get("/")
    def root() -> dict[str, str]:
        return {"hello": "world"}

    return app


def _serve(make: Callable[[], FastAPI], ready: Connection) -> None:
    listener = listen("127.0.0.1", 0)
    ready.send(listener.getsockname()[1])
    make_server(make()).run(sockets=[listener])


def _site() -> FastAPI:
    return create_app(Settings(data=Path(tempfile.mkdtemp(prefix="allclose-bench-")), slots=1, rate_limits=False))


@contextmanager
def served(make: Callable[[], FastAPI]) -> Iterator[list[int]]:
    """The ports of as many server processes as there are CPUs, up to two; each site has a database of its own."""
    context = multiprocessing.get_context("spawn")
    ends = [context.Pipe() for _ in range(_PROCESSES)]
    processes = [context.Process(target=_serve, args=(make, end)) for _, end in ends]
    for process in processes:
        process.start()
    try:
        yield [here.recv() for here, _ in ends]
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _visitor(port: int) -> dict[str, str]:
    """The headers of a visitor who has a draft and a judged submission; waits until the site is there."""
    connection = HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", PAGE)
    answer = connection.getresponse()
    answer.read()
    cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
    headers = {"cookie": cookie, "content-type": "application/json", "sec-fetch-site": "same-origin"}
    draft = json.dumps({"source": _SOURCE, "revision": 0})
    connection.request("PUT", f"{PAGE}/draft", draft, headers)
    connection.getresponse().read()
    submission = json.dumps({"source": _SOURCE, "mode": "submit"})
    connection.request("POST", f"/api/v1{PAGE}/submissions", submission, {**headers, "prefer": "wait=60"})
    connection.getresponse().read()
    return {"cookie": cookie, "accept-encoding": "gzip"}


def _ask(port: int, path: str, headers: dict[str, str], end: float, seconds: list[float]) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    while (start := time.perf_counter()) < end:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path} answered {answer.status}")
        seconds.append(time.perf_counter() - start)


def rate(targets: list[tuple[int, dict[str, str]]], path: str) -> tuple[float, list[float]]:
    """Answers a second over all processes, and how long each took."""
    seconds: list[float] = []
    start = time.perf_counter()
    end = start + _SECONDS
    threads = [
        threading.Thread(target=_ask, args=(port, path, headers, end, seconds))
        for port, headers in targets
        for _ in range(_CLIENTS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(seconds) / (time.perf_counter() - start), seconds


def measure() -> dict[str, float]:
    """Rates and latencies of both."""
    found: dict[str, list[float]] = {"pages": [], "hello": []}
    slow: list[float] = []
    with served(_site) as ours, served(hello) as rival:
        visitors = [(port, _visitor(port)) for port in ours]
        strangers: list[tuple[int, dict[str, str]]] = [(port, {}) for port in rival]
        rate(visitors, PAGE)
        for _ in range(_ROUNDS):
            pages, seconds = rate(visitors, PAGE)
            found["pages"].append(pages)
            found["hello"].append(rate(strangers, "/")[0])
            slow.extend(seconds)
    pages, bare = (statistics.median(found[name]) for name in ("pages", "hello"))
    p95 = statistics.quantiles(slow, n=20)[-1]
    return {"pages per second": pages, "hello per second": bare, "p95 in seconds": p95}


def ratios(medians: dict[str, float]) -> dict[str, float]:
    """How many bare answers one page costs."""
    return {"hello_to_pages": medians["hello per second"] / medians["pages per second"]}


def _rows(medians: dict[str, float]) -> Iterator[str]:
    yield f"{_PROCESSES} server processes, {_CLIENTS} clients each, beside them on the same CPUs"
    for name, value in medians.items():
        yield f"{name:18s} {value:10.4g}"


def main() -> None:
    """Measure and print."""
    wanted = options(__doc__).parse_args()
    medians = measure()
    tell(medians, ratios(medians), _rows(medians), as_json=wanted.json)


if __name__ == "__main__":
    main()
