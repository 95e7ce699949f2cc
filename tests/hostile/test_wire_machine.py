"""The judge's end of the pipes against a child that says anything at any time: a machine of right and wrong moves.

Whatever comes, `Run.receive` gives an `Outcome`, raises nothing, is back soon after its deadline, and allocates no more
than the frame states (which is checked first) or than came.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from grader.model import Reason, RunStatus, Value
from grader.sandbox import Outcome, frames, wire
from grader.sandbox.uids import UidLease
from grader.sandbox.zygote import Zygote
from tests.hostile.puppet import ANSWER_FD, FIXED_BYTES, GRACE, Received, answer, ask, framed, puppet, received

SOON, LONG = 0.1, 5.0
"""Seconds: how long is waited for what never comes, and for what comes at once."""
ZYGOTES: list[Zygote] = []
WRONG_KINDS = (0, frames.READY, frames.SYNTAX, frames.MISSING, frames.SIGNATURE, 9, 255)
GOES_ON = (RunStatus.OK, RunStatus.RAISED)
VALUES = st.one_of(
    st.floats(allow_nan=False), st.integers(-(2**70), 2**70), st.text(max_size=20), st.booleans(), st.none()
)
FRAMES = st.integers(0, 2**32 - 1).map(answer) | st.builds(
    framed, st.integers(0, 255), st.integers(0, 3), st.binary(max_size=60), st.none() | st.integers(0, 2**64 - 1)
)
QUIETLY = settings(deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module", autouse=True)
def zygote() -> Iterator[Zygote]:
    """One warm process for all; nobody judges with it, so it is not replaced after a violation."""
    with UidLease() as lease:
        ZYGOTES.append(Zygote(7_000, lease.uid))
        yield ZYGOTES[0]
        ZYGOTES.pop().close()


def checked(came: Received, seconds: float, allowed: int = 0) -> Outcome:
    """What holds of every receive."""
    assert type(came.outcome) is Outcome
    assert came.seconds <= seconds + GRACE, came.outcome
    assert came.peak <= FIXED_BYTES + 3 * allowed, came.outcome
    return came.outcome


class Conversation(RuleBasedStateMachine):
    """One child after another; each is led through right answers until a wrong move ends it."""

    @initialize()
    def begin(self) -> None:
        self._open = puppet(ZYGOTES[0])
        self.run = self._open.__enter__()
        self.sequence = 0

    def teardown(self) -> None:
        if hasattr(self, "_open"):
            self._open.__exit__(None, None, None)

    def ask(self, *deeds: tuple[object, ...]) -> None:
        self.sequence += 1
        ask(self.run, self.sequence, *deeds)

    def told(self, seconds: float, *deeds: tuple[object, ...]) -> Outcome:
        """Ask, and receive what comes of it."""
        violated = self.run.violated
        self.ask(*deeds)
        came = checked(received(self.run, self.sequence, seconds), seconds)
        assert self.run.alive == (came.status in GOES_ON)
        assert self.run.violated == (violated or came.status is RunStatus.VIOLATED)
        return came

    @precondition(lambda self: not self.run.alive)
    @rule()
    def start_again(self) -> None:
        self.teardown()
        self.begin()

    @precondition(lambda self: self.run.alive)
    @rule(value=VALUES)
    def answer(self, value: Value) -> None:
        came = self.told(LONG, ("write", answer(self.sequence + 1, value).hex()))
        assert (came.status, came.value) == (RunStatus.OK, value)

    @precondition(lambda self: self.run.alive)
    @rule()
    def answer_in_drops(self) -> None:
        came = self.told(LONG, ("drip", answer(self.sequence + 1).hex(), 0.0005))
        assert (came.status, came.value) == (RunStatus.OK, 1.5)

    @precondition(lambda self: self.run.alive)
    @rule(kind=st.sampled_from([frames.FAULT, frames.EXITED]), told=st.dictionaries(st.text(max_size=8), VALUES))
    def fault(self, kind: int, told: dict[str, Value]) -> None:
        came = self.told(LONG, ("write", framed(kind, self.sequence + 1, wire.encode(told)).hex()))
        assert came.status in (RunStatus.RAISED, RunStatus.OUT_OF_MEMORY)

    @precondition(lambda self: self.run.alive)
    @rule()
    def two_requests_before_the_first_answer(self) -> None:
        first = self.sequence + 1
        self.ask(("write", answer(first, "first").hex()))
        self.ask(("write", answer(first + 1, "second").hex()))
        both = [checked(received(self.run, number, LONG), LONG) for number in (first, first + 1)]
        assert [came.value for came in both] == ["first", "second"]

    @precondition(lambda self: self.run.alive)
    @rule(cut=st.integers(0, 30))
    def stop_short_and_wait(self, cut: int) -> None:
        came = self.told(SOON, ("write", answer(self.sequence + 1)[:cut].hex()), ("hang",))
        assert (came.status, came.reason) == (RunStatus.TIMED_OUT, Reason.CASE)

    @precondition(lambda self: self.run.alive)
    @rule(cut=st.integers(0, 20), code=st.integers(0, 255).filter(lambda code: code != 71))
    def stop_short_and_leave(self, cut: int, code: int) -> None:
        came = self.told(LONG, ("write", answer(self.sequence + 1)[:cut].hex()), ("exit", code))
        assert (came.status, came.reason, came.exit_code) == (RunStatus.KILLED, Reason.EXITED, code)

    @precondition(lambda self: self.run.alive)
    @rule()
    def close_the_pipe_and_stay(self) -> None:
        came = self.told(SOON, ("close", ANSWER_FD), ("hang",))
        assert (came.status, came.reason) == (RunStatus.KILLED, Reason.EXITED)

    @precondition(lambda self: self.run.alive)
    @rule()
    def answer_too_slowly(self) -> None:
        came = self.told(SOON, ("drip", answer(self.sequence + 1).hex(), 0.02))
        assert came.status is RunStatus.TIMED_OUT

    @precondition(lambda self: self.run.alive)
    @rule(size=st.integers(frames.PAYLOAD_LIMIT + 1, 2**64 - 1))
    def claim_more_than_may_be(self, size: int) -> None:
        came = self.told(LONG, ("write", framed(frames.ANSWER, self.sequence + 1, b"", size).hex()))
        assert (came.status, came.reason) == (RunStatus.VIOLATED, Reason.PROTOCOL)

    @precondition(lambda self: self.run.alive)
    @rule(size=st.integers(1, frames.PAYLOAD_LIMIT))
    def claim_more_than_comes(self, size: int) -> None:
        came = self.told(SOON, ("write", framed(frames.ANSWER, self.sequence + 1, b"", size).hex()), ("hang",))
        assert came.status is RunStatus.TIMED_OUT

    @precondition(lambda self: self.run.alive)
    @rule(kind=st.sampled_from(WRONG_KINDS))
    def answer_with_another_kind(self, kind: int) -> None:
        came = self.told(LONG, ("write", framed(kind, self.sequence + 1, wire.encode({})).hex()))
        assert (came.status, came.reason) == (RunStatus.VIOLATED, Reason.PROTOCOL)

    @precondition(lambda self: self.run.alive)
    @rule(offset=st.integers(1, 2**32 - 1))
    def answer_another_request(self, offset: int) -> None:
        came = self.told(LONG, ("write", answer((self.sequence + 1 + offset) % 2**32).hex()))
        assert (came.status, came.reason) == (RunStatus.VIOLATED, Reason.PROTOCOL)

    @precondition(lambda self: self.run.alive)
    @rule(count=st.integers(2, 5), together=st.booleans())
    def answer_several_that_were_asked_for_at_once(self, count: int, together: bool) -> None:  # noqa: FBT001  drawn
        right = [answer(self.sequence + place) for place in range(1, count + 1)]
        for place, one in enumerate(right, start=1):
            ask(self.run, self.sequence + place, ("write", one.hex()))
        size = len(b"".join(right))
        if together:
            assert self.run.await_answers(size, LONG)
            assert self.run.peek(0) == b"".join(right)
            self.run.accept(size, count)
            self.sequence += count
            return
        for _ in right:
            self.sequence += 1
            assert self.run.receive(self.sequence, LONG, Reason.CASE).status is RunStatus.OK

    @precondition(lambda self: self.run.alive)
    @rule(more=st.binary(min_size=1, max_size=40))
    def say_more_than_was_asked(self, more: bytes) -> None:
        came = self.told(LONG, ("write", (answer(self.sequence + 1) + more).hex()))
        assert (came.status, came.reason) == (RunStatus.VIOLATED, Reason.PROTOCOL)

    @precondition(lambda self: self.run.alive)
    @rule()
    def answer_the_next_request_ahead(self) -> None:
        """The bytes come after the answer was received and before the next request was sent."""
        ahead = answer(self.sequence + 2).hex()
        came = self.told(LONG, ("write", answer(self.sequence + 1).hex()), ("sleep", 0.005), ("write", ahead))
        if came.status is RunStatus.VIOLATED:  # it was quicker than the judge
            return
        assert came.status is RunStatus.OK
        self.run._exchange._poll.poll(1000)
        came = self.told(LONG, ("write", ahead))
        assert (came.status, came.reason) == (RunStatus.VIOLATED, Reason.PROTOCOL)

    @precondition(lambda self: self.run.alive)
    @rule()
    def print_without_end(self) -> None:
        came = self.told(LONG, ("show", 40 << 20), ("write", answer(self.sequence + 1).hex()))
        assert (came.status, came.reason) == (RunStatus.OUTPUT_OVERFLOW, Reason.STDOUT)

    @precondition(lambda self: self.run.alive)
    @rule()
    def answer_without_end(self) -> None:
        came = self.told(LONG, ("fill", 200 << 20))
        assert (came.status, came.reason) == (RunStatus.VIOLATED, Reason.PROTOCOL)

    @precondition(lambda self: self.run.alive)
    @rule(data=st.binary(max_size=80))
    def say_anything(self, data: bytes) -> None:
        came = self.told(SOON, ("write", data.hex()), ("exit", 0))
        assert came.status is not RunStatus.OK


class TestConversation(Conversation.TestCase):  # type: ignore[misc,name-defined]
    settings = settings(QUIETLY, max_examples=20, stateful_step_count=15)


@pytest.mark.slow
class TestLongConversations(Conversation.TestCase):  # type: ignore[misc,name-defined]
    settings = settings(QUIETLY, max_examples=70, stateful_step_count=40)


def said(zygote: Zygote, data: bytes, end: tuple[object, ...]) -> Outcome:
    """What comes of a first answer of these bytes."""
    with puppet(zygote) as run:
        ask(run, 1, ("write", data.hex()), end)
        return checked(received(run, 1, SOON), SOON, len(data))


@pytest.mark.slow
@settings(QUIETLY, max_examples=3000)
@given(frame=FRAMES, place=st.integers(0, 200), byte=st.integers(0, 255), more=st.binary(max_size=8))
def test_a_mutated_frame_raises_nothing(zygote: Zygote, frame: bytes, place: int, byte: int, more: bytes):
    place %= len(frame)
    data = frame[:place] + bytes((byte,)) + frame[place + 1 :] + more
    came = said(zygote, data, ("exit", 0))
    assert came.status in (*GOES_ON, RunStatus.VIOLATED, RunStatus.KILLED, RunStatus.OUT_OF_MEMORY)


@pytest.mark.slow
@settings(QUIETLY, max_examples=1000)
@given(data=st.binary(max_size=400))
def test_random_bytes_raise_nothing(zygote: Zygote, data: bytes):
    assert said(zygote, data, ("exit", 0)).status in (RunStatus.VIOLATED, RunStatus.KILLED)


def test_the_largest_answer_costs_a_small_multiple_of_itself(zygote: Zygote):
    size = 8 << 20
    with puppet(zygote) as run:
        head = frames.ANSWER_HEAD.pack(0, 0) + b"A" + bytes((11, 1)) + (size // 8).to_bytes(8, "little")
        start = framed(frames.ANSWER, 1, head, len(head) + size)
        ask(run, 1, ("write", start.hex()), ("fill", size))
        came = checked(received(run, 1, LONG), LONG, len(head) + size)
    assert np.array_equal(came.value, np.zeros(size // 8))


def test_the_submission_s_own_deadline_comes_first(zygote: Zygote):
    with puppet(zygote, seconds=0.5) as run:
        ask(run, 1, ("hang",))
        came = checked(received(run, 1, LONG), 0.5)
    assert (came.status, came.reason) == (RunStatus.TIMED_OUT, Reason.SUBMISSION)
