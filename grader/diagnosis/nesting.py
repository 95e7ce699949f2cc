"""Nested lists of numbers as one array, once it is sure that it takes no more memory than they do."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

_INT_BITS_MOST, _AXES_MOST = 64, 64


def numbers_in(items: list[Any] | tuple[Any, ...], most: int) -> Array | None:
    """Lists of numbers and arrays as the array that `np.array` makes of them; None for anything else.

    Every leaf is looked at before anything is allocated: one text among the items would make each as wide as itself.

    Args:
        items: any decoded list or tuple.
        most: the most elements that the array may have.
    """
    shape = _shape(items)
    if shape is None or len(shape) > _AXES_MOST or math.prod(shape) > most:
        return None
    made = np.array(items)
    return made if made.dtype.kind in "fciub" else None


def _shape(value: Any) -> tuple[int, ...] | None:
    """The shape of a number, an array or a list of things of one shape; None where there is none."""
    if isinstance(value, np.ndarray):
        shape: tuple[int, ...] = value.shape
        return shape
    if isinstance(value, list | tuple):
        inner = _shape(value[0]) if value else ()
        if inner is None or any(_shape(item) != inner for item in value[1:]):
            return None
        return (len(value), *inner)
    if isinstance(value, int):
        return () if value.bit_length() <= _INT_BITS_MOST else None
    return () if isinstance(value, float | complex | np.generic) else None
