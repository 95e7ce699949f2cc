"""What a relation asks of a function on one case, and how two of its answers are held against each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from grader.checkers.difference import Context, Difference
from grader.checkers.shapes import present_axes
from grader.checkers.structure import compare
from grader.checkers.wording import subject
from grader.model import ArraySpec, DictSpec, Reason, Relation, ScalarSpec, SequenceSpec, Spec, Tolerance, Value

_LEAST_RTOL = 1e-9
"""Another order of the same sums may round in another way, however strict the problem is."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A relation on one case.

    Attributes:
        relation: the relation.
        inputs: the inputs of each further call, in order.
        dims: sizes that differ from the case's in those calls.
        steps: for gradients, how far the argument is moved in each call, along `directions`.
        directions: for gradients, the direction of each argument, of length 1.
        given: for a special case, what its program gives.
        losses: for gradients, what the reference gives for what is differentiated: in the case, then in each call.
    """

    relation: Relation
    inputs: tuple[Mapping[str, Value], ...]
    dims: Mapping[str, int] = field(default_factory=dict)
    steps: Mapping[str, float] = field(default_factory=dict)
    directions: Mapping[str, np.ndarray[Any, Any]] = field(default_factory=dict)
    given: Value = None
    losses: tuple[Value, ...] = ()


def axes_of(symbol: str, spec: ArraySpec, ndim: int, dims: Mapping[str, int]) -> list[int]:
    """The axes of an array that a symbol stands for; an optional axis counts where it is there."""
    present = present_axes(spec, ndim, Context(dims=dims))
    return [place for place, axis in enumerate(present) if str(spec.shape[axis]).removesuffix("?") == symbol]


def take_rows(array: np.ndarray[Any, Any], axes: list[int], rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Some positions along some axes, as an array of its own."""
    for axis in axes:
        array = np.take(array, rows, axis=axis)
    return np.array(array)


def each_array(value: Any, spec: Spec) -> Iterator[tuple[Any, ArraySpec]]:
    """Every array of an answer that has its declared form."""
    if isinstance(spec, ArraySpec):
        yield value, spec
    elif isinstance(spec, DictSpec):
        for key, item in spec.items.items():
            yield from each_array(value[key], item)
    elif isinstance(spec, SequenceSpec):
        for place, item in enumerate(spec.items):
            yield from each_array(value[place], item)


def part_of(value: Any, spec: Spec, part: str) -> tuple[Any, Spec] | None:
    """A part of any answer and its declaration, by a key or a position; None where the answer has no such part."""
    if isinstance(spec, DictSpec):
        return (value[part], spec.items[part]) if type(value) is dict and part in value else None
    if isinstance(spec, SequenceSpec):
        there = isinstance(value, list | tuple) and int(part) < len(value)
        return (value[int(part)], spec.items[int(part)]) if there else None
    return value, spec


def well_formed(expected: Value, got: Value, spec: Spec, context: Context) -> bool:
    """Whether every part of an answer has its type, shape and dtype and is finite, whatever its values are."""
    if isinstance(spec, DictSpec):
        if not isinstance(expected, dict) or not isinstance(got, dict) or got.keys() != expected.keys():
            return False
        return all(well_formed(expected[key], got[key], item, context) for key, item in spec.items.items())
    if isinstance(spec, SequenceSpec):
        if not isinstance(expected, list | tuple) or type(got) is not type(expected) or len(got) != len(expected):
            return False
        parts = zip(expected, got, spec.items, strict=True)
        return all(well_formed(want, have, item, context) for want, have, item in parts)
    found = compare(expected, got, spec, context)
    return found is None or found.reason in (Reason.WRONG_VALUE, Reason.PROPERTY_FAILED)


def find_apart(want: Value, got: Value, spec: Spec, context: Context) -> Difference | None:
    """How two answers of one function differ in form or value, told as of a hidden case.

    Args:
        want: an answer of the declared form, or what must come of one.
        got: another answer, of any form.
        spec: the declared type; parts that are drawn or measured as a whole are only held in their form.
        context: tolerance and sizes.
    """
    return compare(want, got, _compare_by_value(spec, context.tolerance), replace(context, hidden=True))


def _compare_by_value(spec: Spec, tolerance: Tolerance) -> Spec:
    """A declaration in which every array is compared value by value, or not at all."""
    if isinstance(spec, DictSpec):
        return DictSpec({key: _compare_by_value(item, tolerance) for key, item in spec.items.items()})
    if isinstance(spec, SequenceSpec):
        return SequenceSpec(spec.kind, tuple(_compare_by_value(item, tolerance) for item in spec.items))
    own = tolerance if tolerance.atol == math.inf else spec.tolerance or tolerance
    own = replace(own, rtol=max(own.rtol, _LEAST_RTOL))
    if isinstance(spec, ScalarSpec):
        return ScalarSpec(spec.kind, own)
    free = bool(spec.moments or spec.goal)
    return ArraySpec(spec.shape, spec.dtype, spec.axes, own, free=free)


def describe_where(found: Difference) -> str:
    """Where a difference is, in a few words that follow ``yours does not``."""
    part = f" in `{subject(found.path)}`" if found.path else ""
    if found.first_index:
        return f", first at {found.first_index}{part}"
    return part
