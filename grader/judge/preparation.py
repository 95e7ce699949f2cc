"""From a problem to what submissions are judged on: inputs encoded, expected values computed by its reference.

All of the problem's own programs are run in the same sandbox as any submission.
"""

from __future__ import annotations

from dataclasses import replace

from grader.checkers import Context, check_expected
from grader.errors import UnfitProblemError
from grader.judge.examples import work_examples
from grader.judge.function_properties import prepare_properties
from grader.judge.generated import complete_cases
from grader.judge.known_mistakes import mistake_table
from grader.judge.own_programs import authors_call, auto_seconds, describe_outcome, run_program
from grader.judge.prepared import Prepared, PreparedCase, PreparedPool
from grader.judge.right_answers import find_other_answers, replace_draws
from grader.model import Problem, RunStatus, TestCase, Value
from grader.sandbox import Outcome, Sandbox, wire


def prepare(problem: Problem, sandbox: Sandbox) -> Prepared:
    """All that judging needs of a problem; neither its mistakes nor its examples, which `complete` adds.

    Raises:
        UnfitProblemError: a program of the problem's own fails, or does not fit the problem.
        SandboxUnavailableError: a required wall is missing.
        SandboxBrokenError: the zygote died.
    """
    cases = complete_cases(problem, sandbox)
    payloads = [wire.encode(tuple(case.inputs.values()), case.layout) for case in cases]
    calls = [authors_call(payload, problem.limits) for payload in payloads]
    answers = run_program(problem, problem.reference, calls, sandbox)
    expected = [_check_expected(problem, case, answer) for case, answer in zip(cases, answers, strict=True)]
    expected = replace_draws(problem, cases, expected, sandbox)
    others = find_other_answers(problem, cases, calls, expected, sandbox)
    properties = prepare_properties(problem, cases, expected, sandbox)
    seconds = [auto_seconds(answer.seconds) for answer in answers]
    prepared = iter(map(PreparedCase, cases, payloads, expected, range(len(cases)), seconds, others, properties))
    pools = (PreparedPool(tuple(next(prepared) for _ in pool.cases), pool.count) for pool in problem.pools)
    return Prepared(problem, tuple(pools))


def complete(prepared: Prepared, sandbox: Sandbox) -> Prepared:
    """With what the known mistakes do, and with the examples; what is there already stays.

    Raises:
        UnfitProblemError: `worked` fails, or its result is not the reference's.
        SandboxUnavailableError: a required wall is missing.
        SandboxBrokenError: the zygote died.
    """
    table = mistake_table(prepared, sandbox) if prepared.table is None else prepared.table
    examples = work_examples(prepared, sandbox) if prepared.examples is None else prepared.examples
    return replace(prepared, table=table, examples=examples)


def _check_expected(problem: Problem, case: TestCase, outcome: Outcome) -> Value:
    """The reference's answer to a case, once it is sure that anything can be compared with it."""
    where = f"{problem.reference.id} on the case {case.name!r}"
    if outcome.status is not RunStatus.OK:
        raise UnfitProblemError(f"{where}: it fails: {describe_outcome(outcome)}")
    try:
        check_expected(outcome.value, problem.returns, Context(problem.tolerance, case.dims, hidden=False))
    except UnfitProblemError as error:
        raise UnfitProblemError(f"{where}: {error}") from error
    return outcome.value
