"""Which elements of an answer are wrong, so that whoever shows it marks those and no others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from grader.checkers.arrays import wrong_indices
from grader.checkers.difference import Context
from grader.model import ArraySpec, DictSpec, SequenceSpec, Spec, Value

_Part: TypeAlias = tuple[str, Any, Any, ArraySpec]


def wrong_elements(expected: Value, got: Value, spec: Spec, context: Context) -> dict[str, tuple[int, ...]]:
    """The wrong elements of each array that has its declared shape and is compared value by value.

    Args:
        expected: what the reference gave, of its declared type.
        got: what the submission gave.
        spec: the declared type of the answer.
        context: the tolerance; of a hidden case nothing is told.

    Returns:
        By the place of an array, such as ``["outputs"]`` or ``[1]`` (empty for the whole), flat indices in C order.
    """
    if context.hidden:
        return {}
    found = ((key, wrong_indices(want, have, part, context)) for key, want, have, part in _arrays(expected, got, spec))
    return {key: indices for key, indices in found if indices}


def _arrays(expected: Any, got: Any, spec: Spec, key: str = "") -> Iterator[_Part]:
    """Each declared array with what stands in its place."""
    if isinstance(spec, ArraySpec):
        yield key, expected, got, spec
    elif isinstance(spec, DictSpec) and isinstance(got, dict):
        for name, item in spec.items.items():
            if name in got:
                yield from _arrays(expected[name], got[name], item, f'{key}["{name}"]')
    elif isinstance(spec, SequenceSpec) and isinstance(got, list | tuple):
        for index, (want, have, item) in enumerate(zip(expected, got, spec.items, strict=False)):
            yield from _arrays(want, have, item, f"{key}[{index}]")
