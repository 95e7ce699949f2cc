"""One submission in one child: requests go in, facts come out, and the judge owns time."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable

from grader.errors import ProtocolError, SandboxBrokenError
from grader.model import Reason, RunStatus
from grader.sandbox import cores, wire
from grader.sandbox.child import Child
from grader.sandbox.outcome import Outcome, Said, explain_end, read_answer, read_fault
from grader.sandbox.output import Output
from grader.sandbox.peak import peak_kb, pid_of
from grader.sandbox.zygote import Zygote

_CHUNK = 1 << 16
_ANSWERS_LIMIT = 256 << 20
"""How many bytes a child may answer in all; one answer has a bound of its own (`wire.PAYLOAD_LIMIT`)."""
_GRACE_SECONDS = 0.2
"""How long a child that closed its answer pipe has to end by itself."""
_LOOK_SECONDS = 0.0006
"""How long the judge looks for an answer before it sleeps, where a core is free: a sleeper is woken late."""
_GOES_ON = (RunStatus.OK, RunStatus.RAISED)
_ENDS_LOAD = (wire.READY, wire.FAULT, wire.SYNTAX, wire.MISSING, wire.SIGNATURE, wire.EXITED)
_ENDS_CALL = (wire.ANSWER, wire.FAULT, wire.EXITED, wire.TOO_LARGE)
"""What tells of the file may be shown in full, so it must never come in answer to a call."""


def _do_nothing() -> None:
    """Nothing to be done ahead."""


class _GoneError(Exception):
    """The child's answer pipe is closed."""


