"""What must hold of draws whatever an author asks for: their ranks, and that each row is drawn by itself.

Everything here is a sum of signs that swapping row i of the submission with row i of the reference turns round, as
`moments` tells: for ranks, ties and pairs of rows it is that of the differences D_i of a bounded statistic of one or
two rows. All of them look at the order of the numbers alone, so that no outlier and no overflow hides anything.

For evenness, the numbers of one component that both sides gave are put in order and looked at in pairs of neighbours:
the first and the second, the third and the fourth, and so on. In about half of the pairs both come from one side, if
both sides draw alike. In numbers that are evenly spread or copied from the reference fewer do, in numbers that are
rounded or repeated more. Each row has two numbers, one from each side, so that the pairs join the rows to circles. A
pair is +1 or -1, as its numbers come from one side or from two. Swaps make these fair and independent signs, as soon
as one pair of each circle is left out; leaving out every pair that comes before both of its neighbours does that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np

Array = np.ndarray[Any, Any]

Looked: TypeAlias = "tuple[Array, tuple[int, ...]]"
"""Differences of some statistics, and the components of the first: one, or two for covariances."""

_TAIL = 64
"""How many numbers make a tail: where all come from one side, chance is out of the question."""

_SEED = 29


def deciles(drawn: Array, right: Array) -> Iterator[Looked]:
    """Which rows lie below each decile of all, and which in the tails; the same of how far they lie from the middle."""
    middle = np.median(np.concatenate([drawn, right]), axis=0)
    yield from _ranks(drawn, right)
    yield from _ranks(np.abs(drawn - middle), np.abs(right - middle))


def _ranks(drawn: Array, right: Array) -> Iterator[Looked]:
    ordered = np.sort(np.concatenate([drawn, right]).T, axis=1)
    count = ordered.shape[1]
    for place in (_TAIL, *(count * tenths // 10 for tenths in range(1, 10)), count - _TAIL - 1):
        limit = ordered[:, place]
        yield (drawn <= limit).astype(np.float64) - (right <= limit), (0,)


def ties(drawn: Array, right: Array) -> Iterator[Looked]:
    """Which rows have a number that stands there more than once, or whose size does."""
    for taken in (np.asarray, np.abs):
        yield _tied(taken(np.stack([drawn, right]))), (0,)


def _tied(pair: Array) -> Array:
    """The difference of both sides in what is tied; of shape (rows, components)."""
    flat = pair.reshape(-1, pair.shape[-1])
    places = np.argsort(flat, axis=0, kind="stable")
    same = np.diff(np.take_along_axis(flat, places, axis=0), axis=0) == 0
    edge = np.zeros((1, flat.shape[1]), dtype=bool)
    tied = np.empty(flat.shape, dtype=bool)
    np.put_along_axis(tied, places, np.concatenate([edge, same]) | np.concatenate([same, edge]), axis=0)
    sides = tied.reshape(pair.shape).astype(np.float64)
    return np.asarray(sides[0] - sides[1])


def evenness(drawn: Array, right: Array) -> Iterator[Looked]:
    """Whether neighbours among all numbers, and among their sizes, come from the same side."""
    keys = np.random.Generator(np.random.PCG64(_SEED)).permutation(len(drawn))
    for component in range(drawn.shape[1]):
        columns = drawn[:, component], right[:, component]
        for one, other in (columns, map(np.abs, columns)):
            yield _neighbours(one, other, keys)[:, None], (component,)


def _neighbours(drawn: Array, right: Array, keys: Array) -> Array:
    """For each pair of neighbours +1 or -1, or 0 where it is left out; each row has a key, and swaps keep the order."""
    rows = np.flatnonzero(drawn != right)  # a swap of equal numbers is none
    numbers = np.concatenate([drawn[rows], right[rows]])
    pairs = np.lexsort((np.tile(keys[rows], 2), numbers)).reshape(-1, 2)
    signs = np.where(pairs < len(rows), 1.0, -1.0).prod(axis=1)
    return np.asarray(signs * _without_circles(pairs % max(len(rows), 1)))


def _without_circles(pairs: Array) -> Array:
    """Which pairs of rows to keep, so that they join no rows to a circle; each row is in two pairs."""
    numbers = np.arange(len(pairs))
    first = np.full(len(pairs), len(pairs))
    for ends in pairs.T:
        np.minimum.at(first, ends, numbers)
    return np.asarray(~(first[pairs] == numbers[:, None]).all(axis=1))


def independence(drawn: Array, right: Array) -> Iterator[Looked]:
    """Whether two rows lie on the same side of the median: neighbours, rows half a sample apart, and first and last."""
    middle = np.median(np.concatenate([drawn, right]), axis=0)
    half = len(drawn) // 2
    start = np.arange(half)
    for one, other in ((2 * start, 2 * start + 1), (start, start + half), (start, len(drawn) - 1 - start)):
        alike = [(rows[one] > middle) == (rows[other] > middle) for rows in (drawn, right)]
        yield np.subtract(*(sides.astype(np.float64) for sides in alike)), (0,)


ALWAYS: dict[str, tuple[int, Callable[[Array, Array], Iterator[Looked]]]] = {
    "ties": (2, ties),
    "independence": (3, independence),
    "deciles": (22, deciles),
    "evenness": (2, evenness),
}
"""How many statistics of each component are looked at, and which."""
