"""The form of an answer alone: type, keys, length, shape and dtype, where nothing is expected of its values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from grader.checkers.difference import Context, Difference
from grader.checkers.scalars import compare_scalar
from grader.checkers.structure import compare
from grader.errors import UnfitProblemError
from grader.model import ArraySpec, DictSpec, ScalarSpec, SequenceSpec, Spec, Tolerance, Value

_BLANK: dict[str, Value] = {"float": 0.0, "int": 0, "bool": False, "complex": 0j, "str": "", "none": None}

_PROPERTIES_MOST = 1 << 18


def compare_form(got: Value, spec: Spec, context: Context) -> Difference | None:
    """Hold an answer against its declaration: all that `compare` looks at before values, and declared properties.

    Args:
        got: what the submission gave, as it was decoded from the wire.
        spec: the declared type of the answer.
        context: sizes of symbols, as the inputs set them; the tolerance is of no meaning here.

    Returns:
        The first thing that is wrong with its form, or None.
    """
    spec = _with_any_value(spec, got)
    return compare(_stand_in(got, spec, context), got, spec, replace(context, tolerance=Tolerance(equal_nan=True)))


def _with_any_value(spec: Spec, got: Any) -> Spec:
    """The same declaration without what asks for an expected value; NaN equals itself everywhere.

    Properties of an array whose size nothing declares are left out where it is large: their cost may grow faster.
    """
    if isinstance(spec, DictSpec):
        held = got if isinstance(got, dict) else {}
        return DictSpec({key: _with_any_value(item, held.get(key)) for key, item in spec.items.items()})
    if isinstance(spec, SequenceSpec):
        pairs = zip(spec.items, _items(got, len(spec.items)), strict=True)
        return SequenceSpec(spec.kind, tuple(_with_any_value(item, part) for item, part in pairs))
    if isinstance(spec, ScalarSpec):
        return replace(spec, tolerance=None)
    small = not isinstance(got, np.ndarray) or got.size <= _PROPERTIES_MOST
    properties = spec.properties if small else ()
    return replace(spec, tolerance=None, moments=(), goal=None, free=bool(spec.goal), properties=properties)


def _items(got: Any, count: int) -> list[Any]:
    """As many parts as are declared; None for those that did not come."""
    parts = list(got[:count]) if isinstance(got, list | tuple) else []
    return parts + [None] * (count - len(parts))


def _stand_in(got: Any, spec: Spec, context: Context) -> Value:
    """An expected value: the answer itself in each part that has its declared form, something blank elsewhere."""
    if isinstance(spec, DictSpec):
        held = got if isinstance(got, dict) else {}
        return {key: _stand_in(held.get(key), item, context) for key, item in spec.items.items()}
    if isinstance(spec, SequenceSpec):
        parts = zip(_items(got, len(spec.items)), spec.items, strict=True)
        made = [_stand_in(part, item, context) for part, item in parts]
        return tuple(made) if spec.kind == "tuple" else made
    return _stand_in_scalar(got, spec, context) if isinstance(spec, ScalarSpec) else _stand_in_array(got, spec, context)


def _stand_in_scalar(got: Any, spec: ScalarSpec, context: Context) -> Value:
    try:
        compare_scalar(got, got, spec, context, "")
    except UnfitProblemError:
        return _BLANK[spec.kind]
    return got  # type: ignore[no-any-return]  # one of the declared kind


def _stand_in_array(got: Any, spec: ArraySpec, context: Context) -> Value:
    there = type(got) is np.ndarray
    shape = _shape(got.shape if there else (), spec, context)
    if there and got.dtype == np.dtype(spec.dtype) and got.shape == shape:
        return got  # type: ignore[no-any-return]  # an array
    return np.broadcast_to(np.zeros((), spec.dtype), shape)  # its size takes no memory


def _shape(got: tuple[int, ...], spec: ArraySpec, context: Context) -> tuple[int, ...]:
    """The declared shape in this case; a size that no input sets is taken from the answer, or is 1."""
    axes = [axis for axis in spec.shape if isinstance(axis, int) or _is_there(axis, context)]
    sizes = got if len(got) == len(axes) else (1,) * len(axes)
    return tuple(
        axis if isinstance(axis, int) else context.dims.get(axis.removesuffix("?"), size)
        for axis, size in zip(axes, sizes, strict=True)
    )


def _is_there(axis: str, context: Context) -> bool:
    """Whether an axis is there: one that may be absent is, where an input has it."""
    return not axis.endswith("?") or axis.removesuffix("?") in context.dims
