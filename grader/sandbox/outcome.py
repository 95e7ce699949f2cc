"""What came of one load or one call: facts, no judgement."""

from __future__ import annotations

import signal
from dataclasses import dataclass

from grader.errors import ProtocolError
from grader.model import SOURCE_LIMIT, Reason, RunStatus, Value, clean
from grader.sandbox import frames, wire
from grader.sandbox.child import Exit
from grader.sandbox.zygote import CPU_SECONDS, OUT_OF_MEMORY_CODE

_NAMES_KEPT = 40
_REASONS = {
    frames.FAULT: Reason.RAISED,
    frames.SYNTAX: Reason.SYNTAX,
    frames.MISSING: Reason.MISSING_ENTRY_POINT,
    frames.SIGNATURE: Reason.BAD_SIGNATURE,
    frames.EXITED: Reason.EXITED,
    frames.TOO_LARGE: Reason.TOO_LARGE,
}


@dataclass(frozen=True, slots=True)
class Said:
    """What the child tells of a fault; all of it is hostile text, made harmless and cut to length.

    Attributes:
        type_name: the exception's class name.
        line: the line of the submitted file, from 1, or None.
        names: top-level names that the file defined (for a missing entry point).
        classes: those among them that hold the entry point as a method.
        signature: the entry point's own signature, when it cannot take the arguments.
    """

    type_name: str = ""
    message: str = ""
    line: int | None = None
    trace: str = ""
    names: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fact from the sandbox.

    Attributes:
        status: what happened; anything but OK and RAISED means that the child is gone.
        reason: finer than the status, or None.
        value: what the function returned, when the status is OK.
        changed: positions of the arguments that the call changed in place.
        converted: whether an array came in foreign byte order.
        seconds: wall time from asking for the answer to having it.
        stdout: what was printed, within the limit; `stdout_cut` when there was more.
        signal: the signal that ended the child, or 0.
        exit_code: the code it left with, or 0.
    """

    status: RunStatus
    reason: Reason | None = None
    value: Value = None
    changed: tuple[int, ...] = ()
    converted: bool = False
    seconds: float = 0.0
    stdout: str = ""
    stdout_cut: bool = False
    said: Said = Said()
    signal: int = 0
    exit_code: int = 0

    def observe(self, seconds: float, stdout: str, *, cut: bool) -> Outcome:
        """The same fact with what was seen around it (written out: it is done for every case)."""
        return Outcome(
            self.status,
            self.reason,
            self.value,
            self.changed,
            self.converted,
            seconds,
            stdout,
            cut,
            self.said,
            self.signal,
            self.exit_code,
        )


def read_answer(payload: bytes) -> Outcome:
    """The outcome of an ANSWER frame; raises ProtocolError."""
    if len(payload) < frames.ANSWER_HEAD.size:
        raise ProtocolError("an answer without a head")
    mask, converted = frames.ANSWER_HEAD.unpack_from(payload)
    changed = tuple(bit for bit in range(32) if mask >> bit & 1) if mask else ()
    value = wire.decode(payload, frames.ANSWER_HEAD.size)
    return Outcome(RunStatus.OK, value=value, changed=changed, converted=bool(converted))


def read_fault(frame: frames.Frame) -> Outcome:
    """The outcome of any other frame that ends a request; raises ProtocolError."""
    if frame.kind == frames.TOO_LARGE:
        return Outcome(RunStatus.RAISED, Reason.TOO_LARGE)
    told = wire.decode(frame.payload)
    if not isinstance(told, dict):
        raise ProtocolError("a fault that tells nothing")
    if told.get("memory") is True and frame.kind != frames.SYNTAX:  # a parser's stack is no memory of the submission
        return Outcome(RunStatus.OUT_OF_MEMORY, Reason.MEMORY, said=_read_said(told))
    return Outcome(RunStatus.RAISED, _REASONS[frame.kind], said=_read_said(told))


def explain_end(exit_: Exit, *, lingered: bool) -> Outcome:
    """Why a child ended without an answer; `lingered` when it closed its pipe and was killed for staying.

    One that was about to end all the same, slowly on a busy machine, tells by its own status.
    """
    if lingered and exit_.signal == signal.SIGKILL:
        return Outcome(RunStatus.KILLED, Reason.EXITED)
    if exit_.code == OUT_OF_MEMORY_CODE:
        return Outcome(RunStatus.OUT_OF_MEMORY, Reason.MEMORY)
    if not exit_.signal:
        return Outcome(RunStatus.KILLED, Reason.EXITED, exit_code=exit_.code)
    if exit_.signal == signal.SIGSYS:
        return Outcome(RunStatus.VIOLATED, Reason.SYSCALL, signal=exit_.signal)
    if exit_.signal == signal.SIGXCPU or exit_.cpu_seconds >= CPU_SECONDS:
        return Outcome(RunStatus.TIMED_OUT, Reason.SUBMISSION, signal=exit_.signal)
    if exit_.signal == signal.SIGKILL:  # nobody here sent it: the kernel ran out of memory
        return Outcome(RunStatus.OUT_OF_MEMORY, Reason.MEMORY, signal=exit_.signal)
    return Outcome(RunStatus.KILLED, Reason.CRASHED, signal=exit_.signal)


def _read_said(told: dict[str, Value]) -> Said:
    """Pick the known fields by exact type; whatever else a child says is left out."""
    line = told.get("line")
    return Said(
        type_name=_name(told.get("type"), 100),
        message=_lines(told.get("message"), 1000),
        line=line if type(line) is int and 0 < line <= SOURCE_LIMIT else None,
        trace=_lines(told.get("trace"), 3000),
        names=_names(told.get("found")),
        classes=_names(told.get("classes")),
        signature=_name(told.get("signature"), 300),
    )


def _names(value: Value) -> tuple[str, ...]:
    return tuple(_name(item, 100) for item in value[:_NAMES_KEPT]) if isinstance(value, list) else ()


def _name(value: Value, limit: int) -> str:
    """A text that has to stand on one line."""
    return clean(value[:limit], kept="") if isinstance(value, str) else ""


def _lines(value: Value, limit: int) -> str:
    return clean(value[:limit].replace("\r\n", "\n")) if isinstance(value, str) else ""
