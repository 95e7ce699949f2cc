"""Cases from what the author wrote: explicit inputs, drawn ones, and fresh ones that are drawn when they are needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.errors import UnfitProblemError
from grader.model import (
    Argument,
    ArraySpec,
    CaseEntry,
    Generated,
    Layout,
    Program,
    ScalarSpec,
    Seeded,
    TestCase,
    Value,
)
from grader.problem_format.dimensions import Dimensions, draw_sizes, nbytes
from grader.problem_format.distributions import draw
from grader.problem_format.documents import Location
from grader.problem_format.function_properties import relation_of
from grader.problem_format.inputs import SEEDS, InputFaultError, convert
from grader.problem_format.messages import Faults
from grader.problem_format.schema import CaseModel, DistributionModel

CASE_BYTES_LIMIT = 64 * 1024 * 1024
"""Most bytes of inputs in one case."""

PROBLEM_BYTES_LIMIT = 256 * 1024 * 1024
"""Most bytes of inputs in all cases that a submission meets."""

DEFAULT_KEY = "default"
"""Under ``generate``: the distribution of every argument that is not named."""

_TRIED = 8
"""How many fresh cases are drawn while the document is read, so that most faults show at once."""


@dataclass(slots=True)
class CaseBuilder:
    """Turns the cases of one document into entries.

    Attributes:
        arguments: in the order of the signature.
        faults: takes every misfit.
        programs: what makes the inputs of a case, by its index, where the document names a program.
        left: bytes of inputs that the problem may still hold.
    """

    arguments: Sequence[Argument]
    faults: Faults
    programs: Mapping[int, Program] = field(default_factory=dict)
    left: int = PROBLEM_BYTES_LIMIT

    def entry(self, index: int, model: CaseModel, explanation: str) -> CaseEntry | None:
        """One entry under ``cases``, or None after noting what is wrong with it."""
        program = self.programs.get(index)
        place = self.faults.locate(("cases", index, *(("generate", "python") if program else ())))
        name = model.name or f"{model.group} {index + 1}"
        maker = _CaseMaker(model, name, explanation, tuple(self.arguments), program, place)
        fresh, count = model.seed == "fresh", model.count or 1
        try:
            case = maker.make(0 if fresh else int(model.seed))
            sizes = [_size(case), *(_size(maker.make(seed)) for seed in range(1, _TRIED if fresh else 1))]
            self._spend(count * max(sizes))
        except InputFaultError as error:
            self.faults.add(("cases", index, *error.location), error.message)
            return None
        return CaseEntry(case, count, maker.draw if fresh else None)

    def _spend(self, total: int) -> None:
        """Refuse a problem that is too large."""
        self.left -= total
        if self.left < 0:
            message = f"the cases up to here take over {PROBLEM_BYTES_LIMIT} bytes; make the sizes smaller"
            raise InputFaultError(message, ("dims",))


@dataclass(frozen=True, slots=True)
class _CaseMaker:
    """Makes the cases of one entry, each of a seed."""

    model: CaseModel
    name: str
    explanation: str
    arguments: tuple[Argument, ...]
    program: Program | None
    place: str

    def draw(self, seed: int) -> TestCase:
        """A fresh case; raises UnfitProblemError where what the author wrote allows none."""
        try:
            return self.make(seed)
        except InputFaultError as error:
            raise UnfitProblemError(f"{self.place}: {error.message} (in the draw of seed {seed:032x})") from error

    def make(self, seed: int) -> TestCase:
        """A case; raises InputFaultError."""
        values, dims = self._make_inputs((seed,))
        return TestCase(
            name=self.name,
            group=self.model.group,
            inputs=values,
            layout=Layout(self.model.layout),
            dims=dims,
            explanation=self.explanation,
            hint=self.model.hint,
            relations=tuple(relation_of(one, self.arguments) for one in self.model.properties),
            generated=self._find_program(values, (seed,)),
        )

    def _find_program(self, values: Mapping[str, Value], entropy: tuple[int, ...]) -> Generated | None:
        """What is to make the inputs that are not written down, if that is a program."""
        names = tuple(argument.name for argument in self.arguments if argument.name not in values)
        if self.program is None or not names:
            return None
        return Generated(self.program, names, entropy, self.place)

    def _make_inputs(self, entropy: tuple[int, ...]) -> tuple[Mapping[str, Value], Mapping[str, int]]:
        """All inputs in the signature's order, and the sizes; explicit inputs alone if a program makes the others."""
        model, asked = self.model, self.program is not None
        dims = draw_sizes(model.dims, entropy)
        given = {a.name: self._convert_typed(a, dims) for a in self.arguments if a.name in model.inputs}
        drawn = [a for a in self.arguments if a.name not in given and not is_generator(a) and not asked]
        shapes = {a.name: _shape(a, model, dims) for a in drawn}
        self._refuse_large(given, shapes)
        values: dict[str, Value] = {}
        for position, argument in enumerate(self.arguments):
            name = argument.name
            if name in given:
                values[name] = given[name]
            elif is_generator(argument):
                values[name] = Seeded(_seed((*entropy, position)))
            elif not asked:
                values[name] = _draw_input(argument, model, shapes[name], (*entropy, position))
        return values, dims.sizes

    def _convert_typed(self, argument: Argument, dims: Dimensions) -> Value:
        """A typed input, held against its declared shape."""
        try:
            value = convert(self.model.inputs[argument.name], argument.spec)
            if isinstance(argument.spec, ArraySpec) and isinstance(value, np.ndarray):
                dims.bind(argument.name, argument.spec, value.shape)
        except InputFaultError as error:
            location: Location = ("inputs", argument.name, *error.location)
            raise InputFaultError(error.message, location) from None
        return value

    def _refuse_large(self, given: Mapping[str, Value], shapes: Mapping[str, tuple[int, ...]]) -> None:
        """Refuse a case that is too large, before anything of it is drawn."""
        specs = {argument.name: argument.spec for argument in self.arguments}
        total = sum(value.nbytes for value in given.values() if isinstance(value, np.ndarray))
        for name, shape in shapes.items():
            spec = specs[name]
            total += nbytes(shape, np.dtype(spec.dtype)) if isinstance(spec, ArraySpec) else 0
        if total > CASE_BYTES_LIMIT:
            message = f"its inputs take {total} bytes, over {CASE_BYTES_LIMIT}; make the sizes smaller"
            raise InputFaultError(message, ("dims",))


