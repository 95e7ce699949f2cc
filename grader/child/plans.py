"""Plans: how a request and an answer lay. What lies the same way again need not be read again."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import values

Array: TypeAlias = np.ndarray[Any, Any]
Spans: TypeAlias = list[tuple[int, int]]

_ndarray = np.ndarray
_LONG = 16
"""Parts of an answer, beyond which it has no plan."""


class Arguments:
    """Takes requests apart; two of one size and of plain arrays in C order are the plan for the next."""

    def __init__(self) -> None:
        self._spans: Spans = []
        self._size = self._planned = -1
        self._arrays: list[tuple[int, int, bytes, tuple[int, ...], Any]] = []

    def read(self, payload: bytes) -> tuple[list[Any], Spans]:
        """Fresh arguments, and where each lies in the request."""
        size, self._size = self._size, len(payload)
        known = self._follow(payload) if self._planned == self._size else None
        if known is not None:
            return known, self._spans
        arguments, spans = values.Reader(payload).arguments()
        if size == self._size:
            self._learn(payload, spans, arguments)
        return arguments, spans

    @property
    def planned(self) -> bool:
        """Whether the last request lay as the one before."""
        return self._planned == self._size

    def _follow(self, payload: bytes) -> list[Any] | None:
        for start, data, head, _, _ in self._arrays:
            if payload[start:data] != head:
                return None
        return [_ndarray(shape, dtype, payload, data).copy() for _, data, _, shape, dtype in self._arrays]

    def _learn(self, payload: bytes, spans: Spans, arguments: list[Any]) -> None:
        self._planned = -1
        if any(payload[start : start + 1] != b"A" for start, _ in spans):
            return
        self._planned, self._spans, self._arrays = len(payload), spans, []
        for (start, end), array in zip(spans, arguments, strict=True):
            data = end - array.nbytes
            self._arrays.append((start, data, payload[start:data], array.shape, array.dtype))


class Replies:
    """Puts answers into chunks; one array, or a few in a dict, tuple or list, are the plan for the next answer."""

    def __init__(self) -> None:
        self._kind: type | None = None
        self._keys: tuple[str, ...] = ()
        self._parts: list[tuple[bytes, tuple[int, ...], Any]] = []

    def write(self, result: object, *, learn: bool) -> tuple[list[bytes], bool]:
        """The chunks, and whether an array came in foreign byte order; raises TooLargeError.

        Args:
            result: what the function returned.
            learn: whether more answers of this form are to be expected.
        """
        chunks = self._follow(result) if type(result) is self._kind else None
        if chunks is not None:
            return chunks, False
        writer = values.Writer()
        writer.value(result)
        if learn:
            self._learn(result, writer.chunks)
        return writer.chunks, writer.converted

    def _follow(self, result: Any) -> list[bytes] | None:
        items = _items(result)
        if len(items) != len(self._parts) or (self._keys and not self._has_keys(result)):
            return None
        chunks: list[bytes] = []
        for item, (head, shape, dtype) in zip(items, self._parts, strict=True):
            if type(item) is not _ndarray or item.dtype is not dtype or item.shape != shape:
                return None
            chunks += (head, item.tobytes())
        return chunks

    def _has_keys(self, result: dict[Any, Any]) -> bool:
        return all(type(key) is str and key == known for key, known in zip(result, self._keys, strict=True))

    def _learn(self, result: Any, chunks: list[bytes]) -> None:
        """Remember an answer of exact ndarrays in this machine's byte order, each written whole."""
        self._kind, self._parts = None, []
        items = _items(result)
        native = all(type(item) is _ndarray and item.dtype in values.CODES for item in items)
        if not 0 < len(items) <= _LONG or not native or sum(map(len, chunks)) > values.REPLY_LIMIT:
            return
        ends = [index for index, chunk in enumerate(chunks) if index and chunks[index - 3 : index - 2] == [b"A"]]
        if len(ends) != len(items):
            return
        starts = [0, *(end + 1 for end in ends)]
        heads = [b"".join(chunks[start:end]) for start, end in zip(starts, ends, strict=False)]
        self._parts = [(head, item.shape, item.dtype) for head, item in zip(heads, items, strict=True)]
        self._kind = type(result)
        self._keys = tuple(result) if type(result) is dict else ()


def _items(result: Any) -> tuple[Any, ...] | list[Any]:
    """The parts of an answer of exact type; an array is its own only part."""
    kind = type(result)
    if kind is _ndarray:
        return (result,)
    if kind is dict:
        return list(dict.values(result))
    return result if kind is tuple or kind is list else ()