class Run:
    """Speaks with one child. Use `send` then `receive`, one answer for each request, in order.

    Attributes:
        alive: whether requests may still be sent; once False it stays so.
        violated: whether the child broke the protocol or a rule of the sandbox.
    """

    def __init__(self, zygote: Zygote, child: Child, deadline: float) -> None:
        """Take over a child; `deadline` bounds the whole submission, on the monotonic clock."""
        self._zygote = zygote
        self._child = child
        self._deadline = deadline
        self._buffer = bytearray()
        self._pending = memoryview(b"")
        self._awaited = self._answered = 0
        self._output = Output(child.stdout)
        self._poll = select.poll()
        for descriptor in (child.answer, child.stdout):
            self._poll.register(descriptor, select.POLLIN)
        os.set_blocking(child.request, False)
        self._reaped = False
        self._foul = False
        self._pid: int | None = None
        self._peak_kb: int | None = None
        self.alive = True
        self.violated = False

    def send(self, data: bytes) -> None:
        """Write as much of a request as the pipe takes; the rest goes while answers are awaited."""
        if not self._awaited and self._has_unasked():
            self._foul = True
        self._awaited += 1
        self._pending = memoryview(bytes(self._pending) + data) if self._pending else memoryview(data)
        self._write()

    def watch_memory(self) -> None:
        """Make ready to tell the peak: best called while the child works on a request, when it costs no time."""
        self._pid = pid_of(self._child.pidfd)

    def peak_kb(self) -> int | None:
        """The most memory that the child has held up to now, in kB; None where it is not known."""
        return self._peak_kb if self._reaped else peak_kb(self._pid)

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

    def receive(self, sequence: int, seconds: float, limit: Reason, ahead: Callable[[], None] = _do_nothing) -> Outcome:
        """The answer to request `sequence` (0 is the load), awaited for at most `seconds`; `limit` names that bound.

        Raises SandboxBrokenError when the child was late because somebody outside stopped it, or its zygote is gone.
        `ahead` is called as soon as a whole answer is there and before it is looked into: the place to send the
        next request, so that the child works while the judge does.
        """
        started = time.monotonic()
        deadline = min(started + seconds, self._deadline)
        late = limit if started + seconds <= self._deadline else Reason.SUBMISSION
        try:
            frame = self._frame(deadline)
            if frame is not None and not self._output.overflowed:
                ahead()
            outcome = self._outcome(frame, sequence, late)
        except _GoneError:
            self._output.drain()
            outcome = self._end()
        except ProtocolError as error:
            outcome = Outcome(RunStatus.VIOLATED, Reason.PROTOCOL, said=Said(message=str(error)))
        if self._output.overflowed:
            outcome = Outcome(RunStatus.OUTPUT_OVERFLOW, Reason.STDOUT)
        elif self._answered > _ANSWERS_LIMIT:
            outcome = Outcome(RunStatus.OUTPUT_OVERFLOW, Reason.TOO_LARGE)
        if outcome.status not in _GOES_ON:
            self.alive = False
            if outcome.status is RunStatus.TIMED_OUT and self._child.stopped():
                raise SandboxBrokenError("the child was stopped from outside")
        self.violated = self.violated or outcome.status is RunStatus.VIOLATED
        text, cut = self._output.take()
        if sequence:
            self._output.renew()
        return outcome.observe(time.monotonic() - started, text, cut=cut)

    def _frame(self, deadline: float) -> wire.Frame | None:
        """The next whole frame, with all that was printed before it; None at the deadline or when output overflows.

        A child prints before it answers, so a poll that finds the answer, which it looks for first, finds the output
        too: only a frame that was read along with an earlier one needs a look at the output of its own.
        """
        if self._foul:
            raise ProtocolError("bytes that nobody asked for")
        frame = self._whole_frame()
        if frame is not None:
            self._output.drain()
        while frame is None:
            left = deadline - time.monotonic()
            if left <= 0 or self._output.overflowed:
                return None
            for descriptor, _ in self._wait_until_ready(left):
                self._handle(descriptor)
            frame = self._whole_frame()
        return frame

    def _wait_until_ready(self, left: float) -> list[tuple[int, int]]:
        """Wait until there is something to read or write; with no core to spare the judge sleeps at once."""
        if cores.to_spare():
            until = time.monotonic() + min(left, _LOOK_SECONDS)
            while time.monotonic() < until:
                if ready := self._poll.poll(0):
                    return ready
                os.sched_yield()
        return self._poll.poll(left * 1000 + 1)

    def _handle(self, descriptor: int) -> None:
        if descriptor == self._child.answer:
            chunk = os.read(descriptor, _CHUNK)
            if not chunk:
                raise _GoneError
            self._buffer += chunk
            self._answered += len(chunk)
        elif descriptor == self._child.request:
            self._poll.unregister(descriptor)
            self._write()
        elif not self._output.drain():
            self._poll.unregister(descriptor)

    def _whole_frame(self) -> wire.Frame | None:
        if len(self._buffer) < wire.HEADER.size:
            return None
        kind, sequence, size = wire.header(self._buffer)
        end = wire.HEADER.size + size
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[wire.HEADER.size : end])
        del self._buffer[:end]
        self._awaited -= 1
        if self._buffer and self._awaited == 0:
            raise ProtocolError("bytes that nobody asked for")
        return wire.Frame(kind, sequence, payload)

    @staticmethod
    def _outcome(frame: wire.Frame | None, sequence: int, late: Reason) -> Outcome:
        if frame is None:
            return Outcome(RunStatus.TIMED_OUT, late)
        if frame.sequence != sequence:
            raise ProtocolError("an answer to another request")
        if frame.kind not in (_ENDS_CALL if sequence else _ENDS_LOAD):
            raise ProtocolError("an answer of another kind than was asked for")
        if frame.kind == wire.READY:
            return Outcome(RunStatus.OK)
        return read_answer(frame.payload) if frame.kind == wire.ANSWER else read_fault(frame)

    def _end(self) -> Outcome:
        """Why a child that closed its answer pipe is gone; one that lingers is killed."""
        poll = select.poll()
        poll.register(self._child.pidfd, select.POLLIN)
        lingered = not poll.poll(_GRACE_SECONDS * 1000)
        self._child.kill()
        self._zygote.reap()
        self._reaped = True
        exit_ = self._zygote.await_exit()
        self._peak_kb = exit_.peak_kb
        return explain_end(exit_, lingered=lingered)

    def close(self) -> bool:
        """Kill the child, have it reaped, and close our ends; whether its exit is still to be read."""
        self._child.kill()
        self._child.close()
        if not self._reaped:
            self._zygote.reap()
        return not self._reaped
