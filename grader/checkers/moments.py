"""Draws from a distribution: whether those of a submission come from the same one as the reference's.

Each row along the first axis is one draw. The reference draws as many rows from a Generator of its own. For a
statistic g of one row, such as a component or its square, look at the differences D_i = g(S_i) - g(R_i) between row i
of the submission and row i of the reference. If both draw independently from one distribution, whichever it is, S_i
and R_i may change places without anything being different, so that each D_i is as likely as -D_i. Given the sizes
|D_i|, their sum is then one of Rademacher variables times constants, and by Hoeffding's inequality

    P(|sum D_i| >= t sqrt(sum D_i^2)) <= 2 exp(-t^2 / 2).

No moment of the distribution need exist, and no number of draws need be large: this is no limit theorem. Where K
statistics are looked at, t = sqrt(2 ln(2 K / FALSE_ALARM)) leaves a right program in one output of one case a chance
of at most FALSE_ALARM to be refused (union bound). What g needs to know of the rows, such as their mean or a quantile,
is taken from all rows of both together, which does not change when rows change places.

What is asked for is not enough: zeros and one large number have a right mean and variance. So the outermost numbers of
both together are clipped before means and products are looked at, and what `draws` tells is looked at in any case.

Sources: W. Hoeffding, "Probability inequalities for sums of bounded random variables", JASA 58 (1963), theorem 2;
B. Efron, "Student's t-test under symmetry conditions", JASA 64 (1969), for the use of symmetry.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from grader.checkers.difference import Context, Difference
from grader.checkers.draws import ALWAYS, Looked, Pool
from grader.checkers.shapes import axis_names
from grader.checkers.wording import subject
from grader.errors import UnfitProblemError
from grader.model import ArraySpec, Reason

Array = np.ndarray[Any, Any]

FALSE_ALARM = 1e-7
"""The chance of a right program to be refused, in one output of one case: ten of them stay at one in a million."""

LEAST_DRAWS = 1000
"""Fewer rows tell too little: 1,000 show a mean that is off by 0.3 standard deviations, 100,000 one off by 0.03."""

MOST_COMPONENTS = 64
"""Most numbers in one row: covariances grow with their square."""

_FAR = 100.0
"""How many times farther out than any of the reference's draws a value must lie to be told."""

_OUTERMOST = 500
"""Of how many numbers one is taken to be an outlier, on both sides, where means and products are looked at."""

_WORDS = {
    "mean": (
        "does not have the right mean over {draws}",
        "Look at what is added to the draws, and at where they are centred.",
    ),
    "variance": (
        "does not have the right variance over {draws}",
        "Look at what the draws are multiplied by: a standard deviation is the root of a variance.",
    ),
    "covariance": (
        "does not have the right covariance over {draws}",
        "Look at how the components are mixed, such as at a matrix and its transpose.",
    ),
    "deciles": ("does not have the right distribution over {draws}", "Look at which distribution is drawn from."),
    "ties": (
        "holds the same numbers again and again, more often than draws do",
        "Look for draws that are repeated, mirrored, rounded or clipped.",
    ),
    "independence": (
        "has rows that depend on each other",
        "Each row must be drawn by itself: they may not be sorted, mirrored or repeated.",
    ),
    "evenness": (
        "is spread more evenly than draws are, or less so",
        "Each row must be drawn by itself: nothing may be evenly spaced, rounded or copied.",
    ),
}


def moments_difference(expected: Array, got: Array, spec: ArraySpec, context: Context, path: str) -> Difference | None:
    """The first statistic in which two samples differ by more than chance, or None.

    Those that are declared come first; ranks, and that each row is drawn by itself, are always looked at.

    Args:
        expected: the reference's draws, one a row.
        got: the submission's, of the same shape, finite.
        spec: names the statistics and the axes.
        context: a sample tells both figures, a hidden case none.
        path: the part of the answer.

    Raises:
        UnfitProblemError: there are too few rows, or too many components.
    """
    if len(expected) < LEAST_DRAWS or math.prod(expected.shape[1:]) > MOST_COMPONENTS:
        need = f"moments need at least {LEAST_DRAWS} rows of at most {MOST_COMPONENTS} numbers"
        raise UnfitProblemError(f"{need}, not shape {expected.shape}")
    right, drawn = (np.asarray(rows.reshape(len(rows), -1), np.float64, order="F") for rows in (expected, got))
    bound = threshold(_count_numbers(_list_asked(spec), right.shape[1]))
    with np.errstate(all="ignore"):
        for kind, looked in _statistics(Pool(drawn, right), spec):
            found = _farthest(looked)
            if found[0] > bound:
                return _describe_miss(kind, found[1], (drawn, right), (spec, context, got.shape), path)
    return None


def _list_asked(spec: ArraySpec) -> list[str]:
    """The declared statistics that are not looked at anyway."""
    return [kind for kind in spec.moments if kind not in ALWAYS]


def _statistics(pool: Pool, spec: ArraySpec) -> Iterator[tuple[str, Iterator[Looked]]]:
    """All that is looked at, by its kind."""
    standard = _standardise(pool)
    for kind in _list_asked(spec):
        yield kind, _ASKED[kind](*standard)
    for kind, (_, looked) in ALWAYS.items():
        yield kind, looked(pool)


