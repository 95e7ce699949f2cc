"""Inputs from the judge's bytes, and answers to bytes. The format is told in `grader/sandbox/wire.py`.

Answers are encoded from exact types alone: no method of a student's object is ever called.
"""

from __future__ import annotations

import struct
from collections import OrderedDict, defaultdict
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]

DTYPES = ("?", "<i1", "<i2", "<i4", "<i8", "<u1", "<u2", "<u4", "<u8", "<f2", "<f4", "<f8", "<c8", "<c16")
GENERATOR = b"G"
_NATIVE = tuple(np.dtype(name) for name in DTYPES)
CODES = {dtype: code for code, dtype in enumerate(_NATIVE)}
REPLY_LIMIT = 64 << 20
_DIMS = tuple(struct.Struct(f"<{axes}Q") for axes in range(65))
_DEPTH_LIMIT, _ITEM_LIMIT, _TEXT_LIMIT = 32, 20_000, 1 << 20
_MAPPINGS = (dict, OrderedDict, defaultdict)

_U32, _U64, _F64, _C128 = struct.Struct("<I"), struct.Struct("<Q"), struct.Struct("<d"), struct.Struct("<dd")


class TooLargeError(Exception):
    """An answer of more bytes or items than a frame may carry."""


class Reader:
    """Takes values off a buffer that the judge wrote: it is trusted, so nothing is checked."""

    def __init__(self, buffer: bytes) -> None:
        self._buffer = buffer
        self._at = 0

    def _take(self, size: int) -> bytes:
        start = self._at
        self._at = start + size
        return self._buffer[start : self._at]

    def _number(self) -> int:
        start = self._at
        self._at = start + 4
        number: int = _U32.unpack_from(self._buffer, start)[0]
        return number

    def _text(self) -> str:
        return self._take(self._number()).decode()

    def _array(self, tag: bytes) -> Array:
        """A fresh writable copy in the layout that the case asks for: A is C, B Fortran, C strided."""
        buffer, at = self._buffer, self._at
        code, axes = buffer[at], buffer[at + 1]
        start = at + 2 + 8 * axes
        flat: Array = np.ndarray(_DIMS[axes].unpack_from(buffer, at + 2), _NATIVE[code], buffer, start)
        self._at = start + flat.nbytes
        if tag == b"A":
            return flat.copy()
        return np.array(flat, order="F") if tag == b"B" else _strided(flat)

    def arguments(self) -> tuple[list[Any], list[tuple[int, int]]]:
        """The arguments of a call, which fill the buffer as a tuple, and where each lies in it."""
        self._at = 1
        found, spans = [], []
        for _ in range(self._number()):
            start = self._at
            found.append(self.value())
            spans.append((start, self._at))
        return found, spans

    def value(self) -> Any:
        """The next value."""
        tag = self._take(1)
        if tag in b"ABC":
            return self._array(tag)
        if tag == b"D":
            return {self._text(): self.value() for _ in range(self._number())}
        if tag in b"LU":
            items = [self.value() for _ in range(self._number())]
            return items if tag == b"L" else tuple(items)
        return self._scalar(tag)

    def _scalar(self, tag: bytes) -> Any:
        if tag == b"f":
            return _F64.unpack(self._take(8))[0]
        if tag == b"i":
            return int.from_bytes(self._take(self._number()), "little", signed=True)
        if tag == b"s":
            return self._text()
        if tag == b"c":
            return complex(*_C128.unpack(self._take(16)))
        if tag == b"S":
            dtype = _NATIVE[self._take(1)[0]]
            return np.frombuffer(self._take(dtype.itemsize), dtype)[0]
        if tag == GENERATOR:
            return np.random.default_rng(_U64.unpack(self._take(8))[0])
        return {b"N": None, b"T": True, b"F": False}[tag]


def _strided(array: Array) -> Array:
    """The same values with a gap after each: every other element along the last axis of a larger array."""
    if array.ndim == 0:
        return array.copy()
    wide = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)
    view = wide[..., ::2]
    view[...] = array
    return view


class Writer:
    """Puts an answer into chunks of bytes; raises TooLargeError."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []
        self.converted = False
        self._size = 0
        self._items = 0

    def _put(self, *chunks: bytes) -> None:
        for chunk in chunks:
            self._size += len(chunk)
        if self._size > REPLY_LIMIT:
            raise TooLargeError
        self.chunks += chunks

    def _text(self, tag: bytes, text: str) -> None:
        raw = text.encode("utf-8", "backslashreplace")
        self._put(tag, _U32.pack(len(raw)), raw)

    def value(self, value: Any, depth: int = 0) -> None:
        """Encode one value by its exact type."""
        self._items += 1
        if self._items > _ITEM_LIMIT or depth > _DEPTH_LIMIT:
            raise TooLargeError
        kind = type(value)
        if kind is np.ndarray:
            self._array(value)
        elif kind is list or kind is tuple:
            self._put(b"L" if kind is list else b"U", _U32.pack(len(value)))
            for item in value:
                self.value(item, depth + 1)
        elif kind in _MAPPINGS:
            self._mapping(value, depth)
        else:
            self._scalar(value, kind)

    def _mapping(self, value: dict[Any, Any], depth: int) -> None:
        items = list(dict.items(value))
        if any(type(key) is not str for key, _ in items):
            self._text(b"O", "dict with keys that are not strings")
            return
        self._put(b"D", _U32.pack(len(items)))
        for key, item in items:
            self._text(b"", key)
            self.value(item, depth + 1)

    def _scalar(self, value: Any, kind: type) -> None:
        if value is None:
            self._put(b"N")
        elif kind is bool:
            self._put(b"T" if value else b"F")
        elif kind is int:
            raw = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
            self._put(b"i", _U32.pack(len(raw)), raw)
        elif kind is float:
            self._put(b"f", _F64.pack(value))
        elif kind is complex:
            self._put(b"c", _C128.pack(value.real, value.imag))
        elif kind is str:
            self._long_text(value)
        else:
            self._foreign(value, kind)

    def _long_text(self, text: str) -> None:
        if len(text) > _TEXT_LIMIT:
            raise TooLargeError
        self._text(b"s", text)

    def _foreign(self, value: object, kind: type) -> None:
        """A NumPy scalar goes as its bytes, anything else as the name of its type alone."""
        code = CODES.get(np.dtype(kind)) if issubclass(kind, np.generic) and kind.__module__ == "numpy" else None
        if code is not None:
            self._put(b"S", bytes((code,)), np.array(value).tobytes())
            return
        module, name = type.__getattribute__(kind, "__module__"), type.__getattribute__(kind, "__qualname__")
        known = type(module) is str and type(name) is str
        prefix = "" if not known or module in ("builtins", "solution") else f"{module}."
        self._text(b"O", f"{prefix}{name}"[:200] if known else "unknown")

    def _array(self, array: Array) -> None:
        native = array.dtype.newbyteorder("<") if array.dtype.kind in "iufc" else array.dtype
        code = CODES.get(native)
        dims = struct.pack(f"<{array.ndim}Q", *array.shape)
        if code is None or array.nbytes > REPLY_LIMIT:
            self._text(b"X", str(array.dtype)[:100])
            self._put(bytes((array.ndim,)), dims)
            return
        if native != array.dtype:
            self.converted = True
            array = array.astype(native)
        self._put(b"A", bytes((code, array.ndim)), dims, array.tobytes())
