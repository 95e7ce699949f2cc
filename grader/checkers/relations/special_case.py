"""Special cases: some arguments zero, or some axes short, and an answer that the author can write down as a formula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from grader.checkers.difference import Context, Difference
from grader.checkers.relations.asked import Asked, axes_of, describe_where, find_apart, part_of, take_rows
from grader.checkers.wording import join_words
from grader.errors import UnfitProblemError
from grader.model import Argument, ArraySpec, Reason, Spec, SpecialCase, Value


def plan_calls(
    relation: SpecialCase, inputs: Mapping[str, Value], arguments: Sequence[Argument], dims: Mapping[str, int]
) -> Asked:
    """One further call; what its answer must be is not known yet."""
    for symbol, size in relation.at.items():
        if dims.get(symbol, 0) < size:
            raise UnfitProblemError(f"special_case cuts {symbol} down to {size}, but the case has no so many")
    changed = {argument.name: _change(inputs[argument.name], argument, relation, dims) for argument in arguments}
    return Asked(relation, (changed,), relation.at)


def _change(value: Value, argument: Argument, relation: SpecialCase, dims: Mapping[str, int]) -> Value:
    """An argument set to zero, or cut short, or as it was."""
    if not isinstance(value, np.ndarray) or not isinstance(argument.spec, ArraySpec):
        return value
    for symbol, size in relation.at.items():
        value = take_rows(value, axes_of(symbol, argument.spec, value.ndim, dims), np.arange(size))
    return np.zeros_like(value) if argument.name in relation.zero else value


def difference(
    relation: SpecialCase, told: Asked, answers: Sequence[Value], spec: Spec, context: Context
) -> Difference | None:
    """Whether the part of the further answer is what the author's formula gives."""
    context = Context(context.tolerance, {**context.dims, **told.dims})
    part = part_of(answers[1], spec, relation.part)
    found = None if part is None else find_apart(told.given, part[0], part[1], context)
    if part is not None and found is None:
        return None
    if found is not None and found.reason is Reason.WRONG_VALUE:
        message = f"{relation.says} Yours does not{describe_where(found)}."
    else:
        form = found.message if found else f"It has no part `{relation.part}`."
        message = f"{circumstances(relation)}, your function gives another form of answer. {form}"
        return Difference(Reason.PROPERTY_FAILED, message, relation.part)
    return Difference(Reason.PROPERTY_FAILED, message, relation.part, first_index=found.first_index)


def circumstances(relation: SpecialCase) -> str:
    """How the function was called."""
    changes = [f"{join_words([f'`{name}`' for name in relation.zero])} all zero"] if relation.zero else []
    changes += [f"{symbol} = {size}" for symbol, size in relation.at.items()]
    return f"Called with {join_words(changes)}"