def threshold(count: int) -> float:
    """The bound for the largest of `count` statistics that a right program passes with at most FALSE_ALARM."""
    return math.sqrt(2 * math.log(2 * max(count, 1) / FALSE_ALARM))


def statistic(differences: Array) -> Array:
    """``|sum D_i| / sqrt(sum D_i^2)`` for each column; 0 where nothing differs."""
    size = np.sqrt(np.square(differences).sum(axis=0))
    return np.asarray(np.divide(np.abs(differences.sum(axis=0)), size, out=np.zeros(size.shape), where=size > 0))


def _count_numbers(kinds: Sequence[str], components: int) -> int:
    """How many numbers are looked at."""
    pairs = components * (components - 1) // 2
    asked = sum(pairs if kind == "covariance" else components for kind in kinds)
    return asked + components * sum(count for count, _ in ALWAYS.values())


def _farthest(found: Iterator[Looked]) -> tuple[float, tuple[int, ...]]:
    """The largest of some statistics, and the components that it belongs to."""
    worst: tuple[float, tuple[int, ...]] = (0.0, (0,))
    for values, components in found:
        sizes = statistic(values)
        index = int(np.argmax(sizes))
        if sizes[index] > worst[0]:
            worst = float(sizes[index]), (*components[:-1], components[-1] + index)
    return worst


def _standardise(pool: Pool) -> tuple[Array, Array]:
    """Both without the outermost numbers of all, with mean 0 and deviation 1 together.

    Few large numbers would hide all others, and the squares of very large ones overflow.
    """
    both = np.asarray(np.concatenate([pool.drawn, pool.right]), order="F")
    outermost = len(both) // _OUTERMOST
    low, high = pool.order.numbers[:, outermost], pool.order.numbers[:, -1 - outermost]
    peak = np.maximum(np.abs(low), np.abs(high))
    peak[peak == 0] = 1.0
    both = np.clip(both, low, high) / peak
    scale = both.std(axis=0)
    scale[~(scale > 0)] = 1.0
    both = (both - both.mean(axis=0)) / scale
    return both[: len(pool.drawn)], both[len(pool.drawn) :]


def _means(drawn: Array, right: Array) -> Iterator[Looked]:
    yield drawn - right, (0,)


def _variances(drawn: Array, right: Array) -> Iterator[Looked]:
    yield np.square(drawn) - np.square(right), (0,)


def _covariances(drawn: Array, right: Array) -> Iterator[Looked]:
    """The products of each component with all that come after it."""
    for first in range(drawn.shape[1] - 1):
        others = slice(first + 1, None)
        products = (rows[:, first : first + 1] * rows[:, others] for rows in (drawn, right))
        yield np.subtract(*products), (first, first + 1)


_ASKED: dict[str, Callable[[Array, Array], Iterator[Looked]]] = {
    "mean": _means,
    "variance": _variances,
    "covariance": _covariances,
}


def _describe_miss(
    kind: str,
    components: tuple[int, ...],
    samples: tuple[Array, Array],
    where: tuple[ArraySpec, Context, tuple[int, ...]],
    path: str,
) -> Difference:
    """What is wrong, and what to look at; a sample tells the figures where there is one of each."""
    spec, context, shape = where
    names = axis_names(spec, len(shape), context)
    draws = f"the axis {names[0]}" if names else "its rows"
    labels = names[1:] or tuple(f"axis {axis}" for axis in range(1, len(shape)))
    place = " and ".join(_name_component(component, shape[1:], labels) for component in components) if labels else ""
    message, look = _WORDS[kind]
    at = f", farthest at {place}" if place else ""
    figures = _write_figures(kind, components[0], samples, context)
    message = f"{subject(path)} {message.format(draws=draws)}{at}{figures}. {look}"
    plain = _describe_draws(*samples)
    return Difference(Reason.PROPERTY_FAILED, f"{plain} {message}" if plain else message, path)


def _describe_draws(drawn: Array, right: Array) -> str:
    """What a glance at the draws shows: that all are equal, or that one or a few lie far outside."""
    if (drawn == drawn[0]).all():
        return "All rows are equal."
    middle = np.median(right, axis=0)
    reach = np.abs(right - middle).max(axis=0)
    outside = np.abs(drawn - middle) > _FAR * reach
    many = int(np.count_nonzero(outside & (reach > 0)))
    if not 0 < many <= len(drawn) // 100:
        return ""
    return "One value lies far outside all others." if many == 1 else "A few values lie far outside all others."


def _name_component(component: int, shape: tuple[int, ...], labels: Sequence[str]) -> str:
    """A component by the names of its axes."""
    index = np.unravel_index(component, shape)
    return ", ".join(f"{label} {int(position)}" for label, position in zip(labels, index, strict=True))


def _write_figures(kind: str, component: int, samples: tuple[Array, Array], context: Context) -> str:
    """Both figures, for a mean or a variance of a sample."""
    if context.hidden or kind not in ("mean", "variance"):
        return ""
    columns = (sample[:, component] for sample in samples)
    got, want = (float(column.mean() if kind == "mean" else column.var()) for column in columns)
    return f" ({got:.4g}, where the reference's draws have {want:.4g})"
