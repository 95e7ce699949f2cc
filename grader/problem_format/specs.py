"""From the models of declared types to the judge's own specs."""

from __future__ import annotations

from grader.model import Argument, ArraySpec, DictSpec, ScalarSpec, SequenceSpec, Spec
from grader.problem_format.schema import (
    ArrayModel,
    DictModel,
    ProblemModel,
    ScalarModel,
    SpecModel,
    TupleModel,
)


def arguments_of(model: ProblemModel) -> tuple[Argument, ...]:
    """The arguments in the order of the signature."""
    return tuple(
        Argument(name, _argument_spec(argument), argument.meaning) for name, argument in model.arguments.items()
    )


def _argument_spec(model: ArrayModel | ScalarModel) -> ArraySpec | ScalarSpec:
    """The spec of an argument."""
    return array_spec(model) if isinstance(model, ArrayModel) else ScalarSpec(model.scalar)


def array_spec(model: ArrayModel) -> ArraySpec:
    """The spec of an array."""
    return ArraySpec(tuple(model.shape), model.dtype, tuple(model.axes))


def spec_of(model: SpecModel) -> Spec:
    """The spec of anything that an entry point gives back."""
    if isinstance(model, ArrayModel):
        return array_spec(model)
    if isinstance(model, ScalarModel):
        return ScalarSpec(model.scalar)
    if isinstance(model, DictModel):
        return DictSpec({key: spec_of(item) for key, item in model.items.items()})
    kind = "tuple" if isinstance(model, TupleModel) else "list"
    return SequenceSpec(kind, tuple(spec_of(item) for item in model.items))
