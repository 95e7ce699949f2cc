"""What judge and child say to each other: requests one way, frames the other.

A request is a header of 13 bytes (kind, sequence, size; little-endian) and a payload. A frame is a header of 25 bytes
(magic, kind, sequence, size, bytes printed since the frame before it) and a payload. Values are told in
`wire`.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from grader.errors import ProtocolError

MAGIC = b"ac01"
HEADER = struct.Struct("<4sBIQQ")
REQUEST = struct.Struct("<BIQ")
ANSWER_HEAD = struct.Struct("<IB")
_LOAD_HEAD = struct.Struct("<HH")
LOAD, CALL, LAST = 1, 2, 3
"""The last of several calls that are asked for at once: whoever answers it rings as well."""
READY, ANSWER, FAULT, SYNTAX, MISSING, SIGNATURE, EXITED, TOO_LARGE = range(1, 9)
PAYLOAD_LIMIT = (64 << 20) + 4096


@dataclass(frozen=True, slots=True)
class Frame:
    """One message from a child.

    Attributes:
        kind: what it is.
        sequence: the number of the request that it answers.
        payload: its bytes.
        printed: how many bytes the child says that it printed since the frame before; untrusted.
    """

    kind: int
    sequence: int
    payload: bytes
    printed: int = 0


def header(data: bytes | bytearray) -> tuple[int, int, int, int]:
    """Kind, sequence, payload size and printed bytes of a frame; raises ProtocolError when they cannot be."""
    magic, kind, sequence, size, printed = HEADER.unpack_from(data)
    if magic != MAGIC or not READY <= kind <= TOO_LARGE:
        raise ProtocolError("not a frame")
    if size > PAYLOAD_LIMIT:
        raise ProtocolError("a frame larger than any answer may be")
    return kind, sequence, size, printed


def right_answer(sequence: int, payload: bytes) -> bytes:
    """The frame of an answer that changed no input, converted nothing and printed nothing, with this value."""
    head = ANSWER_HEAD.pack(0, 0)
    return HEADER.pack(MAGIC, ANSWER, sequence, len(head) + len(payload), 0) + head + payload


def load(source: str, entry_point: str, arguments: int) -> bytes:
    """The request that loads a source: how many arguments its entry point takes, the entry point's name, the text."""
    name = entry_point.encode()
    return request(LOAD, 0, _LOAD_HEAD.pack(arguments, len(name)) + name + source.encode())


def request(kind: int, sequence: int, payload: bytes) -> bytes:
    """A request: its header and its payload."""
    return REQUEST.pack(kind, sequence, len(payload)) + payload
