"""The child's ends of its pipes: requests come in, frames and the text that is printed go out, and a bell is rung.

The formats are told in `grader/sandbox/frames.py`.
"""

from __future__ import annotations

import io
import os
import struct
import sys
from typing import Any, TypeAlias

REQUEST_FD, REPLY_FD, BELL_FD, FIRST_FOREIGN_FD = 3, 4, 5, 6
"""0 to 2 are the standard streams; from the last one on nothing is a child's."""
MAGIC = b"ac01"
_HEADER = struct.Struct("<4sBIQQ")
_STROKE = struct.pack("<Q", 1)
_READ_AHEAD = 1 << 14
"""Small requests that were sent together are read together."""

_len = len
"""A program may replace the built-in one, and shall not wait in vain for what it has read already."""

Reply: TypeAlias = tuple[int, list[bytes]]
"""The kind of a frame and the pieces of its payload."""


class Requests:
    """The request pipe, read in pieces of any size."""

    def __init__(self) -> None:
        self._there = b""
        self._at = 0

    def read(self, size: int) -> bytes:
        """Exactly `size` bytes; the judge's end closed means that nobody wants an answer, and ends this process."""
        start, end = self._at, self._at + size
        if end > _len(self._there):
            rest, self._there, self._at = self._there[start:], b"", 0
            if size > _READ_AHEAD:
                return _fill(rest, size)
            self._there, start, end = _read_ahead(rest, size), 0, size
        self._at = end
        return self._there[start:end]


def _read_ahead(rest: bytes, size: int) -> bytes:
    """At least `size` bytes, those of `rest` first, and what else is there."""
    while _len(rest) < size:
        chunk = os.read(REQUEST_FD, _READ_AHEAD)
        if not chunk:
            os._exit(0)
        rest = rest + chunk if rest else chunk
    return rest


def _fill(rest: bytes, size: int) -> bytes:
    """Exactly `size` bytes, more than the pipe holds, without copying what is there again and again."""
    buffer, at = bytearray(size), _len(rest)
    buffer[:at] = rest
    view = memoryview(buffer)
    while at < size:
        count = os.readv(REQUEST_FD, [view[at:]])
        if not count:
            os._exit(0)
        at += count
    return bytes(buffer)


class _Printed(io.FileIO):
    """Where printed text goes; it counts, so that the judge can tell what belongs to which of several calls.

    Attributes:
        count: bytes since the last frame.
    """

    count = 0

    def write(self, data: Any, /) -> int:
        """Write, and count what was written."""
        written = super().write(data)
        _Printed.count += written
        return written


def open_streams() -> None:
    """Text streams that take any character; fd 0 is /dev/null, so that input() sees the end of a file at once."""
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  it lives as long as the process
    sys.stdout = _text_stream(1, line_buffering=False)
    sys.stderr = _text_stream(2, line_buffering=True)
    vars(sys).update(__stdin__=sys.stdin, __stdout__=sys.stdout, __stderr__=sys.stderr)


def _text_stream(descriptor: int, *, line_buffering: bool) -> io.TextIOWrapper:
    raw = io.BufferedWriter(_Printed(descriptor, "w", closefd=False))
    return io.TextIOWrapper(raw, "utf-8", "backslashreplace", line_buffering=line_buffering)


def frame(sequence: int, reply: Reply) -> bytes:
    """The answer to request `sequence` as the bytes of its frame."""
    kind, chunks = reply
    printed, _Printed.count = _Printed.count, 0
    return b"".join([_HEADER.pack(MAGIC, kind, sequence, sum(map(_len, chunks)), printed), *chunks])


def write(frame: bytes) -> None:
    """Give the judge a whole frame."""
    data = memoryview(frame)
    while data:
        data = data[os.write(REPLY_FD, data) :]


def ring() -> None:
    """Wake a judge that sleeps until the last of several answers is there."""
    os.write(BELL_FD, _STROKE)
