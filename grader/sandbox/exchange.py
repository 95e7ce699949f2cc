"""The bytes between the judge and one child, both ways: nobody waits for one pipe while another is full."""

from __future__ import annotations

import contextlib
import os
import select
import time
from collections.abc import Iterator

from grader.errors import ProtocolError
from grader.sandbox import cores, frames
from grader.sandbox.child import Child
from grader.sandbox.output import Output

_CHUNK = 1 << 16
_ANSWERS_LIMIT = 256 << 20
"""How many bytes a child may answer in all; one answer has a bound of its own (`frames.PAYLOAD_LIMIT`)."""
_LOOK_SECONDS, _LOOK_AT_MANY_SECONDS = 0.0006, 0.004
"""How long the judge looks for one answer, or for many, before it sleeps, where a core is free."""
_UNREAD_BYTES = 60_000
"""How much an answer pipe is sure to hold while nobody reads (pipe(7): 64 kB, where a page is 4 kB)."""


class GoneError(Exception):
    """The child's answer pipe is closed."""


class Exchange:
    """Requests out, answers and printed text in.

    Attributes:
        output: what is printed.
        awaited: how many requests are not answered yet.
    """

    def __init__(self, child: Child) -> None:
        self.output = Output(child.stdout)
        self.awaited = 0
        self._child = child
        self._buffer = bytearray()
        self._pending = memoryview(b"")
        self._answered = 0
        self._foul = False
        self._poll = select.poll()
        for descriptor in (child.answer, child.stdout):
            self._poll.register(descriptor, select.POLLIN)
        os.set_blocking(child.request, False)
        os.set_blocking(child.answer, False)

    @property
    def overflowed(self) -> bool:
        """Whether the answers together are more than any submission may send."""
        return self._answered > _ANSWERS_LIMIT

    @property
    def holds_answer(self) -> bool:
        """Whether a whole answer is there that nobody took."""
        there = len(self._buffer) - frames.HEADER.size
        return there >= 0 and there >= frames.HEADER.unpack_from(self._buffer)[3]

    def send(self, data: bytes, count: int) -> None:
        """Write as much of so many requests as the pipe takes; the rest goes while answers are awaited."""
        if not self.awaited and self._has_unasked():
            self._foul = True
        self.awaited += count
        self._pending = memoryview(bytes(self._pending) + data) if self._pending else memoryview(data)
        self._write()

    def _has_unasked(self) -> bool:
        """Whether bytes are there before anything was asked."""
        return bool(self._buffer) or any(
            there == self._child.answer and event & select.POLLIN for there, event in self._poll.poll(0)
        )

    def _write(self) -> None:
        try:
            self._pending = self._pending[os.write(self._child.request, self._pending) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._pending = memoryview(b"")
        if self._pending:
            self._poll.register(self._child.request, select.POLLOUT)

    def next_frame(self, deadline: float) -> frames.Frame | None:
        """The next whole frame, with all that was printed before it; None at the deadline or when output overflows.

        A child prints before it answers, so a poll that finds the answer, which it looks for first, finds the output
        too: only a frame that was read along with an earlier one needs a look at the output of its own.

        Raises:
            ProtocolError: the child said what it must not.
            GoneError: it is gone.
        """
        if self._foul:
            raise ProtocolError("bytes that nobody asked for")
        frame = self._take_frame()
        if frame is not None:
            self.output.drain()
        while frame is None:
            left = deadline - time.monotonic()
            if left <= 0 or self.output.overflowed:
                return None
            for descriptor, _ in self._wait_until_ready(left, _LOOK_SECONDS):
                self._handle(descriptor)
            frame = self._take_frame()
        return frame

    def await_answers(self, size: int, deadline: float) -> bool:
        """Whether that many bytes of answers are there before the deadline; no matter of what kind.

        A child rings once it has answered the last request, so that nobody waits for answers that are shorter. Where
        no core is to spare the judge sleeps until then: answers stay in the pipe, whatever becomes of the child.
        """
        deaf = size <= _UNREAD_BYTES and not cores.to_spare()
        try:
            with self._listening(0 if deaf else select.POLLIN):
                return not self._foul and self._gather(size, deadline)
        except GoneError:
            return False

    def _gather(self, size: int, deadline: float) -> bool:
        self.read_answers()
        while len(self._buffer) < size:
            left = deadline - time.monotonic()
            if left <= 0 or self.output.overflowed:
                return False
            for descriptor, _ in self._wait_until_ready(left, _LOOK_AT_MANY_SECONDS):
                self._handle(descriptor)
                if descriptor == self._child.bell and len(self._buffer) < size:
                    return False
        return not self.output.overflowed

    @contextlib.contextmanager
    def _listening(self, answers: int) -> Iterator[None]:
        """Meanwhile the poll hears the bell, of answers what is asked for, and always that the pipe is closed."""
        with contextlib.suppress(BlockingIOError):  # an old stroke; one that is lost here was rung for what is read now
            os.eventfd_read(self._child.bell)
        self._poll.modify(self._child.answer, answers)
        self._poll.register(self._child.bell, select.POLLIN)
        try:
            yield
        finally:
            self._poll.unregister(self._child.bell)
            self._poll.modify(self._child.answer, select.POLLIN)

    def peek(self, start: int, end: int | None = None) -> bytes:
        """Some bytes of the answers that came and that nobody took yet."""
        return bytes(memoryview(self._buffer)[start:end])

    def accept(self, size: int, count: int) -> None:
        """Take so many bytes as the answers to so many requests; nobody asks what was printed."""
        del self._buffer[:size]
        self.awaited -= count
        self.output.drain()
        self.output.take()
        self.output.renew()

    def _wait_until_ready(self, left: float, looks: float) -> list[tuple[int, int]]:
        """Wait until there is something to read or write; with no core to spare the judge sleeps at once."""
        if cores.to_spare():
            until = time.monotonic() + min(left, looks)
            while time.monotonic() < until:
                if ready := self._poll.poll(0):
                    return ready
                os.sched_yield()
        return self._poll.poll(left * 1000 + 1)

    def _handle(self, descriptor: int) -> None:
        if descriptor in (self._child.answer, self._child.bell):
            self.read_answers()
        elif descriptor == self._child.request:
            self._poll.unregister(descriptor)
            self._write()
        elif not self.output.drain():
            self._poll.unregister(descriptor)

    def read_answers(self) -> None:
        """Read what is there, without waiting; raises GoneError."""
        try:
            chunk = os.read(self._child.answer, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            raise GoneError
        self._buffer += chunk
        self._answered += len(chunk)

    def _take_frame(self) -> frames.Frame | None:
        if len(self._buffer) < frames.HEADER.size:
            return None
        kind, sequence, size, printed = frames.header(self._buffer)
        end = frames.HEADER.size + size
        if len(self._buffer) < end:
            return None
        payload = bytes(memoryview(self._buffer)[frames.HEADER.size : end])
        del self._buffer[:end]
        self.awaited -= 1
        if self._buffer and self.awaited == 0:
            raise ProtocolError("bytes that nobody asked for")
        return frames.Frame(kind, sequence, payload, printed)
