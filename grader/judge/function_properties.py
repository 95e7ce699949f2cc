"""Properties of the student's own function: its further calls, prepared before any submission."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.checkers import Context, Difference
from grader.checkers.relations import Asked, ask, circumstances, relation_difference, with_reference
from grader.checkers.relations.asked import part_of
from grader.errors import UnfitProblemError
from grader.judge.own_programs import authors_call, describe_outcome, run_program
from grader.model import Problem, RunStatus, SpecialCase, TestCase, Value
from grader.sandbox import Outcome, Sandbox, wire

GIVES = "gives"


@dataclass(frozen=True, slots=True)
class PreparedProperty:
    """A property on one case: what is asked, and the inputs of each further call as the wire carries them."""

    asked: Asked
    payloads: tuple[bytes, ...]


def prepare_properties(
    problem: Problem, cases: Sequence[TestCase], expected: Sequence[Value], sandbox: Sandbox
) -> list[tuple[PreparedProperty, ...]]:
    """The properties of each case, each of which holds for the reference.

    Raises:
        UnfitProblemError: a case is none for its property, or the reference misses it.
    """
    asked = [[ask_property(problem, case, index) for index in range(len(case.relations))] for case in cases]
    flat = [one.payloads for row in asked for one in row]
    if not flat:
        return [()] * len(cases)
    calls = [authors_call(payload, problem.limits) for payloads in flat for payload in payloads]
    answers = iter(run_program(problem, problem.reference, calls, sandbox))
    found = []
    for case, row, value in zip(cases, asked, expected, strict=True):
        ready = (
            _with_given(problem, case, one, (value, [next(answers) for _ in one.payloads]), sandbox) for one in row
        )
        found.append(tuple(ready))
    return found


def ask_property(problem: Problem, case: TestCase, index: int) -> PreparedProperty:
    """One property of a case as it follows from the case alone; raises UnfitProblemError."""
    try:
        asked = ask(case.relations[index], case.inputs, problem.arguments, case.dims)
    except UnfitProblemError as error:
        raise UnfitProblemError(f"the case {case.name!r}: {error}") from error
    return PreparedProperty(asked, tuple(wire.encode(tuple(one.values()), case.layout) for one in asked.inputs))


def _with_given(
    problem: Problem, case: TestCase, one: PreparedProperty, seen: tuple[Value, list[Outcome]], sandbox: Sandbox
) -> PreparedProperty:
    """A property with what its formula gives, once it is sure that the reference has it."""
    value, further = seen
    where = f"{problem.reference.id} on the case {case.name!r}"
    for outcome in further:
        if outcome.status is not RunStatus.OK:
            raise UnfitProblemError(
                f"{where}: {circumstances(one.asked.relation)}, it fails: {describe_outcome(outcome)}"
            )
    answers = [value, *(outcome.value for outcome in further)]
    if isinstance(one.asked.relation, SpecialCase):
        given = _given(problem, case, one, answers[1], sandbox)
        one = replace(one, asked=replace(one.asked, given=given))
    one = replace(one, asked=with_reference(one.asked, answers, problem.returns))
    missed = property_difference(problem, case.dims, one, answers)
    if missed is not None:
        raise UnfitProblemError(f"{where}: it misses a property: {missed.message}")
    return one


def _given(problem: Problem, case: TestCase, one: PreparedProperty, answer: Value, sandbox: Sandbox) -> Value:
    """What the author's formula gives, stretched to the shape of the reference's part."""
    relation = one.asked.relation
    assert isinstance(relation, SpecialCase)  # noqa: S101  asked for special cases alone
    calls = [authors_call(payload, problem.limits) for payload in one.payloads]
    [outcome] = run_program(problem, relation.gives, calls, sandbox, GIVES)
    if outcome.status is not RunStatus.OK:
        raise UnfitProblemError(f"`gives` on the case {case.name!r}: it fails: {describe_outcome(outcome)}")
    part = part_of(answer, problem.returns, relation.part)
    wanted: Any = part[0] if part else None
    if isinstance(wanted, np.ndarray) and isinstance(outcome.value, np.ndarray | np.generic | float | int):
        try:
            return np.array(np.broadcast_to(outcome.value, wanted.shape), dtype=wanted.dtype)
        except ValueError:
            told_shape = f"`gives` has shape {np.shape(outcome.value)}, the answer {wanted.shape}"
            raise UnfitProblemError(f"the case {case.name!r}: {told_shape}") from None
    return outcome.value


def property_difference(
    problem: Problem, dims: Mapping[str, int], one: PreparedProperty, answers: Sequence[Value]
) -> Difference | None:
    """How the answers to a case and to each further call miss a property, or None."""
    return relation_difference(one.asked, answers, problem.returns, Context(problem.tolerance, dims))
