"""Messages between a judge and whoever feeds it: a JSON object, and the blobs that it counts.

Nothing is pickled. A judge has decoded what a student's program sent, so what it says is bounded like any other input.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any

import pydantic_core

HEADER_LIMIT = 64 << 20
BLOB_LIMIT = 512 << 20
"""The most bytes of one message's header, and of one of its blobs."""

_BLOBS = "blobs"


class ChannelClosedError(Exception):
    """The other side is gone, or said what is no message."""


class Channel:
    """One end of a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, message: Mapping[str, Any], blobs: Sequence[bytes] = ()) -> None:
        """Send a message; raises ChannelClosedError."""
        try:
            self._connection.send_bytes(_encode({**message, _BLOBS: len(blobs)}))
            for blob in blobs:
                self._connection.send_bytes(blob)
        except OSError as error:
            raise ChannelClosedError(str(error)) from error

    def receive(self) -> tuple[dict[str, Any], list[bytes]]:
        """Wait for a message; raises ChannelClosedError."""
        try:
            message = _decode(self._connection.recv_bytes(HEADER_LIMIT))
            blobs = [self._connection.recv_bytes(BLOB_LIMIT) for _ in range(message.pop(_BLOBS))]
        except (EOFError, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ChannelClosedError(str(error) or type(error).__name__) from error
        return message, blobs

    def poll(self, seconds: float) -> bool:
        """Whether something can be received within that time; an end counts."""
        try:
            return self._connection.poll(seconds)
        except OSError as error:
            raise ChannelClosedError(str(error)) from error

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


def _decode(data: bytes) -> dict[str, Any]:
    try:
        message: dict[str, Any] = pydantic_core.from_json(data)
    except ValueError:  # it may hold what only the standard library reads: see `_encode`
        message = json.loads(data)
    return message


def _encode(message: Mapping[str, Any]) -> bytes:
    """As JSON; half a surrogate pair, which a student may write and UTF-8 has no bytes for, is escaped."""
    try:
        return pydantic_core.to_json(message)
    except (ValueError, UnicodeError):
        return json.dumps(message, separators=(",", ":")).encode()
