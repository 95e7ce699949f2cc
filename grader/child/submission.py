"""The life of one child: read a source, load it, answer one call at a time, over two pipes."""

from __future__ import annotations

import inspect
import linecache
import os
import struct
import sys
import types
from collections.abc import Callable
from typing import Any

import faults
import numpy as np
import values

REQUEST_FD, REPLY_FD, FIRST_FOREIGN_FD = 3, 4, 5
"""0 to 2 are the standard streams; from the last one on nothing is a child's."""
MAGIC = b"ac01"
_HEADER = struct.Struct("<4sBIQ")
_REQUEST = struct.Struct("<BIQ")
LOAD, CALL = 1, 2
READY, REPLY, FAULT, SYNTAX, MISSING, SIGNATURE, EXITED, TOO_LARGE = range(1, 9)
_NAMES_SHOWN = 40


def _read(size: int) -> bytes:
    """Exactly `size` bytes of the request pipe; the judge's end closed means that nobody wants an answer."""
    data = os.read(REQUEST_FD, size)
    return data if len(data) == size else _read_on(data, size)


def _read_on(start: bytes, size: int) -> bytes:
    """The rest of a request that is larger than the pipe, without copying what is there again and again."""
    buffer, at = bytearray(size), len(start)
    buffer[:at] = start
    view = memoryview(buffer)
    count = at
    while at < size and count:
        count = os.readv(REQUEST_FD, [view[at:]])
        at += count
    if at < size:
        os._exit(0)
    return bytes(buffer)


def _send(kind: int, sequence: int, chunks: list[bytes]) -> None:
    size = sum(map(len, chunks))
    data = memoryview(b"".join([_HEADER.pack(MAGIC, kind, sequence, size), *chunks]))
    while data:
        data = data[os.write(REPLY_FD, data) :]


def _encoded(value: object) -> list[bytes]:
    writer = values.Writer()
    writer.value(value)
    return writer.chunks


def _flush() -> None:
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:  # noqa: BLE001, S110  the student may have put anything there
        pass


def _report(error: BaseException, sequence: int, kind: int = FAULT) -> None:
    _flush()
    if isinstance(error, SystemExit):
        kind = EXITED
    _send(kind, sequence, _encoded(faults.describe(error)))


def _execute(source: str) -> types.ModuleType:
    """Run the file as a module of its own name, so that `__main__` guards stay shut and dataclasses work."""
    code = compile(source, faults.SOURCE_NAME, "exec", dont_inherit=True)
    module = types.ModuleType("solution")
    module.__dict__["__file__"] = faults.SOURCE_NAME
    sys.modules["solution"] = module
    linecache.cache[faults.SOURCE_NAME] = (len(source), None, source.splitlines(keepends=True), faults.SOURCE_NAME)
    exec(code, module.__dict__)  # noqa: S102  the whole point, and behind every wall
    return module


def _missing(module: types.ModuleType, name: str) -> dict[str, object]:
    """What was defined in place of the entry point, so that the message can point at it."""
    own = [
        (key, item)
        for key, item in list(module.__dict__.items())
        if type(key) is str and not key.startswith("_") and getattr(item, "__module__", None) == "solution"
    ][:_NAMES_SHOWN]
    holders = [key for key, item in own if isinstance(item, type) and name in item.__dict__]
    return {
        "found": [key for key, _ in own],
        "classes": holders,
        "defined": name in module.__dict__,
        "cells": "cells" in module.__dict__,
    }


def signature_fault(function: Callable[..., object], count: int) -> str | None:
    """The signature as text when it cannot take `count` positional arguments, else None."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return None
    try:
        signature.bind(*range(count))
    except TypeError:
        return str(signature)[:300]
    return None


def _load(request: dict[str, Any]) -> Callable[..., object] | None:
    """Load the source and give its entry point; None when a fault was sent."""
    name, count = request["entry_point"], request["arguments"]
    try:
        module = _execute(request["source"])
        function: Callable[..., object] | None = module.__dict__.get(name)
        if function is None or not callable(function):
            _send(MISSING, 0, _encoded(_missing(module, name)))
            return None
        signature = signature_fault(function, count)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        unrun = not faults.own_frames(error)  # nothing of the file ran: compile itself gave up
        _report(error, 0, SYNTAX if unrun else FAULT)
        return None
    except BaseException as error:  # noqa: BLE001  whatever the file raises is its own fault
        _report(error, 0)
        return None
    if signature is not None:
        _send(SIGNATURE, 0, _encoded({"signature": signature}))
        return None
    return function


def changed(payload: bytes, spans: list[tuple[int, int]], arguments: list[Any]) -> int:
    """A bit for each argument that is not what the judge sent any more."""
    mask = 0
    for place, ((start, end), now) in enumerate(zip(spans, arguments, strict=True)):
        if isinstance(now, np.ndarray):
            same = now.tobytes() == payload[end - now.nbytes : end]
        else:
            same = values.Reader(payload[start:end]).value() == now
        mask |= 0 if same else 1 << place
    return mask


def _call(function: Callable[..., object], payload: bytes, sequence: int) -> None:
    arguments, spans = values.Reader(payload).arguments()
    try:
        result = function(*arguments)
        writer = values.Writer()
        writer.value(result)
    except values.TooLargeError:
        _flush()
        _send(TOO_LARGE, sequence, [])
        return
    except BaseException as error:  # noqa: BLE001  whatever the function raises is its own fault
        _report(error, sequence)
        return
    head = struct.pack("<IB", changed(payload, spans, arguments), writer.converted)
    _flush()
    _send(REPLY, sequence, [head, *writer.chunks])


def serve() -> None:
    """Answer requests until the judge closes its end or the file cannot be loaded."""
    function: Callable[..., object] | None = None
    while True:
        kind, sequence, size = _REQUEST.unpack(_read(_REQUEST.size))
        payload = _read(size)
        if kind == LOAD:
            function = _load(values.Reader(payload).value())
            if function is None:
                return
            _flush()
            _send(READY, 0, [])
        elif function is not None:
            _call(function, payload, sequence)
