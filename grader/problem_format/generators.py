"""Cases from what the author wrote: explicit inputs, drawn ones, and pools of fresh ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.model import (
    Argument,
    ArraySpec,
    CasePool,
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
from grader.problem_format.schema import POOL_SIZE, CaseModel, DistributionModel

CASE_BYTES_LIMIT = 64 * 1024 * 1024
"""Most bytes of inputs in one case."""

PROBLEM_BYTES_LIMIT = 256 * 1024 * 1024
"""Most bytes of inputs in all cases of a problem, every draw of its pools among them."""

DEFAULT_KEY = "default"
"""Under ``generate``: the distribution of every argument that is not named."""


@dataclass(slots=True)
class CaseBuilder:
    """Turns the cases of one document into pools.

    Attributes:
        arguments: in the order of the signature.
        version: the problem's judging version, which fresh draws are seeded with.
        faults: takes every misfit.
        programs: what makes the inputs of a case, by its index, where the document names a program.
        left: bytes of inputs that the problem may still hold.
    """

    arguments: Sequence[Argument]
    version: str
    faults: Faults
    programs: Mapping[int, Program] = field(default_factory=dict)
    left: int = PROBLEM_BYTES_LIMIT

    def pool(self, index: int, model: CaseModel, explanation: str) -> CasePool | None:
        """The pool of one entry under ``cases``, or None after noting what is wrong with it."""
        try:
            draws = range(POOL_SIZE if model.seed == "fresh" else 1)
            asked = index in self.programs
            inputs = [self._make_inputs(model, self._find_entropy(index, model, draw), asked=asked) for draw in draws]
        except InputFaultError as error:
            self.faults.add(("cases", index, *error.location), error.message)
            return None
        name = model.name or f"{model.group} {index + 1}"
        cases = (
            TestCase(
                name=name,
                group=model.group,
                inputs=values,
                layout=Layout(model.layout),
                dims=dims,
                explanation=explanation,
                hint=model.hint,
                relations=tuple(relation_of(one, self.arguments) for one in model.properties),
                generated=self._find_program(index, values, self._find_entropy(index, model, draw)),
            )
            for draw, (values, dims) in zip(draws, inputs, strict=True)
        )
        return CasePool(tuple(cases), model.count or 1)

    def _find_entropy(self, index: int, model: CaseModel, draw: int) -> tuple[int, ...]:
        """What seeds one draw: the author's seed, or version, case and draw."""
        if model.seed == "fresh":
            return (int(self.version[:16], 16), index, draw)
        return (int(model.seed),)

    def _find_program(self, index: int, values: Mapping[str, Value], entropy: tuple[int, ...]) -> Generated | None:
        """What is to make the inputs that are not written down, if that is a program."""
        program = self.programs.get(index)
        names = tuple(argument.name for argument in self.arguments if argument.name not in values)
        if program is None or not names:
            return None
        return Generated(program, names, entropy, self.faults.locate(("cases", index, "generate", "python")))

    def _make_inputs(
        self, model: CaseModel, entropy: tuple[int, ...], *, asked: bool
    ) -> tuple[Mapping[str, Value], Mapping[str, int]]:
        """All inputs of one case in the signature's order, and its sizes; explicit ones alone if a program is asked."""
        dims = draw_sizes(model.dims, entropy)
        given = {a.name: self._convert_typed(a, model, dims) for a in self.arguments if a.name in model.inputs}
        drawn = [a for a in self.arguments if a.name not in given and not is_generator(a) and not asked]
        shapes = {a.name: _shape(a, model, dims) for a in drawn}
        self._spend(given, shapes)
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

    def _convert_typed(self, argument: Argument, model: CaseModel, dims: Dimensions) -> Value:
        """A typed input, held against its declared shape."""
        try:
            value = convert(model.inputs[argument.name], argument.spec)
            if isinstance(argument.spec, ArraySpec) and isinstance(value, np.ndarray):
                dims.bind(argument.name, argument.spec, value.shape)
        except InputFaultError as error:
            location: Location = ("inputs", argument.name, *error.location)
            raise InputFaultError(error.message, location) from None
        return value

    def _spend(self, given: Mapping[str, Value], shapes: Mapping[str, tuple[int, ...]]) -> None:
        """Refuse a case that is too large, before anything of it is drawn."""
        specs = {argument.name: argument.spec for argument in self.arguments}
        total = sum(value.nbytes for value in given.values() if isinstance(value, np.ndarray))
        for name, shape in shapes.items():
            spec = specs[name]
            total += nbytes(shape, np.dtype(spec.dtype)) if isinstance(spec, ArraySpec) else 0
        if total > CASE_BYTES_LIMIT:
            message = f"its inputs take {total} bytes, over {CASE_BYTES_LIMIT}; make the sizes smaller"
            raise InputFaultError(message, ("dims",))
        self.left -= total
        if self.left < 0:
            message = f"the cases up to here take over {PROBLEM_BYTES_LIMIT} bytes; make the sizes smaller"
            raise InputFaultError(message, ("dims",))


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
