"""Frames and exits turned into facts."""

from __future__ import annotations

import signal
import struct

import pytest

from grader.errors import ProtocolError
from grader.model import SOURCE_LIMIT, Reason, RunStatus, Value
from grader.sandbox import frames, wire
from grader.sandbox.child import Exit
from grader.sandbox.outcome import Said, explain_end, read_answer, read_fault
from grader.sandbox.zygote import CPU_SECONDS, OUT_OF_MEMORY_CODE


def told(kind: int = frames.FAULT, **fields: Value) -> frames.Frame:
    """A frame in which a child tells of a fault."""
    return frames.Frame(kind, 1, wire.encode(fields))


def test_an_answer_carries_value_changes_and_conversion():
    outcome = read_answer(frames.ANSWER_HEAD.pack(0b101, 1) + b"T")
    assert (outcome.status, outcome.value, outcome.changed, outcome.converted) == (RunStatus.OK, True, (0, 2), True)


@pytest.mark.parametrize(
    "payload", [b"", b"\0\0\0\0", frames.ANSWER_HEAD.pack(0, 0), frames.ANSWER_HEAD.pack(0, 0) + b"?"]
)
def test_an_answer_that_is_none_is_a_protocol_error(payload: bytes):
    with pytest.raises(ProtocolError):
        read_answer(payload)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (frames.FAULT, Reason.RAISED),
        (frames.SYNTAX, Reason.SYNTAX),
        (frames.MISSING, Reason.MISSING_ENTRY_POINT),
        (frames.SIGNATURE, Reason.BAD_SIGNATURE),
        (frames.EXITED, Reason.EXITED),
    ],
)
def test_each_kind_of_fault_has_its_reason(kind: int, reason: Reason):
    assert (read_fault(told(kind)).status, read_fault(told(kind)).reason) == (RunStatus.RAISED, reason)


def test_an_answer_too_large_needs_no_payload():
    assert read_fault(frames.Frame(frames.TOO_LARGE, 1, b"")).reason is Reason.TOO_LARGE


def test_lack_of_memory_is_a_status_but_not_of_the_parser():
    assert read_fault(told(memory=True)).status is RunStatus.OUT_OF_MEMORY
    assert read_fault(told(frames.SYNTAX, memory=True)).reason is Reason.SYNTAX
    assert read_fault(told(memory=1)).status is RunStatus.RAISED


@pytest.mark.parametrize("payload", [b"N", b"L\0\0\0\0", b"", b"?"])
def test_a_fault_that_tells_nothing_is_a_protocol_error(payload: bytes):
    with pytest.raises(ProtocolError):
        read_fault(frames.Frame(frames.FAULT, 1, payload))


def test_what_is_said_is_picked_by_exact_type_and_cut():
    said = read_fault(told(type="E" * 500, message="m" * 5000, trace="t" * 9000, signature="s" * 900, line=7)).said
    lengths = [len(text) for text in (said.type_name, said.message, said.trace, said.signature)]
    assert lengths == [100, 1000, 3000, 300]
    assert said.line == 7
    said = read_fault(
        told(type=1, message=None, trace=[], line=True, found="x", classes={"a": 1}, verdict="accepted")
    ).said
    assert said == Said()


@pytest.mark.parametrize("line", [0, -1, SOURCE_LIMIT + 1, 10**30, 1.0, "7", True])
def test_a_line_that_no_file_has_is_left_out(line: Value):
    assert read_fault(told(line=line)).said.line is None


def test_names_are_cut_in_number_and_length():
    said = read_fault(told(found=["n" * 300] * 99, classes=["ok", 3])).said
    assert (len(said.names), len(said.names[0]), said.classes) == (40, 100, ("ok", ""))


def test_control_characters_are_made_harmless():
    assert read_fault(told(message="\x1b[2J\0\u202e")).said.message == "\\u001b[2J\\u0000\\u202e"


def exited(code: int = 0, number: int = 0, cpu: float = 0.0) -> Exit:
    """How a child ended, by code or by signal."""
    return Exit(code << 8 | number, cpu, 0)


@pytest.mark.parametrize(
    ("exit_", "status", "reason"),
    [
        (exited(0), RunStatus.KILLED, Reason.EXITED),
        (exited(3), RunStatus.KILLED, Reason.EXITED),
        (exited(OUT_OF_MEMORY_CODE), RunStatus.OUT_OF_MEMORY, Reason.MEMORY),
        (exited(number=signal.SIGSEGV), RunStatus.KILLED, Reason.CRASHED),
        (exited(number=signal.SIGABRT), RunStatus.KILLED, Reason.CRASHED),
        (exited(number=signal.SIGSYS), RunStatus.VIOLATED, Reason.SYSCALL),
        (exited(number=signal.SIGXCPU), RunStatus.TIMED_OUT, Reason.SUBMISSION),
        (exited(number=signal.SIGKILL), RunStatus.OUT_OF_MEMORY, Reason.MEMORY),
        (exited(number=signal.SIGKILL, cpu=CPU_SECONDS + 1.0), RunStatus.TIMED_OUT, Reason.SUBMISSION),
    ],
)
def test_how_a_child_ended(exit_: Exit, status: RunStatus, reason: Reason):
    outcome = explain_end(exit_, lingered=False)
    assert (outcome.status, outcome.reason) == (status, reason)


def test_a_child_that_closed_its_pipe_and_stayed_was_killed_by_us():
    assert explain_end(exited(number=signal.SIGKILL), lingered=True).reason is Reason.EXITED


def test_a_child_that_was_slow_to_end_tells_by_its_own_status():
    assert explain_end(exited(code=OUT_OF_MEMORY_CODE), lingered=True).reason is Reason.MEMORY
    assert explain_end(exited(number=signal.SIGSYS), lingered=True).reason is Reason.SYSCALL


def test_the_header_of_an_answer_is_what_the_child_packs():
    assert struct.Struct("<IB").format == frames.ANSWER_HEAD.format
