"""Linear functions: twice one input less three times another gives the same of the answers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from grader.checkers.difference import Context, Difference
from grader.checkers.relations.asked import Asked, describe_where, find_apart
from grader.checkers.wording import join_words
from grader.errors import UnfitProblemError
from grader.model import (
    ArraySpec,
    DictSpec,
    LinearRelation,
    Reason,
    SequenceSpec,
    Spec,
    Tolerance,
    Value,
)

Array = np.ndarray[Any, Any]

_FIRST, _SECOND = 2.0, -3.0
_SEED = 11
_ANY_VALUE = Tolerance(0.0, math.inf)


def plan_calls(relation: LinearRelation, inputs: Mapping[str, Value], dims: Mapping[str, int]) -> Asked:  # noqa: ARG001
    """Two further calls: other numbers, and a combination of both."""
    generator = np.random.Generator(np.random.PCG64(_SEED))
    others: dict[str, Value] = {}
    mixed: dict[str, Value] = {}
    for name in relation.arguments:
        value = inputs[name]
        if not isinstance(value, np.ndarray) or value.dtype.kind not in "fc":
            raise UnfitProblemError(f"linear needs an array of floating-point numbers, which {name} is not")
        size = float(np.sqrt(np.mean(np.abs(value) ** 2))) if value.size else 1.0
        other = np.asarray((size or 1.0) * generator.standard_normal(value.shape), dtype=value.dtype)
        others[name], mixed[name] = other, np.asarray(_FIRST * value + _SECOND * other, dtype=value.dtype)
    return Asked(relation, ({**inputs, **others}, {**inputs, **mixed}))


def state_rule(relation: LinearRelation) -> str:
    """What must hold."""
    names = join_words([f"`{name}`" for name in relation.arguments])
    return f"The answer must be linear in {names}: f(2a - 3b) = 2 f(a) - 3 f(b)."


def difference(relation: LinearRelation, answers: Sequence[Value], spec: Spec, context: Context) -> Difference | None:
    """Whether the third answer is the same combination of the first two."""
    names = join_words([f"`{name}`" for name in relation.arguments])
    found = find_apart(answers[0], answers[1], spec, replace(context, tolerance=_ANY_VALUE))
    if found is None:
        found = find_apart(_combine(answers[0], answers[1], spec), answers[2], spec, context)
    if found is None:
        return None
    if found.reason is not Reason.WRONG_VALUE:
        message = f"Called with other numbers for {names}, your function gives another form of answer. {found.message}"
    else:
        message = (
            f"{state_rule(relation)} Yours is not{describe_where(found)}. "
            f"Look for something added that has nothing to do with {names}, "
            "and for a square, a sign, a clip or a rounding."
        )
    return Difference(Reason.PROPERTY_FAILED, message, found.path, first_index=found.first_index)


def _combine(first: Any, second: Any, spec: Spec) -> Any:
    """The combination of two answers, part by part."""
    if isinstance(spec, DictSpec):
        return {key: _combine(first[key], second[key], item) for key, item in spec.items.items()}
    if isinstance(spec, SequenceSpec):
        items = [_combine(a, b, item) for a, b, item in zip(first, second, spec.items, strict=True)]
        return tuple(items) if spec.kind == "tuple" else items
    made = _FIRST * first + _SECOND * second
    return np.asarray(made, dtype=spec.dtype) if isinstance(spec, ArraySpec) else type(first)(made)
