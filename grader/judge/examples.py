"""What the page of a problem shows before any run: the answers to the samples, and named values for the prose."""

from __future__ import annotations

from collections.abc import Mapping

from grader.checkers import Context, compare
from grader.errors import UnfitProblemError
from grader.judge.calls import WORKED
from grader.judge.own_programs import authors_call, describe_outcome, run_program
from grader.judge.prepared import Examples, Prepared
from grader.judge.prepared_case import PreparedCase
from grader.model import Problem, Program, RunStatus, Value
from grader.sandbox import Sandbox


def work_examples(prepared: Prepared, sandbox: Sandbox) -> Examples:
    """The answers to the samples and the worked values; raises UnfitProblemError."""
    problem, first = prepared.problem, _samples(prepared)[0]
    named = {} if problem.worked is None else _work(problem, problem.worked, first, sandbox)
    return examples_with(prepared, named)


def examples_with(prepared: Prepared, named: Mapping[str, Value]) -> Examples:
    """The examples, given what `worked` returned."""
    samples = _samples(prepared)
    first = samples[0]
    return Examples(
        tuple(item.expected for item in samples), {**first.case.inputs, "expected": first.expected, **named}
    )


def _samples(prepared: Prepared) -> list[PreparedCase]:
    return [item for item in prepared.items if not item.case.hidden]


def _work(problem: Problem, program: Program, first: PreparedCase, sandbox: Sandbox) -> dict[str, Value]:
    """Run `worked` on the first sample, and hold its result against the reference's."""
    [named] = run_program(problem, program, [authors_call(first.payload, problem.limits)], sandbox, WORKED)
    if named.status is not RunStatus.OK or not isinstance(named.value, dict):
        raise UnfitProblemError(f"{program.id}: must return a dict of named values: {describe_outcome(named)}")
    if "result" not in named.value:
        raise UnfitProblemError(f"{program.id}: must return a dict with the key 'result', the reference's answer")
    context = Context(problem.tolerance, first.case.dims, hidden=False)
    difference = compare(first.expected, named.value["result"], problem.returns, context)
    if difference is not None:
        raise UnfitProblemError(f"{program.id}: its result is not what the reference returns: {difference.message}")
    return named.value
