"""From a problem to what submissions are judged on: inputs encoded, expected values computed by its reference.

All of the problem's own programs are run in the same sandbox as any submission.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.checkers import Context, check_expected
from grader.errors import UnfitProblemError
from grader.judge.examples import work_examples
from grader.judge.function_properties import prepare_properties
from grader.judge.generated import complete_cases
from grader.judge.known_mistakes import mistake_table
from grader.judge.own_programs import authors_call, auto_seconds, describe_outcome, run_program
from grader.judge.prepared import Prepared, PreparedEntry
from grader.judge.prepared_case import PreparedCase
from grader.judge.right_answers import find_other_answers, replace_draws
from grader.judge.templates import answer_template
from grader.model import Problem, RunStatus, TestCase, Value
from grader.sandbox import Outcome, Sandbox, wire

SEED_BYTES = 16
"""A draw's seed has 128 bits: nobody meets one twice."""

_SECRET_DRAWS = 4
"""Most draws of one entry by which mistakes are recognised."""


def prepare(problem: Problem, sandbox: Sandbox, seeds: Mapping[int, Sequence[str]] | None = None) -> Prepared:
    """All that judging needs of a problem; neither its mistakes nor its examples, which `complete` adds.

    Args:
        problem: the problem.
        sandbox: a slot that nobody else uses meanwhile.
        seeds: of the draws that the fresh entries are to hold, by the index of the entry; by default a secret set.

    Raises:
        UnfitProblemError: a program of the problem's own fails, or does not fit the problem.
        SandboxUnavailableError: a required wall is missing.
        SandboxBrokenError: the zygote died.
    """
    chosen = choose_secret_seeds(problem) if seeds is None else seeds
    read = list_cases(problem, chosen)
    items = prepare_cases(problem, [case for cases in read for case in cases], sandbox)
    numbered = (replace(item, index=index) for index, item in enumerate(items))
    entries = (
        PreparedEntry(tuple(next(numbered) for _ in cases), entry.count, tuple(chosen.get(index, ())))
        for index, (entry, cases) in enumerate(zip(problem.entries, read, strict=True))
    )
    return Prepared(problem, tuple(entries))


def choose_secret_seeds(problem: Problem) -> dict[int, tuple[str, ...]]:
    """Seeds of a secret set: nobody can know what is in it, and it is as large as what a submission is scored by."""
    return {
        index: tuple(secrets.token_hex(SEED_BYTES) for _ in range(min(needed, _SECRET_DRAWS)))
        for index, needed in problem.fresh_counts.items()
    }


def list_cases(problem: Problem, seeds: Mapping[int, Sequence[str]]) -> list[list[TestCase]]:
    """For each entry its fixed case, or draws of these seeds; raises UnfitProblemError."""
    return [
        [entry.case] if entry.draw is None else [entry.draw(int(seed, 16)) for seed in seeds[index]]
        for index, entry in enumerate(problem.entries)
    ]


def prepare_cases(problem: Problem, cases: Sequence[TestCase], sandbox: Sandbox) -> list[PreparedCase]:
    """Cases with their right answers, by the reference; raises as `prepare` does."""
    cases = complete_cases(problem, cases, sandbox)
    payloads = [wire.encode(tuple(case.inputs.values()), case.layout) for case in cases]
    calls = [authors_call(payload, problem.limits) for payload in payloads]
    answers = run_program(problem, problem.reference, calls, sandbox)
    expected = [_check_expected(problem, case, answer) for case, answer in zip(cases, answers, strict=True)]
    expected = replace_draws(problem, cases, expected, sandbox)
    others = find_other_answers(problem, cases, calls, expected, sandbox)
    properties = prepare_properties(problem, cases, expected, sandbox)
    seconds = [auto_seconds(answer.seconds) for answer in answers]
    found = zip(cases, payloads, expected, seconds, others, properties, strict=True)
    return [
        PreparedCase(
            case,
            payload,
            right,
            auto_seconds=most,
            others=more,
            properties=held,
            template=answer_template(right, problem.returns, problem.tolerance),
        )
        for case, payload, right, most, more, held in found
    ]


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