def _size(case: TestCase) -> int:
    """The bytes of a case's inputs, drawn in 64 bits."""
    arrays = (value for value in case.inputs.values() if isinstance(value, np.ndarray))
    return sum(nbytes(array.shape, array.dtype) for array in arrays)


def is_generator(argument: Argument) -> bool:
    """Whether an argument is a NumPy Generator, which a case makes of its own seed."""
    return isinstance(argument.spec, ScalarSpec) and argument.spec.kind == "generator"


def _seed(entropy: tuple[int, ...]) -> int:
    """A seed for a Generator."""
    return int(np.random.Generator(np.random.PCG64(list(entropy))).integers(SEEDS))


def _shape(argument: Argument, model: CaseModel, dims: Dimensions) -> tuple[int, ...]:
    """The shape of an argument that is to be drawn; () for a scalar."""
    if _distribution(argument.name, model)[0] is None:
        message = f"has no value for {argument.name!r}; add it to `inputs`, or say how to `generate` it"
        raise InputFaultError(message)
    if not isinstance(argument.spec, ArraySpec):
        return ()
    try:
        return dims.resolve(argument.spec)
    except InputFaultError as error:
        raise InputFaultError(f"{argument.name!r} {error.message}", ("dims",)) from None


def _draw_input(argument: Argument, model: CaseModel, shape: tuple[int, ...], entropy: tuple[int, ...]) -> Value:
    """One drawn input."""
    chosen, location = _distribution(argument.name, model)
    try:
        return draw(chosen or "normal", argument.spec, shape, entropy)
    except InputFaultError as error:
        raise InputFaultError(f"{argument.name!r} {error.message}", location) from None


def _distribution(name: str, model: CaseModel) -> tuple[str | DistributionModel | None, Location]:
    """The distribution of an argument and where it is written."""
    generate: Any = model.generate
    if not isinstance(generate, dict):
        return generate, ("generate",)
    key = name if name in generate else DEFAULT_KEY
    return generate.get(key), ("generate", key)
