"""A child that does with its pipes what it is told: a real process behind real walls, in place of a student's."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from grader.model import Reason, RunStatus, Value
from grader.sandbox import Outcome, Run, frames, wire
from grader.sandbox.zygote import Zygote
from tests.hostile.alone import loaded

_REQUEST_FD, ANSWER_FD = 3, 4
GRACE = 0.3
"""How far past its deadline `Run.receive` may come back: a child that closed its pipe has 0.2 s to end by itself."""
FIXED_BYTES = 1 << 20
"""What a receive may allocate beside the bytes that came."""
_SOURCE = f"""
import json, os, struct, time
READY = {frames.HEADER.pack(frames.MAGIC, frames.READY, 0, 0, 0)!r}
def taken(size):
    data = b''
    while len(data) < size:
        chunk = os.read({_REQUEST_FD}, size - len(data))
        if not chunk: os._exit(0)
        data += chunk
    return data
def write(text): put(bytes.fromhex(text))
def fill(size):
    while size > 0:
        size -= os.write({ANSWER_FD}, bytes(min(size, 65536)))
def drip(text, pause):
    for byte in bytes.fromhex(text):
        put(bytes((byte,)))
        time.sleep(pause)
def put(data):
    while data: data = data[os.write({ANSWER_FD}, data):]
def show(size):
    while size > 0:
        size -= os.write(1, b'x' * min(size, 65536))
def hang(): time.sleep(60)
def close(fd): os.close(fd)
deeds = dict(write=write, fill=fill, drip=drip, show=show, hang=hang, close=close, sleep=time.sleep, exit=os._exit)
put(READY)
while True:
    _, _, size = struct.unpack('{frames.REQUEST.format}', taken({frames.REQUEST.size}))
    for name, *told in json.loads(taken(size)):
        deeds[name](*told)
"""


@dataclass(frozen=True, slots=True)
class Received:
    """An outcome, how long it took to come, and the most memory that was allocated at a time for it."""

    outcome: Outcome
    seconds: float
    peak: int


def answer(sequence: int, value: Value = 1.5) -> bytes:
    """A right answer, as any child would send it."""
    return framed(frames.ANSWER, sequence, frames.ANSWER_HEAD.pack(0, 0) + wire.encode(value))


def framed(kind: int, sequence: int, payload: bytes, claimed: int | None = None) -> bytes:
    """A frame around any payload; `claimed` is the size that it says it has."""
    return frames.HEADER.pack(frames.MAGIC, kind, sequence, len(payload) if claimed is None else claimed, 0) + payload


@contextmanager
def puppet(zygote: Zygote, seconds: float = 30.0) -> Iterator[Run]:
    """A run in a child that is led; `seconds` bounds all of it."""
    run = Run(zygote, zygote.take(), time.monotonic() + seconds)
    try:
        came = loaded(run, _SOURCE, "none")
        assert came.status is RunStatus.OK, came
        yield run
    finally:
        if run.close():
            zygote.await_exit()


def ask(run: Run, sequence: int, *deeds: tuple[object, ...]) -> None:
    """Send a request; what the child is to do in place of answering it is in its payload."""
    run.send(frames.request(frames.CALL, sequence, json.dumps(deeds).encode()))


def received(run: Run, sequence: int, seconds: float) -> Received:
    """Receive, with a watch on time and memory."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        started = time.monotonic()
        came = run.receive(sequence, seconds, Reason.CASE)
        took = time.monotonic() - started
        peak = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    return Received(came, took, peak)
