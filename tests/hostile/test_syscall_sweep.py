"""Every system call is made once, in a child behind all walls, and answered as `tests/data/syscalls.json` says.

There `allowed` means that the kernel's own handler ran, whatever it answered; an errno's name is what the filter
answers in its place. The arguments are harmless: -1 and zeros where nothing else is written. A few calls would end the
child or block it, so they are left out here, each with its reason; the filter's answer to them is tested in
`tests/unit/grader/child/test_seccomp.py` by an interpreter of the filter.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grader.model import Limits, Profile, Reason, RunStatus, Value
from grader.sandbox import Outcome, Run, Sandbox, frames, wire
from tests.hostile.alone import loaded
from tests.hostile.rows import child_module

TABLE = Path(__file__).resolve().parents[1] / "data" / "syscalls.json"
LAST = 470
BEYOND = range(LAST + 1, 1100)
SECONDS = 10.0
SKIPPED = {
    15: "rt_sigreturn takes a frame off the stack that is not there",
    34: "pause would wait for ever where it is allowed",
    58: "vfork shares the stack of its caller where it is allowed",
    60: "exit ends the thread",
    231: "exit_group ends the child",
    335: "uretprobe goes past every filter since Linux 6.14 and answers SIGILL to who is not probed",
    336: "uprobe, as above",
}
SWEEP = """
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
def sweep(calls):
    told = []
    for number, *arguments in calls:
        os.write(1, b"%d " % number)
        words = (*arguments, *[0] * (6 - len(arguments)))
        result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(word) for word in words])
        told.append('ok' if result != -1 else errno.errorcode.get(ctypes.get_errno(), '?'))
    return told
"""


@dataclass(frozen=True, slots=True)
class Call:
    """A row of the table: what each profile makes of the call with these arguments."""

    number: int
    name: str
    arguments: tuple[int, ...]
    expected: dict[Profile, str]


def _call(told: dict[str, Any]) -> Call:
    expected = {Profile.DEFAULT: told["expected"], Profile.STRICT: told.get("strict", told["expected"])}
    return Call(told["number"], told["name"], tuple(told.get("arguments", (-1,))), expected)


CALLS = [_call(told) for told in json.loads(TABLE.read_bytes())]
MADE = [call for call in CALLS if call.number not in SKIPPED]


def swept(sandbox: Sandbox, profile: Profile, calls: list[Call]) -> list[str]:
    """What the child is answered, call by call; fails with the call's name where it did not come back."""
    numbers: list[Value] = [[call.number, *call.arguments] for call in calls]
    with sandbox.open(Limits(SECONDS, SECONDS, 2 * SECONDS, profile=profile)) as run:
        came = made(run, numbers)
    if came.status is not RunStatus.OK:
        last = int(came.stdout.split()[-1]) if came.stdout else -1
        name = next((call.name for call in calls if call.number == last), "none")
        pytest.fail(f"call {last} ({name}) did not come back: {came.status} {came.reason} signal {came.signal}")
    assert isinstance(came.value, list)
    return [str(answer) for answer in came.value]


def made(run: Run, numbers: Value) -> Outcome:
    """Make the calls in a child."""
    came = loaded(run, SWEEP, "sweep")
    assert came.status is RunStatus.OK, came
    run.send(frames.request(frames.CALL, 1, wire.encode((numbers,))))
    return run.receive(1, SECONDS, Reason.CASE)


def complaints(calls: list[Call], answers: list[str], profile: Profile) -> Iterator[str]:
    """What is not as the table says, in words."""
    for call, answer in zip(calls, answers, strict=True):
        expected = call.expected[profile]
        as_told = answer != "EPERM" if expected == "allowed" else answer == expected
        if not as_told:
            yield (
                f"system call {call.number} ({call.name}) with {call.arguments}: {answer}, not {expected}."
                f" If that is so on purpose, say it in {TABLE.name} and in the filter's table of calls."
            )


@pytest.mark.parametrize("profile", Profile)
def test_every_call_is_answered_as_the_table_says(sandbox: Sandbox, profile: Profile):
    assert list(complaints(MADE, swept(sandbox, profile, MADE), profile)) == []


def test_numbers_that_no_kernel_had_yet_are_denied(sandbox: Sandbox):
    calls = [Call(number, "unknown", (), {Profile.DEFAULT: "EPERM"}) for number in BEYOND]
    assert list(complaints(calls, swept(sandbox, Profile.DEFAULT, calls), Profile.DEFAULT)) == []


def test_the_table_names_every_number_once():
    assert [call.number for call in CALLS] == list(range(LAST + 1))
    assert SKIPPED.keys() <= {call.number for call in CALLS}
    names = [call.name for call in CALLS if call.name != "unassigned"]
    assert len(set(names)) == len(names)


def test_the_table_and_the_filter_agree_on_what_is_allowed():
    seccomp = child_module("seccomp")
    answered_by_name = {"clone", "clone3", "ioctl", "fcntl"}
    for profile in Profile:
        listed = {number for number, _ in seccomp._rules(strict=profile is Profile.STRICT)}
        told = {call.number for call in CALLS if call.expected[profile] == "allowed" or call.name in answered_by_name}
        assert told == listed


@pytest.mark.parametrize("number", [0x40000000, 0x40000001, 0x40000000 + 257, -1])
def test_a_call_by_the_x32_numbers_ends_the_child(sandbox: Sandbox, number: int):
    with sandbox.open(Limits()) as run:
        came = made(run, [[number]])
    assert (came.status, came.reason) == (RunStatus.VIOLATED, Reason.SYSCALL)


def test_a_change_is_told_with_the_calls_name():
    calls = [call for call in CALLS if call.name in {"read", "ptrace"}]
    told = list(complaints(calls, ["EPERM", "ok"], Profile.DEFAULT))
    assert [sentence.split(":")[0] for sentence in told] == [
        "system call 0 (read) with (-1,)",
        "system call 101 (ptrace) with (-1,)",
    ]
