"""A largest matching in a table of what fits what (augmenting paths; H. W. Kuhn, 1955)."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

_NONE = -1


def match_rows(fits: Array) -> Array:
    """For each row the column that it gets, or -1; no column is given twice, and no matching has more pairs.

    Args:
        fits: bool, rows by columns.
    """
    owner = np.full(fits.shape[1], _NONE)
    partner = np.full(fits.shape[0], _NONE)
    lost = np.zeros(fits.shape[1], dtype=bool)
    for start in range(len(fits)):
        before, end = _path(fits, start, owner, lost)
        while end != _NONE:
            row = int(before[end])
            owner[end] = row
            end, partner[row] = int(partner[row]), end
    return partner


def _path(fits: Array, start: int, owner: Array, lost: Array) -> tuple[Array, int]:
    """Breadth first from a row to a column that nobody has; through which row each column was reached.

    Where there is none, no later search needs to come by the columns that were reached: they are `lost`.
    """
    before = np.full(len(owner), _NONE)
    reached = lost.copy()
    waiting = [start]
    for row in waiting:
        new = fits[row] & ~reached
        free = new & (owner == _NONE)
        if free.any():
            end = int(np.argmax(free))
            before[end] = row
            return before, end
        before[new] = row
        reached |= new
        waiting.extend(owner[new].tolist())
    lost |= reached
    return before, _NONE
