"""Values as bytes: how inputs go in, and what may come out.

A value is a tag and what follows it:

    N T F              None, True, False
    i size bytes       an int, signed little-endian
    f 8, c 16          a float, a complex
    s size bytes       a str as UTF-8
    S code item        a NumPy scalar
    G seed             to the child only: a NumPy Generator, by its seed of 8 bytes
    A code axes dims.. an ndarray in C order (to the child also B, Fortran, and C, strided)
    L U count ..       a list, a tuple;     D count (key value)..   a dict with str keys
    O size bytes       to the judge only: an object of another type, by the type's name
    X size bytes axes dims..   to the judge only: an ndarray of another dtype, or one too large to carry

Every size and dimension is checked as an integer against what is left of the frame before anything is allocated.
Nothing is unpickled. Decoding raises ProtocolError and nothing else.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping

import numpy as np

from grader.errors import ProtocolError
from grader.model import Foreign, ForeignArray, Layout, Seeded, Value

DTYPES = ("?", "<i1", "<i2", "<i4", "<i8", "<u1", "<u2", "<u4", "<u8", "<f2", "<f4", "<f8", "<c8", "<c16")

_NATIVE = tuple(np.dtype(name) for name in DTYPES)
_CODES = {dtype: code for code, dtype in enumerate(_NATIVE)}
_LAYOUT_TAGS = {Layout.C: b"A", Layout.FORTRAN: b"B", Layout.STRIDED: b"C"}
_AXES_LIMIT, _DEPTH_LIMIT, _ITEM_LIMIT = 64, 40, 40_000
_U32, _U64, _F64, _C128 = (struct.Struct(form) for form in ("<I", "<Q", "<d", "<dd"))


def encode(value: Value | Mapping[str, Value], layout: Layout = Layout.C) -> bytes:
    """The payload of a request to call: the arguments as a tuple.

    Arrays travel in C order; `layout` says how the child lays them out when they arrive.
    """
    return b"".join(_chunks(value, layout))


def text(words: str) -> bytes:
    """A text by its size and its bytes, as a key of a dict stands on the wire."""
    raw = words.encode()
    return _U32.pack(len(raw)) + raw


def _array(array: np.ndarray, layout: Layout) -> list[bytes]:
    dtype = array.dtype.newbyteorder("<")
    dims = struct.pack(f"<{array.ndim}Q", *array.shape)
    raw = np.asarray(array, dtype).tobytes()
    return [_LAYOUT_TAGS[layout], bytes((_CODES[dtype], array.ndim)), dims, raw]


def head_of(value: Mapping[str, Value] | list[Value] | tuple[Value, ...]) -> bytes:
    """What stands before the items of a dict, a list or a tuple."""
    tag = b"D" if isinstance(value, Mapping) else b"L" if isinstance(value, list) else b"U"
    return tag + _U32.pack(len(value))


def _chunks(value: object, layout: Layout) -> list[bytes]:
    """Encode a trusted value; raises TypeError for what no problem may hold."""
    if isinstance(value, np.ndarray):
        return _array(value, layout)
    if isinstance(value, Mapping):
        items = [chunk for key, item in value.items() for chunk in (text(key), *_chunks(item, layout))]
        return [head_of(value), *items]
    if isinstance(value, list | tuple):
        return [head_of(value), *(chunk for item in value for chunk in _chunks(item, layout))]
    return [_scalar(value)]


def _scalar(value: object) -> bytes:
    if value is None or isinstance(value, bool):
        return {None: b"N", True: b"T", False: b"F"}[value]
    if isinstance(value, np.generic):
        return b"S" + bytes((_CODES[value.dtype],)) + np.asarray(value).tobytes()
    if isinstance(value, str):
        return b"s" + text(value)
    if isinstance(value, Seeded):
        return b"G" + _U64.pack(value.seed)
    if isinstance(value, int):
        raw = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
        return b"i" + _U32.pack(len(raw)) + raw
    if isinstance(value, float):
        return b"f" + _F64.pack(value)
    if isinstance(value, complex):
        return b"c" + _C128.pack(value.real, value.imag)
    return _foreign(value)


def _foreign(value: object) -> bytes:
    """What a child gave, to be kept; it is never sent to one."""
    if isinstance(value, Foreign):
        return b"O" + text(value.type_name)
    if isinstance(value, ForeignArray):
        return b"X" + text(value.dtype_name) + struct.pack(f"<B{len(value.shape)}Q", len(value.shape), *value.shape)
    raise TypeError(f"no problem may hold a {type(value).__name__}")


class _Decoder:
    """Reads hostile bytes; `_at` never passes the end and every count is paid for by bytes that are there."""

    def __init__(self, payload: bytes, start: int) -> None:
        self._payload = payload
        self._at = start
        self._items = 0

    def _take(self, size: int) -> int:
        """Where the next `size` bytes begin."""
        start = self._at
        if size > len(self._payload) - start:
            raise ProtocolError("a value runs past its frame")
        self._at = start + size
        return start

    def _raw(self, size: int) -> bytes:
        start = self._take(size)
        return self._payload[start : start + size]

    def _number(self) -> int:
        number: int = _U32.unpack_from(self._payload, self._take(4))[0]
        return number

    def _string(self) -> str:
        try:
            return self._raw(self._number()).decode()
        except UnicodeDecodeError:
            raise ProtocolError("text that is not UTF-8") from None

    def _count(self) -> int:
        count = self._number()
        if count > len(self._payload) - self._at:
            raise ProtocolError("more items than bytes")
        return count

    def _dtype(self) -> np.dtype:
        code = self._payload[self._take(1)]
        if code >= len(_NATIVE):
            raise ProtocolError("an unknown dtype")
        return _NATIVE[code]

    def _shape(self) -> tuple[int, ...]:
        axes = self._payload[self._take(1)]
        if axes > _AXES_LIMIT:
            raise ProtocolError("too many axes")
        return struct.unpack_from(f"<{axes}Q", self._payload, self._take(8 * axes))

    def _array(self) -> np.ndarray:
        dtype, shape = self._dtype(), self._shape()
        count = math.prod(shape)
        start = self._take(count * dtype.itemsize)
        try:
            return np.frombuffer(self._payload, dtype, count, start).reshape(shape)
        except ValueError:
            raise ProtocolError("a shape that no array has") from None

    def value(self, depth: int = 0) -> Value:
        self._items += 1
        if depth > _DEPTH_LIMIT or self._items > _ITEM_LIMIT:
            raise ProtocolError("nested too deep or too many items")
        tag = self._raw(1)
        if tag == b"A":
            return self._array()
        if tag in (b"L", b"U", b"D"):
            return self._container(tag, depth)
        if tag == b"O":
            return Foreign(self._string())
        if tag == b"X":
            return ForeignArray(self._string(), self._shape())
        return self._single(tag)

    def _container(self, tag: bytes, depth: int) -> Value:
        count = self._count()
        if tag == b"D":
            return {self._string(): self.value(depth + 1) for _ in range(count)}
        items = [self.value(depth + 1) for _ in range(count)]
        return items if tag == b"L" else tuple(items)

    def _single(self, tag: bytes) -> Value:
        if tag == b"f":
            return float(_F64.unpack_from(self._payload, self._take(8))[0])
        if tag == b"i":
            return int.from_bytes(self._raw(self._number()), "little", signed=True)
        if tag == b"s":
            return self._string()
        if tag == b"c":
            return complex(*_C128.unpack_from(self._payload, self._take(16)))
        if tag == b"S":
            dtype = self._dtype()
            scalar: np.generic = np.frombuffer(self._payload, dtype, 1, self._take(dtype.itemsize))[0]
            return scalar
        constants: dict[bytes, Value] = {b"N": None, b"T": True, b"F": False}
        if tag not in constants:
            raise ProtocolError("an unknown tag")
        return constants[tag]

    def finish(self) -> None:
        if self._at != len(self._payload):
            raise ProtocolError("bytes after the value")


def decode(payload: bytes, start: int = 0) -> Value:
    """The one value that fills a payload from `start` to its end; arrays are read-only views of it."""
    decoder = _Decoder(payload, start)
    value = decoder.value()
    decoder.finish()
    return value
