"""Further calls of a function, one at a time in the child that answered a case, to see whether it has a property."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from grader.checkers import Context, Difference
from grader.checkers.relations import circumstances, state_rule, well_formed
from grader.judge.function_properties import PreparedProperty, property_difference
from grader.judge.own_programs import Call
from grader.judge.prepared_case import PreparedCase
from grader.model import Problem, Reason, RunStatus, Value
from grader.sandbox import Outcome, Run, frames

_FIRST_NUMBER = 1 << 20
"""Requests for cases are numbered from 1; those for properties lie far beyond."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A property that does not hold: by its answers, or because a further call gave none.

    Attributes:
        difference: what the answers miss, or None.
        outcome: the call that gave no answer, or None.
        circumstances: how the function was called then.
        rule: what must hold, in words that depend on the problem alone.
    """

    difference: Difference | None = None
    outcome: Outcome | None = None
    circumstances: str = ""
    rule: str = ""


@dataclass(slots=True)
class FurtherCalls:
    """Makes the further calls of a submission's cases in its child, each once the case itself was answered."""

    problem: Problem
    run: Run
    _numbers: Iterator[int] = field(default_factory=lambda: count(_FIRST_NUMBER))

    def find_missed(self, item: PreparedCase, outcome: Outcome) -> Missed | None:
        """The first property that does not hold, or None; a function whose answer has another form is not called again.

        Args:
            item: the case.
            outcome: what the case itself came to.
        """
        if not item.properties or outcome.status is not RunStatus.OK:
            return None
        context = Context(self.problem.tolerance, item.case.dims)
        if not any(well_formed(right, outcome.value, self.problem.returns, context) for right in item.answers):
            return None
        found = (self._check(one, item, outcome.value) for one in item.properties)
        return next((missed for missed in found if missed is not None), None)

    def _check(self, one: PreparedProperty, item: PreparedCase, answer: Value) -> Missed | None:
        """How one property does not hold, or None."""
        answers = [answer]
        for payload in one.payloads:
            outcome = self._call(Call(payload, item.call(self.problem.limits).seconds))
            if outcome.status is not RunStatus.OK:
                return Missed(outcome=outcome, circumstances=circumstances(one.asked.relation))
            answers.append(outcome.value)
        difference = property_difference(self.problem, item.case.dims, one, answers)
        return Missed(difference, rule=state_rule(one.asked.relation)) if difference is not None else None

    def _call(self, call: Call) -> Outcome:
        number = next(self._numbers)
        self.run.send(frames.request(frames.CALL, number, call.payload))
        return self.run.receive(number, call.seconds, Reason.CASE)
