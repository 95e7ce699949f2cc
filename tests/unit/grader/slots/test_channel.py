"""Messages come through as they were sent, and what is none ends the talk."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any

import pytest

from grader.slots.channel import Channel, ChannelClosedError


@pytest.fixture
def ends() -> Iterator[tuple[Channel, Connection]]:
    """A channel, and the connection that it speaks with."""
    one, other = socket.socketpair()
    here, there = Channel(Connection(one.detach())), Connection(other.detach())
    yield here, there
    here.close()
    there.close()


@pytest.mark.parametrize(
    "message",
    [
        {"do": "judge", "cases": [{"expected": [[0.1, -1e-300], []], "line": None, "hidden": True}]},
        {"text": "é\u2028\x00 and \U0001f600"},
        {"half a pair": "\ud83d", "and its end": ["\udc00"]},
        {"large": 2**200},
    ],
)
def test_a_message_comes_through(ends: tuple[Channel, Connection], message: dict[str, Any]):
    here, there = ends
    here.send(message, [b"one", b""])
    other = Channel(there)
    assert other.receive() == (message, [b"one", b""])


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"blobs": "x"}', b'{"no": 1}', b"\xff", b"[" * 10_000])
def test_what_is_no_message_ends_the_talk(ends: tuple[Channel, Connection], data: bytes):
    here, there = ends
    there.send_bytes(data)
    with pytest.raises(ChannelClosedError):
        here.receive()
