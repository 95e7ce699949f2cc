"""Firefox by its own remote protocol, Marionette: lines of JSON over a socket, with nothing in between to install.

The protocol: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html; its commands are WebDriver's.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
KEYS = {"Control": "\ue009", "Shift": "\ue008", "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_PREFERENCES = {
    "marionette.port": 0,  # any that is free; it is written to a file in the profile
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.disabledForTesting": True,
    "ui.prefersReducedMotion": 1,
}
_START_SECONDS = 60
_ANSWER_SECONDS = 60


class FirefoxError(Exception):
    """What Firefox said instead of an answer."""


class Firefox:
    """One window."""

    def __init__(self, port: int) -> None:
        """Connect, and begin a session."""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=_ANSWER_SECONDS)
        self._stream = self._socket.makefile("rb")
        self._count = 0
        self._read()
        self._send("WebDriver:NewSession", capabilities={"alwaysMatch": {}})

    def goto(self, address: str) -> None:
        """Load a page."""
        self._send("WebDriver:Navigate", url=address)

    def run(self, script: str, *arguments: object) -> Any:
        """The value of a script's ``return``; it sees the page's own objects."""
        answer = self._send("WebDriver:ExecuteScript", script=script, args=list(arguments), sandbox=None)
        return answer["value"]

    def wait(self, condition: str, seconds: float = 30) -> Any:
        """Until this expression is true in the page; its value."""
        end = time.monotonic() + seconds
        while not (value := self.run(f"return {condition}")):
            assert time.monotonic() < end, f"never true: {condition}"
            time.sleep(0.05)
        return value

    def click(self, selector: str) -> None:
        """Click an element, as a pointer would."""
        self._send("WebDriver:ElementClick", id=self._find(selector))

    def type(self, selector: str, text: str) -> None:
        """Type into an element; it is focused first."""
        self._send("WebDriver:ElementSendKeys", id=self._find(selector), text=text)

    def press(self, *keys: str) -> None:
        """Press keys together, wherever the focus is."""
        values = [KEYS.get(key, key) for key in keys]
        down = [{"type": "keyDown", "value": value} for value in values]
        up = [{"type": "keyUp", "value": value} for value in reversed(values)]
        actions = [{"type": "key", "id": "keyboard", "actions": [*down, *up]}]
        self._send("WebDriver:PerformActions", actions=actions)

    def resize(self, width: int, height: int) -> None:
        """Give the window this size in CSS pixels, as far as it goes."""
        self._send("WebDriver:SetWindowRect", width=width, height=height)

    def close(self) -> None:
        """End the program."""
        with contextlib.suppress(OSError, FirefoxError):
            self._send("Marionette:Quit", flags=["eForceQuit"])
        self._stream.close()
        self._socket.close()

    def _find(self, selector: str) -> str:
        return str(self._send("WebDriver:FindElement", using="css selector", value=selector)["value"][_ELEMENT])

    def _send(self, command: str, **parameters: object) -> Any:
        self._count += 1
        message = json.dumps([0, self._count, command, parameters])
        self._socket.sendall(f"{len(message.encode())}:{message}".encode())
        _, _, error, result = self._read()
        if error:
            raise FirefoxError(f"{command}: {error['error']}: {error['message']}")
        return result

    def _read(self) -> Any:
        size = b""
        while (sign := self._stream.read(1)) != b":":
            if not sign:
                raise FirefoxError("the connection ended")
            size += sign
        return json.loads(self._stream.read(int(size)))


@contextlib.contextmanager
def opened(profile: Path) -> Iterator[Firefox]:
    """A headless Firefox with a profile of its own in that empty folder."""
    assert PROGRAM is not None
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _PREFERENCES.items())
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [PROGRAM, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    with (profile / "firefox.log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env={"HOME": str(profile)})
    try:
        firefox = Firefox(_port(process, profile))
        try:
            yield firefox
        finally:
            firefox.close()
    finally:
        process.terminate()
        process.wait(30)


def _port(process: subprocess.Popen[bytes], profile: Path) -> int:
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, (profile / "firefox.log").read_text(encoding="utf-8")
        with contextlib.suppress(OSError, ValueError):
            return int((profile / "MarionetteActivePort").read_text(encoding="ascii"))
        time.sleep(0.1)
    raise AssertionError("Firefox did not say where it listens")
