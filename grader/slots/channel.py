"""Messages between a judge and whoever feeds it: a JSON object, and the blobs that it counts.

Nothing is pickled. A judge has decoded what a student's program sent, so what it says is bounded like any other input.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any

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
            self._connection.send_bytes(json.dumps({**message, _BLOBS: len(blobs)}, separators=(",", ":")).encode())
            for blob in blobs:
                self._connection.send_bytes(blob)
        except OSError as error:
            raise ChannelClosedError(str(error)) from error

    def receive(self) -> tuple[dict[str, Any], list[bytes]]:
        """Wait for a message; raises ChannelClosedError."""
        try:
            message = json.loads(self._connection.recv_bytes(HEADER_LIMIT))
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
