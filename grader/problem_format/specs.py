"""From the models of declared types to the judge's own specs."""

from __future__ import annotations

from dataclasses import replace

from grader.model import (
    Argument,
    ArraySpec,
    DictSpec,
    Goal,
    Property,
    ScalarSpec,
    SequenceSpec,
    Spec,
    Tolerance,
)
from grader.problem_format.schema import (
    ArrayModel,
    CompareModel,
    DictModel,
    ProblemModel,
    PropertyModel,
    ReturnedArrayModel,
    ReturnedScalarModel,
    ScalarArgumentModel,
    SpecModel,
    TupleModel,
)


def arguments_of(model: ProblemModel) -> tuple[Argument, ...]:
    """The arguments in the order of the signature."""
    return tuple(
        Argument(name, _argument_spec(argument), argument.meaning) for name, argument in model.arguments.items()
    )


def _argument_spec(model: ArrayModel | ScalarArgumentModel) -> ArraySpec | ScalarSpec:
    return array_spec(model) if isinstance(model, ArrayModel) else ScalarSpec(model.scalar)


def array_spec(model: ArrayModel) -> ArraySpec:
    """The spec of an array."""
    return ArraySpec(tuple(model.shape), model.dtype, tuple(model.axes))


def _returned_array(model: ReturnedArrayModel) -> ArraySpec:
    """The spec of an array that is given back, with all that is checked of it."""
    goal = model.outcome
    bound = (goal.at_least if goal.measure == "accuracy" else goal.at_most) if goal else None
    return replace(
        array_spec(model),
        tolerance=tolerance_of(model.compare) if model.compare else None,
        properties=tuple(map(_property, model.properties)),
        unordered=model.unordered,
        free=model.values == "free",
        goal=Goal(goal.measure, bound) if goal and bound is not None else None,
        moments=tuple(dict.fromkeys(model.moments)),
    )


def _property(model: str | PropertyModel) -> Property:
    """A property by its name alone, or with its parameters."""
    if isinstance(model, str):
        return Property(model)
    return Property(model.holds, model.axis, model.atol, model.descending)


def tolerance_of(model: CompareModel) -> Tolerance:
    """A tolerance; `auto` is None."""
    return Tolerance(model.rtol, model.atol if isinstance(model.atol, float) else None, model.equal_nan)


def spec_of(model: SpecModel) -> Spec:
    """The spec of anything that an entry point gives back."""
    if isinstance(model, ReturnedArrayModel):
        return _returned_array(model)
    if isinstance(model, ReturnedScalarModel):
        return ScalarSpec(model.scalar, tolerance_of(model.compare) if model.compare else None)
    if isinstance(model, DictModel):
        return DictSpec({key: spec_of(item) for key, item in model.items.items()})
    kind = "tuple" if isinstance(model, TupleModel) else "list"
    return SequenceSpec(kind, tuple(spec_of(item) for item in model.items))
