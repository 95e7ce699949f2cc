"""Inputs that an author's program makes: run in the sandbox like any submission, and held against what is declared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from grader.errors import UnfitProblemError
from grader.judge.own_programs import authors_call, describe_outcome, run_program
from grader.model import ArraySpec, Generated, Problem, Program, RunStatus, ScalarSpec, Seeded, TestCase, Value
from grader.problem_format.dimensions import Dimensions
from grader.problem_format.generators import CASE_BYTES_LIMIT, PROBLEM_BYTES_LIMIT
from grader.problem_format.inputs import InputFaultError
from grader.sandbox import Outcome, Sandbox, wire

_ENTRY_POINT = "allclose_generate"
_WRAPPER = b"""

def allclose_generate(*call):
    from numpy.random import default_rng
    return generate(default_rng(call[0]), call[1])
"""
_EXACT: dict[str, type] = {"float": float, "int": int, "bool": bool, "str": str, "complex": complex, "none": type(None)}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A case whose inputs are to be made, and by what."""

    case: TestCase
    by: Generated

    @property
    def call(self) -> bytes:
        """The seed, and the sizes that are known, as the wire carries them."""
        seed: list[Value] = [*self.by.entropy]
        sizes: dict[str, Value] = {**self.case.dims}
        return wire.encode((seed, sizes))


def complete_cases(problem: Problem, cases: Sequence[TestCase], sandbox: Sandbox) -> list[TestCase]:
    """Cases of a problem with all of their inputs.

    Each program is run twice, in two processes, and must make the same inputs both times.

    Raises:
        UnfitProblemError: a program fails, is not repeatable, or gives what does not fit; with file, line and column.
    """
    asked = [_Asked(case, case.generated) for case in cases if case.generated is not None]
    made: dict[int, TestCase] = {}
    left = PROBLEM_BYTES_LIMIT
    for program in dict.fromkeys(one.by.program for one in asked):
        wanted = [one for one in asked if one.by.program == program]
        first, again = (_run_generator(problem, program, wanted, sandbox) for _ in range(2))
        for one, outcome, other in zip(wanted, first, again, strict=True):
            case, repeated = _complete(problem, one, outcome), _complete(problem, one, other)
            if wire.encode(case.inputs) != wire.encode(repeated.inputs):
                message = "makes other inputs each time: draw from `rng` alone, and keep nothing between calls"
                raise UnfitProblemError(f"{one.by.place}: {message}")
            left -= _size(case, one)
            made[id(one.case)] = case
    if left < 0:
        raise UnfitProblemError(f"{asked[-1].by.place}: all that is made takes over {PROBLEM_BYTES_LIMIT} bytes")
    return [made.get(id(case), case) for case in cases]


def _run_generator(problem: Problem, program: Program, wanted: Sequence[_Asked], sandbox: Sandbox) -> list[Outcome]:
    """What a program makes for each case, in a process of its own."""
    whole = Program(program.id, program.source.removeprefix(b"\xef\xbb\xbf") + _WRAPPER)
    calls = [authors_call(one.call, problem.limits) for one in wanted]
    try:
        return run_program(problem, whole, calls, sandbox, _ENTRY_POINT)
    except UnfitProblemError as error:
        raise UnfitProblemError(f"{wanted[0].by.place}: {error}") from error


def _complete(problem: Problem, one: _Asked, outcome: Outcome) -> TestCase:
    """A case with what was made for it, in the order of the signature."""
    if outcome.status is not RunStatus.OK:
        raise UnfitProblemError(f"{one.by.place}: {one.by.program.id} fails: {describe_outcome(outcome)}")
    value = outcome.value
    if not isinstance(value, dict) or set(value) != set(one.by.names):
        got = f"a dict of {', '.join(sorted(map(str, value)))}" if isinstance(value, dict) else type(value).__name__
        raise UnfitProblemError(f"{one.by.place}: must return a dict of {', '.join(one.by.names)}, not {got}")
    try:
        return fit_inputs(problem, one.case, {**one.case.inputs, **value})
    except InputFaultError as error:
        raise UnfitProblemError(f"{one.by.place}: {error.message}") from None


def fit_inputs(problem: Problem, case: TestCase, given: Mapping[str, Value]) -> TestCase:
    """A case with these inputs, in the order of the signature; raises InputFaultError where one does not fit."""
    dims = Dimensions(dict(case.dims), dict.fromkeys(case.dims, "`dims`"))
    for argument in problem.arguments:
        try:
            _fit(argument.name, argument.spec, given[argument.name], dims)
        except InputFaultError as error:
            raise InputFaultError(f"{argument.name!r} {error.message}") from None
    inputs = {argument.name: given[argument.name] for argument in problem.arguments}
    return replace(case, inputs=inputs, dims=dims.sizes, generated=None)


def _fit(name: str, spec: ArraySpec | ScalarSpec, value: Value, dims: Dimensions) -> None:
    """Hold one input against its declaration; raises InputFaultError."""
    if isinstance(spec, ScalarSpec):
        if not isinstance(value, Seeded) and type(value) is not _EXACT.get(spec.kind):
            raise InputFaultError(f"is {type(value).__name__}, but the argument is a single {spec.kind}")
        return
    if type(value) is not np.ndarray:
        raise InputFaultError(f"is {type(value).__name__}, but the argument is an array")
    if value.dtype != np.dtype(spec.dtype):
        raise InputFaultError(f"has the dtype {value.dtype.name}, but the argument's is {spec.dtype}")
    dims.bind(name, spec, value.shape)
    value.flags.writeable = False


def _size(case: TestCase, one: _Asked) -> int:
    """The bytes of a case's inputs; too many are refused, as they are in a document."""
    size = sum(value.nbytes for value in case.inputs.values() if isinstance(value, np.ndarray))
    if size > CASE_BYTES_LIMIT:
        message = f"its inputs take {size} bytes, over {CASE_BYTES_LIMIT}; make them smaller"
        raise UnfitProblemError(f"{one.by.place}: {message}")
    return size
