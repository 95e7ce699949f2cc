"""Examples of a batch: they may change places, and one alone gives what it gives among others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grader.checkers.difference import Context, Difference
from grader.checkers.relations.asked import Asked, axes_of, describe_where, each_array, find_apart, take_rows
from grader.checkers.shapes import axis_names
from grader.errors import UnfitProblemError
from grader.model import Argument, ArraySpec, BatchRelation, DictSpec, Reason, SequenceSpec, Spec, Value

Array = np.ndarray[Any, Any]

PERMUTATION = "batch_permutation"
_SEED, _TRIES, _FEW = 5, 50, 3


def plan_calls(
    relation: BatchRelation, inputs: Mapping[str, Value], arguments: Sequence[Argument], dims: Mapping[str, int]
) -> Asked:
    """One further call: all examples in another order, or the last of them alone."""
    size = dims.get(relation.axis, 0)
    if size < 2:  # noqa: PLR2004  one example has no neighbours
        raise UnfitProblemError(f"{relation.kind} needs a case in which {relation.axis} is at least 2")
    rows = _choose_rows(relation, size)
    changed = {
        argument.name: _of_argument(inputs[argument.name], argument, (relation.axis, rows), dims)
        for argument in arguments
    }
    return Asked(relation, (changed,), {relation.axis: len(rows)})


def _of_argument(value: Value, argument: Argument, chosen: tuple[str, Array], dims: Mapping[str, int]) -> Value:
    """An argument with the chosen positions along the symbol's axes; others are as they were."""
    if not isinstance(value, np.ndarray) or not isinstance(argument.spec, ArraySpec):
        return value
    return take_rows(value, axes_of(chosen[0], argument.spec, value.ndim, dims), chosen[1])


def _choose_rows(relation: BatchRelation, size: int) -> Array:
    """Which examples, in which order: the last alone, or all in an order that moves both ends.

    Of three or fewer examples the order is reversed; of more it is drawn, and neither turned round nor rotated, which
    would leave neighbours beside each other.
    """
    if relation.kind != PERMUTATION:
        return np.array([size - 1])
    backwards = np.arange(size)[::-1]
    generator = np.random.Generator(np.random.PCG64(_SEED))
    orders = (generator.permutation(size) for _ in range(_TRIES if size > _FEW else 0))
    return next((order for order in orders if _is_mixed(order)), backwards)


def _is_mixed(order: Array) -> bool:
    """Whether both ends have moved and not all neighbours have stayed together."""
    steps = np.diff(order) % len(order)
    return bool(order[0] != 0 and order[-1] != len(order) - 1 and len(np.unique(steps)) > 1)


def difference(
    relation: BatchRelation, told: Asked, answers: Sequence[Value], spec: Spec, context: Context
) -> Difference | None:
    """Whether the answer follows the examples."""
    rows = _choose_rows(relation, context.dims[relation.axis])
    want = _of_answer(answers[0], spec, (relation.axis, rows), context)
    found = find_apart(want, answers[1], spec, Context(context.tolerance, {**context.dims, **told.dims}))
    if found is None:
        return None
    axis = _axis_name(relation, answers[0], spec, context)
    if found.reason is not Reason.WRONG_VALUE:
        message = f"{circumstances(relation)}, your function gives another form of answer. {found.message}"
    elif relation.kind == PERMUTATION:
        message = (
            f"When the examples along {axis} change places, those of the answer must change places alike; yours do "
            f"not{describe_where(found)}. Does an example read another, such as the one before it or the first?"
        )
    else:
        message = (
            f"One example alone must give what it gives among others along {axis}; "
            f"yours does not{describe_where(found)}. "
            "Is a sum, a mean or a maximum taken over all examples, or one example read by another?"
        )
    return Difference(Reason.PROPERTY_FAILED, message, found.path, first_index=found.first_index)


def _of_answer(value: Any, spec: Spec, chosen: tuple[str, Array], context: Context) -> Any:
    """An answer with the chosen positions along the symbol's axes."""
    if isinstance(spec, DictSpec):
        return {key: _of_answer(value[key], item, chosen, context) for key, item in spec.items.items()}
    if isinstance(spec, SequenceSpec):
        items = [_of_answer(one, item, chosen, context) for one, item in zip(value, spec.items, strict=True)]
        return tuple(items) if spec.kind == "tuple" else items
    if isinstance(spec, ArraySpec):
        return take_rows(value, axes_of(chosen[0], spec, value.ndim, context.dims), chosen[1])
    return value


def _axis_name(relation: BatchRelation, answer: Any, spec: Spec, context: Context) -> str:
    """The axis by the name that the answer gives it, or by its symbol."""
    for array, item in each_array(answer, spec):
        names = axis_names(item, array.ndim, context)
        for place in axes_of(relation.axis, item, array.ndim, context.dims):
            if names:
                return f"the axis {names[place]}"
    return f"the axis {relation.axis}"


def state_rule(relation: BatchRelation) -> str:
    """What must hold."""
    axis = f"the axis {relation.axis}"
    if relation.kind == PERMUTATION:
        return f"When the examples along {axis} change places, those of the answer must change places alike."
    return f"One example alone must give what it gives among others along {axis}."


def circumstances(relation: BatchRelation) -> str:
    """How the function was called."""
    if relation.kind == PERMUTATION:
        return f"Called with the examples along {relation.axis} in another order"
    return f"Called with one example alone ({relation.axis} is 1)"
