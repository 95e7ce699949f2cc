"""What is known of a problem before any submission. Nothing of it is kept here: whoever prepares a problem owns it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.diagnosis import MistakeTable
from grader.judge.function_properties import PreparedProperty
from grader.judge.own_programs import LEAST_SECONDS, Call
from grader.model import Limits, Problem, TestCase, Value


@dataclass(frozen=True, slots=True)
class PreparedCase:
    """A case and all that is computed of it before any submission.

    Attributes:
        case: the case, with all of its inputs.
        payload: its inputs as the wire carries them.
        expected: what the reference returns.
        index: its index among all cases.
        auto_seconds: the wall time that `auto` gives a submission, taken from the reference's own.
        others: what is right as well.
        properties: what must hold of the function, with its further calls.
    """

    case: TestCase
    payload: bytes
    expected: Value
    index: int = 0
    auto_seconds: float = LEAST_SECONDS
    others: tuple[Value, ...] = ()
    properties: tuple[PreparedProperty, ...] = ()

    @property
    def answers(self) -> tuple[Value, ...]:
        """Every right answer, the reference's first."""
        return (self.expected, *self.others)

    def call(self, limits: Limits) -> Call:
        """The call that a submission gets."""
        return Call(self.payload, self.auto_seconds if limits.wall_seconds is None else limits.wall_seconds)


@dataclass(frozen=True, slots=True)
class PreparedPool:
    """The prepared cases of one pool, of which a submission gets `count`."""

    cases: tuple[PreparedCase, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Examples:
    """What the page of a problem shows before any run.

    Attributes:
        expected: the reference's answers, one for each of `problem.samples`.
        worked: named values for the prose: what `worked` returns on the first sample, its inputs by argument name,
            and the reference's answer as `expected`.
    """

    expected: tuple[Value, ...]
    worked: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A problem that submissions can be judged on.

    Attributes:
        problem: the problem as it was read; inputs that a program makes are in the pools alone.
        pools: its cases with all that is computed of them, in the order of the problem's pools.
        table: what the known mistakes do on them; None while that was not looked at.
        examples: what the problem's page shows; None while it was not computed.
        diagnosed: whether submissions are told what is wrong beyond each case's message.
    """

    problem: Problem
    pools: tuple[PreparedPool, ...]
    table: MistakeTable | None = None
    examples: Examples | None = None
    diagnosed: bool = True

    @property
    def items(self) -> tuple[PreparedCase, ...]:
        """Every case of every pool."""
        return tuple(item for pool in self.pools for item in pool.cases)
