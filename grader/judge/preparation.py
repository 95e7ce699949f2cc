"""What is known of a problem before any submission: expected values by its reference, inputs already encoded.

The reference and `worked` are run in the same sandbox as any submission. All of it is computed once for each
problem version and kept, because the version is a hash of everything that the problem is made of.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from grader.checkers import Context, check_expected, compare
from grader.errors import UnfitProblemError
from grader.judge.calls import WORKED
from grader.judge.function_properties import PreparedProperty, prepared_properties
from grader.judge.generated import completed
from grader.judge.own_programs import LEAST_SECONDS, Call, authors_call, auto_seconds, outcomes, told
from grader.judge.right_answers import other_answers, with_other_draws
from grader.model import Limits, Problem, Program, RunStatus, TestCase, Value
from grader.sandbox import Outcome, Sandbox, wire

_VERSIONS_KEPT = 64


@dataclass(frozen=True, slots=True)
class PreparedCase:
    """A case and all that is computed of it before any submission.

    Attributes:
        payload: its inputs as the wire carries them.
        expected: what the reference returns.
        place: its place among all cases.
        auto_seconds: the wall time that `auto` gives a submission, taken from the reference's own.
        others: what is right as well.
        properties: what must hold of the function, with its further calls.
    """

    case: TestCase
    payload: bytes
    expected: Value
    place: int = 0
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


class _Versions:
    """Prepared pools by problem version; the oldest go first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[PreparedPool, ...]] = OrderedDict()

    def get(self, version: str) -> tuple[PreparedPool, ...] | None:
        with self._lock:
            return self._kept.get(version)

    def put(self, version: str, pools: tuple[PreparedPool, ...]) -> None:
        with self._lock:
            self._kept[version] = pools
            while len(self._kept) > _VERSIONS_KEPT:
                self._kept.popitem(last=False)


_versions = _Versions()


def prepare(problem: Problem, sandbox: Sandbox) -> tuple[PreparedPool, ...]:
    """The problem's pools with expected values; raises UnfitProblemError when the reference fails."""
    pools = _versions.get(problem.version)
    if pools is None:
        pools = _prepared(problem, sandbox)
        _versions.put(problem.version, pools)
    return pools


def _prepared(problem: Problem, sandbox: Sandbox) -> tuple[PreparedPool, ...]:
    cases = completed(problem, sandbox)
    payloads = [wire.encode(tuple(case.inputs.values()), case.layout) for case in cases]
    calls = [authors_call(payload, problem.limits) for payload in payloads]
    answers = outcomes(problem, problem.reference, calls, sandbox)
    expected = [_expected(problem, case, answer) for case, answer in zip(cases, answers, strict=True)]
    expected = with_other_draws(problem, cases, expected, sandbox)
    others = other_answers(problem, cases, calls, expected, sandbox)
    properties = prepared_properties(problem, cases, expected, sandbox)
    seconds = [auto_seconds(answer.seconds) for answer in answers]
    prepared = iter(map(PreparedCase, cases, payloads, expected, range(len(cases)), seconds, others, properties))
    return tuple(PreparedPool(tuple(next(prepared) for _ in pool.cases), pool.count) for pool in problem.pools)


def _expected(problem: Problem, case: TestCase, outcome: Outcome) -> Value:
    """The reference's answer to a case, once it is sure that anything can be compared with it."""
    where = f"{problem.reference.id} on the case {case.name!r}"
    if outcome.status is not RunStatus.OK:
        raise UnfitProblemError(f"{where}: it fails: {told(outcome)}")
    try:
        check_expected(outcome.value, problem.returns, Context(problem.tolerance, case.dims, hidden=False))
    except UnfitProblemError as error:
        raise UnfitProblemError(f"{where}: {error}") from error
    return outcome.value


def examples(problem: Problem, sandbox: Sandbox) -> Examples:
    """The answers to the samples and the worked values; raises UnfitProblemError."""
    prepared = {id(item.case): item for pool in prepare(problem, sandbox) for item in pool.cases}
    expected = tuple(_by_case(prepared, problem, case).expected for case in problem.samples)
    first = problem.samples[0]
    values: dict[str, Value] = {**first.inputs, "expected": expected[0]}
    if problem.worked is not None:
        values |= _worked(problem, problem.worked, expected[0], sandbox)
    return Examples(expected, values)


def _by_case(prepared: Mapping[int, PreparedCase], problem: Problem, case: TestCase) -> PreparedCase:
    """The prepared form of a sample; a problem loaded anew has the same cases as other objects."""
    found = prepared.get(id(case))
    if found is not None:
        return found
    place = problem.samples.index(case) if case in problem.samples else 0
    return [item for item in prepared.values() if not item.case.hidden][place]


def _worked(problem: Problem, program: Program, expected: Value, sandbox: Sandbox) -> dict[str, Value]:
    """Run `worked` on the first sample, and hold its result against the reference's."""
    first = problem.samples[0]
    call = authors_call(wire.encode(tuple(first.inputs.values()), first.layout), problem.limits)
    named = outcomes(problem, program, [call], sandbox, WORKED)[0]
    if named.status is not RunStatus.OK or not isinstance(named.value, dict):
        raise UnfitProblemError(f"{program.id}: must return a dict of named values: {told(named)}")
    if "result" not in named.value:
        raise UnfitProblemError(f"{program.id}: must return a dict with the key 'result', the reference's answer")
    context = Context(problem.tolerance, first.dims, hidden=False)
    difference = compare(expected, named.value["result"], problem.returns, context)
    if difference is not None:
        raise UnfitProblemError(f"{program.id}: its result is not what the reference returns: {difference.message}")
    return named.value
