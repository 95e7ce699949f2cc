"""A real server, and Debian's chromium driven by Playwright."""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "app" / "static" / "dist"
NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_SECONDS = 40
QUICK = ("test_editor", "test_journey", "test_live")
"""What runs with the quick tests; a browser takes a second for each page, so all else is slow."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow ones before they are chosen by their marks."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and item.path.stem not in QUICK:
            item.add_marker(pytest.mark.slow)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def wait_until_ready(process: subprocess.Popen[str], address: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        assert process.poll() is None, f"the server ended: {process.communicate()[0]}"
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/readyz", timeout=2):  # noqa: S310
            return
        time.sleep(0.1)
    pytest.fail(f"the server was not ready within {START_SECONDS} s")


StartServer = Callable[..., str]


@pytest.fixture(scope="session")
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartServer]:
    """Starts `allclose serve` with further options and a database of its own; gives its address."""
    manifest = DIST / "manifest.json"
    built = json.loads(manifest.read_bytes()) if manifest.is_file() else {}
    assert "workspace.js" in built, "the front end is not built; `make serve` or `pip install -e .` builds it"
    with contextlib.ExitStack() as stack:

        def started(*options: str) -> str:
            data, port = tmp_path_factory.mktemp("data"), free_port()
            command = [sys.executable, "-m", "app.cli", "serve", "--port", str(port), "--data", str(data), *options]
            log = stack.enter_context((data / "server.log").open("w+", encoding="utf-8"))
            process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, text=True)
            stack.callback(process.wait, 30)
            stack.callback(process.terminate)
            wait_until_ready(process, f"http://127.0.0.1:{port}")
            return f"http://127.0.0.1:{port}"

        yield started


@pytest.fixture(scope="session")
def server(start_server: StartServer) -> str:
    """The address of a server with the problems that come along."""
    return start_server()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. Per module: while it lives, an event loop runs in this thread, and others could not."""
    program = next((path for path in map(shutil.which, NAMES) if path), None)
    if program is None:
        pytest.skip(f"no chromium was found on the PATH (looked for {', '.join(NAMES)})")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield chromium
        chromium.close()


OpenContext = Callable[..., BrowserContext]


@pytest.fixture
def open_context(browser: Browser, server: str) -> Iterator[OpenContext]:
    """Opens contexts, each a visitor of its own, and closes them at the end."""
    with contextlib.ExitStack() as stack:

        def opened(**options: object) -> BrowserContext:
            settings = {"base_url": server, "viewport": {"width": 1440, "height": 900}, **options}
            context = browser.new_context(**settings)  # type: ignore[arg-type]
            context.set_default_timeout(20_000)
            stack.callback(context.close)
            return context

        yield opened


@pytest.fixture
def page(open_context: OpenContext) -> Iterator[Page]:
    """A page of a visitor at a desk; a complaint in its console fails the test."""
    complaints: list[str] = []
    opened = open_context().new_page()

    def listen(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            complaints.append(message.text)

    opened.on("console", listen)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    assert complaints == []


@pytest.fixture(scope="session")
def workspace_server(start_server: StartServer) -> str:
    """The address of a server that also has the problems of `tests/data/workspace`."""
    return start_server("--problems", str(ROOT / "tests" / "data" / "workspace"))
