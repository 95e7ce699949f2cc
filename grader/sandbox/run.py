"""One submission in one child: requests go in, facts come out, and the judge owns time."""

from __future__ import annotations

import contextlib
import select
import time
from collections.abc import Callable

from grader.errors import ProtocolError, SandboxBrokenError
from grader.model import Reason, RunStatus
from grader.sandbox import frames
from grader.sandbox.child import Child
from grader.sandbox.exchange import Exchange, GoneError
from grader.sandbox.outcome import Outcome, Said, explain_end, read_answer, read_fault
from grader.sandbox.peak import Peak
from grader.sandbox.zygote import Zygote

_GRACE_SECONDS = 0.2
"""How long a child that closed its answer pipe has to end by itself."""
_GOES_ON = (RunStatus.OK, RunStatus.RAISED)
_ENDS_LOAD = (frames.READY, frames.FAULT, frames.SYNTAX, frames.MISSING, frames.SIGNATURE, frames.EXITED)
_ENDS_CALL = (frames.ANSWER, frames.FAULT, frames.EXITED, frames.TOO_LARGE)
"""What tells of the file may be shown in full, so it must never come in answer to a call."""


def _do_nothing() -> None:
    """Nothing to be done ahead."""


class Run:
    """Speaks with one child. Use `send` then `receive`, one answer for each request, in order.

    Several requests may be sent at once, and their answers awaited together: `await_answers`, `peek`, and then `accept`
    for all of them, or else `receive` for each.

    Attributes:
        alive: whether requests may still be sent; once False it stays so.
        violated: whether the child broke the protocol or a rule of the sandbox.
    """

    def __init__(self, zygote: Zygote, child: Child, deadline: float) -> None:
        """Take over a child; `deadline` bounds the whole submission, on the monotonic clock."""
        self._zygote = zygote
        self._child = child
        self._deadline = deadline
        self._exchange = Exchange(child)
        self._since: float | None = None
        self._reaped = False
        self._peak: Peak | None = None
        self._peak_kb: int | None = None
        self.alive = True
        self.violated = False

    def send(self, data: bytes, count: int = 1) -> None:
        """Write as much of so many requests as the pipe takes; the rest goes while answers are awaited."""
        self._exchange.send(data, count)

    def watch_memory(self) -> None:
        """Make ready to tell the peak: best called while the child works on a request, when it costs no time."""
        self._peak = self._peak or Peak(self._child.pidfd)

    def peak_kb(self) -> int | None:
        """The most memory that the child has held up to now, in kB; None where it is not known."""
        return self._peak_kb if self._reaped or self._peak is None else self._peak.kb()

    def receive(self, sequence: int, seconds: float, limit: Reason, ahead: Callable[[], None] = _do_nothing) -> Outcome:
        """The answer to request `sequence` (0 is the load), awaited for at most `seconds`; `limit` names that bound.

        Raises SandboxBrokenError when the child was late because somebody outside stopped it, or its zygote is gone.
        `ahead` is called as soon as a whole answer is there and before it is looked into: the place to send the
        next request, so that the child works while the judge does.
        """
        started, self._since = self._since or time.monotonic(), None
        late = limit if started + seconds <= self._deadline else Reason.SUBMISSION
        output, printed = self._exchange.output, None
        try:
            frame = self._exchange.next_frame(min(started + seconds, self._deadline))
            printed = frame.printed if frame and self._exchange.awaited else None  # the rest is of other calls
            if frame is not None and not output.overflowed:
                ahead()
            outcome = self._outcome(frame, sequence, late)
        except GoneError:
            output.drain()
            outcome = self._end()
        except ProtocolError as error:
            outcome = Outcome(RunStatus.VIOLATED, Reason.PROTOCOL, said=Said(message=str(error)))
        outcome = self._judge_alive(outcome)
        text, cut = output.take(printed)
        if sequence:
            output.renew()
        return outcome.observe(time.monotonic() - started, text, cut=cut)

    def _judge_alive(self, outcome: Outcome) -> Outcome:
        """What came of it in view of all that was sent, and whether the child may be asked again."""
        if self._exchange.output.overflowed:
            outcome = Outcome(RunStatus.OUTPUT_OVERFLOW, Reason.STDOUT)
        elif self._exchange.overflowed:
            outcome = Outcome(RunStatus.OUTPUT_OVERFLOW, Reason.TOO_LARGE)
        if outcome.status not in _GOES_ON:
            self.alive = False
            if outcome.status is RunStatus.TIMED_OUT and self._child.stopped():
                raise SandboxBrokenError("the child was stopped from outside")
        self.violated = self.violated or outcome.status is RunStatus.VIOLATED
        return outcome

    def await_answers(self, size: int, seconds: float) -> bool:
        """Whether that many bytes of answers came, for at most so many seconds; if not, `receive` tells why."""
        began = time.monotonic()
        came = self._exchange.await_answers(size, min(began + seconds, self._deadline))
        if not came:
            self._go_on_one_by_one(began)
        return came

    def _go_on_one_by_one(self, began: float) -> None:
        """Before the answers to several requests are received: the clock of the first has been running all the time."""
        with contextlib.suppress(GoneError):
            self._exchange.read_answers()
        if self._exchange.holds_answer:
            self._exchange.output.renew()  # what was printed belongs to several calls
        else:
            self._since = began

    def peek(self, start: int, end: int | None = None) -> bytes:
        """Some bytes of the answers that came and that nobody took yet."""
        return self._exchange.peek(start, end)

    def accept(self, size: int, count: int) -> None:
        """Take so many bytes as the answers to so many requests; nobody asks what was printed."""
        self._exchange.accept(size, count)

    @staticmethod
    def _outcome(frame: frames.Frame | None, sequence: int, late: Reason) -> Outcome:
        if frame is None:
            return Outcome(RunStatus.TIMED_OUT, late)
        if frame.sequence != sequence:
            raise ProtocolError("an answer to another request")
        if frame.kind not in (_ENDS_CALL if sequence else _ENDS_LOAD):
            raise ProtocolError("an answer of another kind than was asked for")
        if frame.kind == frames.READY:
            return Outcome(RunStatus.OK)
        return read_answer(frame.payload) if frame.kind == frames.ANSWER else read_fault(frame)

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
        if self._peak is not None:
            self._peak.close()
        if not self._reaped:
            self._zygote.reap()
        return not self._reaped
