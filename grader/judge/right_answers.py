"""What answers are held against, beyond one run of the reference: all right answers, and draws of another seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from grader.checkers import Context, check_expected, compare, compare_any
from grader.errors import UnfitProblemError
from grader.judge.own_programs import Call, authors_call, describe_outcome, run_program
from grader.model import ArraySpec, DictSpec, Problem, Program, RunStatus, Seeded, SequenceSpec, Spec, TestCase, Value
from grader.sandbox import Outcome, Sandbox, wire

ANY_OF = "any_of"
"""What the function is called that lists every right answer."""

ANSWERS_LIMIT = 256
"""Most right answers to one case: eight signs that are free."""

_OTHER_SEED = 0x9E37_79B9_7F4A_7C15
_SEEDS = 1 << 63


def find_other_answers(
    problem: Problem, cases: Sequence[TestCase], calls: Sequence[Call], expected: Sequence[Value], sandbox: Sandbox
) -> list[tuple[Value, ...]]:
    """For each case the right answers beside the reference's; nothing where the problem has but one.

    Raises:
        UnfitProblemError: `any_of` fails, gives something else than a list of answers, or leaves out the reference's.
    """
    if problem.any_of is None:
        return [()] * len(cases)
    given = run_program(problem, problem.any_of, calls, sandbox, ANY_OF)
    return [_others(problem, case, one, answer) for case, one, answer in zip(cases, given, expected, strict=True)]


def _others(problem: Problem, case: TestCase, outcome: Outcome, expected: Value) -> tuple[Value, ...]:
    """The right answers that are not the reference's, each of the declared form."""
    where = f"{ANY_OF} on the case {case.name!r}"
    answers = outcome.value
    if outcome.status is not RunStatus.OK:
        raise UnfitProblemError(f"{where}: it fails: {describe_outcome(outcome)}")
    if not isinstance(answers, list) or not 0 < len(answers) <= ANSWERS_LIMIT:
        raise UnfitProblemError(f"{where}: it must return a list of 1 to {ANSWERS_LIMIT} answers")
    context = Context(problem.tolerance, case.dims, hidden=False)
    try:
        for answer in answers:
            check_expected(answer, problem.returns, context)
        difference = compare_any(answers, expected, problem.returns, context)[1]
    except UnfitProblemError as error:
        raise UnfitProblemError(f"{where}: {error}") from error
    if difference is not None:
        raise UnfitProblemError(f"{where}: the reference's answer is not among them: {difference.message}")
    return tuple(answer for answer in answers if compare(expected, answer, problem.returns, context) is not None)


def replace_draws(
    problem: Problem, cases: Sequence[TestCase], expected: Sequence[Value], sandbox: Sandbox
) -> list[Value]:
    """The expected values, in which draws are those of another seed, so that they are independent of a submission's.

    Raises:
        UnfitProblemError: the reference fails there, or its own two samples differ by more than chance.
    """
    if not _has_draws(problem.returns):
        return list(expected)
    reference, limits = problem.reference, problem.limits
    payloads = [wire.encode(tuple(_reseed(case.inputs).values()), case.layout) for case in cases]
    again = run_program(problem, reference, [authors_call(payload, limits) for payload in payloads], sandbox)
    found = zip(cases, expected, again, strict=True)
    return [_check_other_draws(problem, reference, case, (value, outcome)) for case, value, outcome in found]


def _check_other_draws(problem: Problem, reference: Program, case: TestCase, pair: tuple[Value, Outcome]) -> Value:
    """One expected value with other draws, which must not differ from the first ones by more than chance."""
    first, outcome = pair
    where = f"{reference.id} on the case {case.name!r}, with another seed"
    if outcome.status is not RunStatus.OK:
        raise UnfitProblemError(f"{where}: it fails: {describe_outcome(outcome)}")
    context = Context(problem.tolerance, case.dims, hidden=False)
    try:
        check_expected(outcome.value, problem.returns, context)
        joined: Value = _join(first, outcome.value, problem.returns)
        difference = compare(joined, first, problem.returns, context)
    except UnfitProblemError as error:
        raise UnfitProblemError(f"{where}: {error}") from error
    if difference is not None:
        raise UnfitProblemError(f"{where}: its draws come from another distribution: {difference.message}")
    return joined


def _has_draws(spec: Spec) -> bool:
    """Whether any part of an answer holds draws."""
    if isinstance(spec, ArraySpec):
        return bool(spec.moments)
    if isinstance(spec, DictSpec):
        return any(map(_has_draws, spec.items.values()))
    return isinstance(spec, SequenceSpec) and any(map(_has_draws, spec.items))


def _reseed(inputs: Mapping[str, Value]) -> Mapping[str, Value]:
    """The inputs with other seeds."""
    return {
        name: replace(value, seed=(value.seed + _OTHER_SEED) % _SEEDS) if isinstance(value, Seeded) else value
        for name, value in inputs.items()
    }


def _join(first: Any, other: Any, spec: Spec) -> Any:
    """An answer in which the parts that hold draws are the other's."""
    if isinstance(spec, DictSpec):
        return {key: _join(first[key], other[key], item) for key, item in spec.items.items()}
    if isinstance(spec, SequenceSpec):
        items = [_join(one, two, item) for one, two, item in zip(first, other, spec.items, strict=True)]
        return tuple(items) if spec.kind == "tuple" else items
    drawn = isinstance(spec, ArraySpec) and bool(spec.moments)
    return other if drawn else first
