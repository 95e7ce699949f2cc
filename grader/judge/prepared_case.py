"""One case with all that is computed of it before any submission."""

from __future__ import annotations

from dataclasses import dataclass

from grader.judge.function_properties import PreparedProperty
from grader.judge.own_programs import LEAST_SECONDS, Call
from grader.judge.templates import AnswerTemplate
from grader.model import Limits, TestCase, Value


@dataclass(frozen=True, slots=True)
class PreparedCase:
    """A case and all that is computed of it before any submission.

    Attributes:
        case: the case, with all of its inputs.
        payload: its inputs as the wire carries them.
        expected: what the reference returns.
        index: its index in `Prepared.items`; None where it is drawn for one submission.
        auto_seconds: the wall time that `auto` gives a submission, taken from the reference's own.
        others: what is right as well.
        properties: what must hold of the function, with its further calls.
        drawn: whether it is drawn for one submission, and never met again.
        template: how its right answer looks on the wire; None where that needs a closer look.
    """

    case: TestCase
    payload: bytes
    expected: Value
    index: int | None = None
    auto_seconds: float = LEAST_SECONDS
    others: tuple[Value, ...] = ()
    properties: tuple[PreparedProperty, ...] = ()
    drawn: bool = False
    template: AnswerTemplate | None = None

    @property
    def answers(self) -> tuple[Value, ...]:
        """Every right answer, the reference's first."""
        return (self.expected, *self.others)

    def call(self, limits: Limits) -> Call:
        """The call that a submission gets."""
        return Call(self.payload, self.auto_seconds if limits.wall_seconds is None else limits.wall_seconds)
