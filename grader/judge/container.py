"""A small container of bytes: a mark, a checksum, a JSON header, and after it the blobs that the header tells of.

    mark (4 bytes)  SHA-256 of the rest (32 bytes)  size of the header (4 bytes, little-endian)  header  blobs

The header's key `sizes` holds each blob's size in bytes. Every size is checked as an integer against what is there.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grader.errors import StoredDataError

_MARK = b"acp1"
"""The last character is the version of the format."""
_HEAD = struct.Struct("<4s32sI")
_SUMMED_FROM = _HEAD.size - 4


def pack(header: Mapping[str, Any], blobs: Sequence[bytes]) -> bytes:
    """A header and its blobs."""
    text = json.dumps({**header, "sizes": list(map(len, blobs))}, separators=(",", ":")).encode()
    rest = b"".join((struct.pack("<I", len(text)), text, *blobs))
    return _MARK + hashlib.sha256(rest).digest() + rest


def unpack(data: bytes) -> tuple[dict[str, Any], Iterator[bytes]]:
    """A header, and the blobs one after the other.

    Raises:
        StoredDataError: the data is damaged or of another format.
    """
    if len(data) < _HEAD.size or data[: len(_MARK)] != _MARK:
        raise StoredDataError("it is of another format")
    _, digest, size = _HEAD.unpack_from(data)
    if hashlib.sha256(memoryview(data)[_SUMMED_FROM:]).digest() != digest:
        raise StoredDataError("it is damaged: its checksum is another")
    start = _HEAD.size + size
    if start > len(data):
        raise StoredDataError("it is damaged: its header runs past its end")
    header = _parse(data[_HEAD.size : start])
    return header, _blobs(data, start, header["sizes"])


def _parse(text: bytes) -> dict[str, Any]:
    try:
        header = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise StoredDataError("it is damaged: its header cannot be read") from error
    sizes = header.get("sizes") if isinstance(header, dict) else None
    if not isinstance(sizes, list) or not all(type(size) is int and size >= 0 for size in sizes):
        raise StoredDataError("it is damaged: its header tells no sizes")
    return dict(header)


def _blobs(data: bytes, start: int, sizes: list[int]) -> Iterator[bytes]:
    if start + sum(sizes) != len(data):
        raise StoredDataError("its sizes do not add up")
    for size in sizes:
        yield data[start : start + size]
        start += size
