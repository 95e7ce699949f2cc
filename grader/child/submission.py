"""The life of one child: read a source, load it, answer one call at a time, over two pipes."""

from __future__ import annotations

import inspect
import linecache
import os
import random
import struct
import sys
import types
from collections.abc import Callable
from typing import Any, TypeAlias

import faults
import numpy as np
import values
from plans import Arguments, Replies, Spans
from streams import Reply, Requests, frame, ring, write

_REQUEST = struct.Struct("<BIQ")
_LOAD_HEAD = struct.Struct("<HH")
LOAD, CALL, LAST = 1, 2, 3
"""The last of several calls that were asked for at once: its answer is followed by a stroke of the bell."""
READY, REPLY, FAULT, SYNTAX, MISSING, SIGNATURE, EXITED, TOO_LARGE = range(1, 9)
_NAMES_SHOWN = 40
_DRAWING = ("random", "statistics")
"""Names without which no program comes by the states of `random` and `numpy.random`."""

Function: TypeAlias = Callable[..., object]


def _encode(value: object) -> list[bytes]:
    writer = values.Writer()
    writer.value(value)
    return writer.chunks


def _flush() -> None:
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:  # noqa: BLE001, S110  the student may have put anything there
        pass


def _fault(error: BaseException, kind: int = FAULT) -> Reply:
    _flush()
    return EXITED if isinstance(error, SystemExit) else kind, _encode(faults.describe(error))


def _execute(source: str) -> types.ModuleType:
    """Run the file as a module of its own name, so that `__main__` guards stay shut and dataclasses work."""
    code = compile(source, faults.SOURCE_NAME, "exec", dont_inherit=True)
    module = types.ModuleType("solution")
    module.__dict__["__file__"] = faults.SOURCE_NAME
    sys.modules["solution"] = module
    linecache.cache[faults.SOURCE_NAME] = (lambda: source,)  # split into lines when a trace first asks for one
    exec(code, module.__dict__)  # noqa: S102  the whole point, and behind every wall
    return module


def _describe_missing(module: types.ModuleType, name: str) -> dict[str, object]:
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


def _takes(function: Function, count: int) -> bool:
    """Whether it is a plain function of exactly `count` positional arguments, which needs no closer look."""
    if type(function) is not types.FunctionType:
        return False
    code = function.__code__
    return code.co_argcount == count and not code.co_kwonlyargcount


def _signature_fault(function: Function, count: int) -> str | None:
    """The signature as text when it cannot take `count` positional arguments, else None."""
    if _takes(function, count):
        return None
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return None
    try:
        signature.bind(*range(count))
    except TypeError:
        return faults.without_folders(str(signature))[:300]
    return None


def _seed(source: str) -> None:
    """Give a program that draws random numbers states of its own: forked children would all share the zygote's.

    Few draw any, and it copies forty pages. Who hides that it does gets the numbers that others who hide it get.
    """
    if any(name in source for name in _DRAWING):
        random.seed()
        np.random.seed(int.from_bytes(os.urandom(4), "little"))  # noqa: NPY002  the legacy state is what students share


def load(payload: bytes) -> tuple[Function | None, Reply]:
    """Load the source and give its entry point, or None and the fault."""
    count, length = _LOAD_HEAD.unpack_from(payload)
    start = _LOAD_HEAD.size + length
    name, source = payload[_LOAD_HEAD.size : start].decode(), payload[start:].decode()
    _seed(source)
    try:
        module = _execute(source)
        function: Function | None = module.__dict__.get(name)
        if function is None or not callable(function):
            return None, (MISSING, _encode(_describe_missing(module, name)))
        signature = _signature_fault(function, count)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        unrun = not faults.own_frames(error)  # nothing of the file ran: compile itself gave up
        return None, _fault(error, SYNTAX if unrun else FAULT)
    except BaseException as error:  # noqa: BLE001  whatever the file raises is its own fault
        return None, _fault(error)
    if signature is not None:
        return None, (SIGNATURE, _encode({"signature": signature}))
    _flush()
    return function, (READY, [])


def _changed(payload: bytes, spans: Spans, arguments: list[Any]) -> int:
    """A bit for each argument that is not what the judge sent any more."""
    mask = 0
    for place, ((start, end), now) in enumerate(zip(spans, arguments, strict=True)):
        if isinstance(now, np.ndarray):
            same = now.tobytes() == payload[end - now.nbytes : end]
        elif payload[start : start + 1] == values.GENERATOR:
            same = True  # drawing from it is what it is for
        else:
            same = values.Reader(payload[start:end]).value() == now
        mask |= 0 if same else 1 << place
    return mask


class Calls:
    """The calls of one entry point, one after the other."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._arguments, self._replies = Arguments(), Replies()

    def reply(self, payload: bytes) -> Reply:
        """Call the entry point with the arguments of a request."""
        arguments, spans = self._arguments.read(payload)
        try:
            result = self._function(*arguments)
            chunks, converted = self._replies.write(result, learn=self._arguments.planned)
        except values.TooLargeError:
            _flush()
            return TOO_LARGE, []
        except BaseException as error:  # noqa: BLE001  whatever the function raises is its own fault
            return _fault(error)
        head = struct.pack("<IB", _changed(payload, spans, arguments), converted)
        _flush()
        return REPLY, [head, *chunks]


def serve() -> None:
    """Reply requests until the judge closes its end or the file cannot be loaded."""
    requests, calls = Requests(), None
    while True:
        kind, sequence, size = _REQUEST.unpack(requests.read(_REQUEST.size))
        payload = requests.read(size)
        if kind == LOAD:
            function, reply = load(payload)
            calls = Calls(function) if function is not None else None
        elif calls is not None:
            reply = calls.reply(payload)
        else:
            return
        write(frame(sequence, reply))
        if kind == LAST:
            ring()
        if calls is None:
            return
