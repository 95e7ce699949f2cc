"""Canaries: a random word in every place that a submission must not read, and listeners that must hear nothing."""

from __future__ import annotations

import os
import socket
import sysconfig
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WORD = "canary-" + os.urandom(16).hex()
"""It stands in the heap of the judging process by being here."""
VARIABLE = "ALLCLOSE_TEST_CANARY"
MODULE = f"allclose_test_canary_{os.getpid()}"
_PORT, _ABSTRACT = b"18765", b"accanary"
"""Where the attacks as written try to connect to; they are told where somebody listens."""


def planted(folder: Path) -> dict[str, str]:
    """Files that hold the word, by path: beside the installed packages, and beside the tests' own data."""
    packages = Path(sysconfig.get_path("purelib"))
    return {
        str(packages / f"{MODULE}.py"): f"WORD = {WORD!r}\n",
        str(packages / f"{MODULE}.pth"): f"# {WORD}\n",
        str(folder / "problem.yaml"): f"secret: {WORD}\n",
    }


@contextmanager
def canaries(folder: Path) -> Iterator[list[str]]:
    """Plant the files and the variable, and take them away whatever happens."""
    files = planted(folder)
    os.environ[VARIABLE] = WORD
    try:
        for path, text in files.items():
            Path(path).write_text(text, encoding="utf-8")
            Path(path).chmod(0o644)
        yield list(files)
    finally:
        os.environ.pop(VARIABLE, None)
        for path in files:
            Path(path).unlink(missing_ok=True)


class Listeners:
    """A TCP port on loopback and an abstract local socket; `heard` counts the connections."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._abstract = f"{_ABSTRACT.decode()}-{os.getpid()}"
        local = self._listen(socket.AF_UNIX, f"\0{self._abstract}")
        self._sockets = [self._listen(socket.AF_INET, ("127.0.0.1", 0)), local]

    def told(self, source: bytes) -> bytes:
        """An attack that knows where we listen."""
        port = str(self._sockets[0].getsockname()[1]).encode()
        return source.replace(_PORT, port).replace(_ABSTRACT, self._abstract.encode())

    def _listen(self, family: int, address: tuple[str, int] | str) -> socket.socket:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.bind(address)
        listener.listen(16)
        threading.Thread(target=self._accept, args=(listener, str(address)), daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket, address: str) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            self.heard.append(address)
            connection.close()

    def close(self) -> None:
        """Stop listening, and wake the threads that wait."""
        for listener in self._sockets:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
