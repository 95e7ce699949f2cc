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
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

Array = np.ndarray[Any, Any]

Looked: TypeAlias = "tuple[Array, tuple[int, ...]]"
"""Differences of some statistics, and the components of the first: one, or two for covariances."""

_TAIL = 64
"""How many numbers make a tail: where all come from one side, chance is out of the question."""

_SEED = 29


@dataclass(frozen=True, slots=True)
class Order:
    """Both sides' numbers of each component, in order; of shape (components, twice the rows).

    Attributes:
        numbers: from small to large.
        places: where each stood: twice its row, and one more where it is the reference's.
    """

    numbers: Array
    places: Array


@dataclass(frozen=True)
class Pool:
    """The draws of both sides, one a row."""

    drawn: Array
    right: Array

    @cached_property
    def order(self) -> Order:
        """All numbers in order; equal ones stand in an order of rows that is drawn, so that no swap changes it."""
        return _put_in_order(self.drawn, self.right)

    @cached_property
    def sizes(self) -> Order:
        """The same of their absolute values."""
        return _put_in_order(np.abs(self.drawn), np.abs(self.right))

    def difference(self, holds: Callable[[Array], Array]) -> Array:
        """For each row, whether something holds of what was drawn, less whether it does of the reference's."""
        return np.asarray(holds(self.drawn).view(np.int8) - holds(self.right).view(np.int8))


def _put_in_order(drawn: Array, right: Array) -> Order:
    rows = np.random.Generator(np.random.PCG64(_SEED)).permutation(len(drawn))
    numbers = np.empty((drawn.shape[1], 2 * len(drawn)))
    numbers[:, ::2], numbers[:, 1::2] = drawn.T[:, rows], right.T[:, rows]
    places = np.argsort(numbers, axis=1, kind="stable")
    return Order(np.take_along_axis(numbers, places, axis=1), places)


def deciles(pool: Pool) -> Iterator[Looked]:
    """Which rows lie below each decile of all, which in the tails, and which between two of these."""
    ordered = pool.order.numbers
    count = ordered.shape[1]
    places = (_TAIL, *(count * tenths // 10 for tenths in range(1, 10)), count - _TAIL - 1)
    limits = [ordered[:, place] for place in places]
    below = [pool.difference(lambda rows, limit=limit: rows <= limit) for limit in limits]  # type: ignore[misc]
    yield from ((values, (0,)) for values in below)
    for low in range(len(below) // 2):
        yield below[-1 - low] - below[low], (0,)


def ties(pool: Pool) -> Iterator[Looked]:
    """Which rows have a number that stands there more than once, or whose size does."""
    for order in (pool.order, pool.sizes):
        same = order.numbers[:, 1:] == order.numbers[:, :-1]
        tied = np.zeros(order.numbers.shape, dtype=bool)
        tied[:, 1:] = same
        tied[:, :-1] |= same
        found = np.empty(tied.shape, dtype=np.int8)
        np.put_along_axis(found, order.places, tied.view(np.int8), axis=1)
        yield (found[:, ::2] - found[:, 1::2]).T, (0,)


def evenness(pool: Pool) -> Iterator[Looked]:
    """Whether neighbours among all numbers, and among their sizes, come from the same side."""
    for order in (pool.order, pool.sizes):
        for component, places in enumerate(order.places):
            yield _neighbours(order.numbers[component], places)[:, None], (component,)


def _neighbours(numbers: Array, places: Array) -> Array:
    """For each pair of neighbours +1 or -1, or 0 where it is left out so that no circle of rows is left."""
    where = np.empty(len(places), dtype=np.int64)
    where[places] = np.arange(len(places))
    pairs = where.reshape(-1, 2)
    equal = numbers[pairs[:, 0]] == numbers[pairs[:, 1]]
    if equal.any():  # a swap of equal numbers is none
        places = places[~equal[places // 2]]
        where[places] = np.arange(len(places))
    first = (where.reshape(-1, 2) // 2).min(axis=1)
    rows, sides = places.reshape(-1, 2) // 2, places.reshape(-1, 2) % 2
    kept = (first[rows] != np.arange(len(rows))[:, None]).any(axis=1)
    signs = np.where(sides[:, 0] == sides[:, 1], 1, -1) * kept
    return np.asarray(signs, dtype=np.int8)


def independence(pool: Pool) -> Iterator[Looked]:
    """Whether two rows lie on the same side of the median: neighbours, rows half a sample apart, and first and last."""
    middle = pool.order.numbers[:, pool.order.numbers.shape[1] // 2]
    high = Pool(pool.drawn > middle, pool.right > middle)
    half = len(high.drawn) // 2
    pairs = (
        (slice(0, 2 * half, 2), slice(1, 2 * half, 2)),
        (slice(half), slice(half, 2 * half)),
        (slice(half), slice(-1, -1 - half, -1)),
    )
    for one, other in pairs:
        yield high.difference(lambda rows, one=one, other=other: rows[one] == rows[other]), (0,)  # type: ignore[misc]


ALWAYS: dict[str, tuple[int, Callable[[Pool], Iterator[Looked]]]] = {
    "ties": (2, ties),
    "independence": (3, independence),
    "deciles": (16, deciles),
    "evenness": (2, evenness),
}
"""How many statistics of each component are looked at, and which."""
