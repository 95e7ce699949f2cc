"""Samplers that are none: each makes rows that look like standard normal draws in one way or another."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]
Cheat: TypeAlias = Callable[[np.random.Generator, Array], Array]
"""Given randomness, and the reference's own draws for those that know them."""

_NORMAL = NormalDist()
_inverse = np.vectorize(_NORMAL.inv_cdf)


def _normal(rng: np.random.Generator, like: Array, part: int = 1) -> Array:
    return rng.standard_normal((len(like) // part, like.shape[1]))


def _with(rows: Array, *changes: tuple[Any, Any]) -> Array:
    rows = rows.copy()
    for where, value in changes:
        rows[where] = value
    return rows


def _shuffled(rng: np.random.Generator, rows: Array) -> Array:
    return rows[rng.permutation(len(rows))]


def _by_column(like: Array, column: Callable[[int], Array]) -> Array:
    return np.stack([column(number) for number in range(like.shape[1])], axis=1)


def _van_der_corput(count: int, base: int) -> Array:
    left, found, share = np.arange(1, count + 1), np.zeros(count), 1.0
    while left.any():
        share /= base
        found += share * (left % base)
        left = left // base
    return found


def _walk(rng: np.random.Generator, like: Array) -> Array:
    rows = np.cumsum(_normal(rng, like), axis=0)
    return (rows - rows.mean(axis=0)) / rows.std(axis=0)


def _remembering(rng: np.random.Generator, like: Array) -> Array:
    rows = rng.standard_normal((len(like) + 1, like.shape[1]))
    return math.sqrt(0.75) * rows[1:] + 0.5 * rows[:-1]


def _common(rng: np.random.Generator, like: Array, share: float) -> Array:
    return math.sqrt(1 - share) * _normal(rng, like) + math.sqrt(share) * rng.standard_normal((len(like), 1))


def _stratum(rng: np.random.Generator, count: int, within: Array | float) -> Array:
    return _inverse((rng.permutation(count) + within) / count)


_GOLDEN = (0.6180339887498949, 0.7548776662466927)

CHEATS: dict[str, Cheat] = {
    "zeros": lambda _, like: np.zeros_like(like),
    "zeros and one 1e300": lambda _, like: _with(np.zeros_like(like), ((0, 0), 1e300)),
    "zeros and a row of 1e300": lambda _, like: _with(np.zeros_like(like), (0, 1e300)),
    "zeros and one 1e6": lambda _, like: _with(np.zeros_like(like), ((0, 0), 1e6)),
    "zeros and both ends of the range": lambda _, like: _with(np.zeros_like(like), (0, 1e308), (1, -1e308)),
    "zeros and what gives the variance": lambda _, like: _with(np.zeros_like(like), (0, math.sqrt(len(like)))),
    "the least number": lambda _, like: np.full_like(like, 5e-324),
    "a constant": lambda _, like: np.ones_like(like),
    "one draw again and again": lambda rng, like: np.tile(_normal(rng, like, len(like)), (len(like), 1)),
    "two draws in turn": lambda rng, like: np.tile(_normal(rng, like, len(like) // 2), (len(like) // 2, 1)),
    "plus and minus one in turn": lambda _, like: np.tile([[1.0], [-1.0]], (len(like) // 2, like.shape[1])),
    "ten times a tenth": lambda rng, like: np.tile(_normal(rng, like, 10), (10, 1)),
    "half, then the same": lambda rng, like: np.tile(_normal(rng, like, 2), (2, 1)),
    "each draw twice": lambda rng, like: np.repeat(_normal(rng, like, 2), 2, axis=0),
    "each draw twice, shuffled": lambda rng, like: _shuffled(rng, np.tile(_normal(rng, like, 2), (2, 1))),
    "a quarter that comes again": lambda rng, like: _with(
        a := _normal(rng, like), (slice(-(len(like) // 4), None), a[: len(like) // 4])
    ),
    "the reference's draws, shuffled": _shuffled,
    "the reference's draws, backwards": lambda _, like: like[::-1].copy(),
    "the reference's draws, moved by one": lambda _, like: np.roll(like, 1, axis=0),
    "the reference's draws, each column shuffled": lambda rng, like: rng.permuted(like, axis=0),
    "the reference's draws, mirrored and shuffled": lambda rng, like: -_shuffled(rng, like),
    "half of the reference's draws": lambda rng, like: np.concatenate([_normal(rng, like, 2), like[: len(like) // 2]]),
    "two points of the right moments": lambda rng, like: np.sign(_normal(rng, like)),
    "three points of four right moments": lambda rng, like: math.sqrt(3) * rng.choice([-1, 0, 0, 0, 0, 1], like.shape),
    "uniform of the right variance": lambda rng, like: math.sqrt(12) * (rng.random(like.shape) - 0.5),
    "exponential of the right moments": lambda rng, like: rng.exponential(1.0, like.shape) - 1,
    "Laplace of the right variance": lambda rng, like: rng.laplace(0, math.sqrt(0.5), like.shape),
    "Student of the right variance": lambda rng, like: rng.standard_t(3, like.shape) / math.sqrt(3),
    "a mixture of the right variance": lambda rng, like: (
        0.9 * rng.choice([-1.0, 1.0], like.shape) + math.sqrt(0.19) * _normal(rng, like)
    ),
    "only positive": lambda rng, like: np.abs(_normal(rng, like)),
    "signs in turn": lambda rng, like: np.abs(_normal(rng, like)) * np.tile([[1.0], [-1.0]], (len(like) // 2, 1)),
    "clipped": lambda rng, like: np.clip(_normal(rng, like), -2, 2),
    "truncated": lambda rng, like: _inverse(rng.uniform(_NORMAL.cdf(-2), _NORMAL.cdf(2), like.shape)),
    "sorted": lambda rng, like: np.sort(_normal(rng, like), axis=0),
    "sorted downwards": lambda rng, like: np.sort(_normal(rng, like), axis=0)[::-1].copy(),
    "rows sorted by the first column": lambda rng, like: (a := _normal(rng, like))[np.argsort(a[:, 0])],
    "half, then mirrored": lambda rng, like: np.concatenate([a := _normal(rng, like, 2), -a]),
    "half, then mirrored backwards": lambda rng, like: np.concatenate([a := _normal(rng, like, 2), -a[::-1]]),
    "each draw, then mirrored": lambda rng, like: np.stack(
        [a := _normal(rng, like, 2), -a], axis=1
    ).reshape(like.shape),
    "half and mirrored, shuffled": lambda rng, like: _shuffled(rng, np.concatenate([a := _normal(rng, like, 2), -a])),
    "rounded to tenths": lambda rng, like: np.round(_normal(rng, like), 1),
    "rounded to hundredths": lambda rng, like: np.round(_normal(rng, like), 2),
    "in half precision": lambda rng, like: _normal(rng, like).astype(np.float16).astype(np.float64),
    "middles of cells": lambda rng, like: (np.floor(4 * _normal(rng, like)) + 0.5) / 4,
    "a lattice in order": lambda _, like: np.tile(np.linspace(-1.7, 1.7, len(like))[:, None], (1, like.shape[1])),
    "quantiles, shuffled": lambda rng, like: _by_column(like, lambda _: _stratum(rng, len(like), 0.5)),
    "one draw of each stratum, shuffled": lambda rng, like: _by_column(
        like, lambda _: _stratum(rng, len(like), rng.uniform(0.001, 0.999, len(like)))
    ),
    "a van der Corput sequence": lambda _, like: _by_column(
        like, lambda number: _inverse(_van_der_corput(len(like), (2, 3)[number]))
    ),
    "a Kronecker sequence": lambda rng, like: _by_column(
        like, lambda number: _inverse((rng.random() + np.arange(len(like)) * _GOLDEN[number]) % 1)
    ),
    "a random walk": _walk,
    "rows that remember the last one": _remembering,
    "components that go together": lambda rng, like: _common(rng, like, 0.3),
    "one component for all": lambda rng, like: np.tile(_normal(rng, like)[:, :1], (1, like.shape[1])),
    "a wrong mean": lambda rng, like: _normal(rng, like) + 0.2,
    "a wrong spread": lambda rng, like: 1.3 * _normal(rng, like),
    "far too wide": lambda rng, like: 1e300 * _normal(rng, like),
    "one in thirty far outside": lambda rng, like: _with(_normal(rng, like), (slice(None, None, 30), 1e6)),
    "one NaN": lambda rng, like: _with(_normal(rng, like), ((5, 0), math.nan)),
    "one infinity": lambda rng, like: _with(_normal(rng, like), ((5, 0), math.inf)),
}  # fmt: skip

NEED_COVARIANCE = frozenset({"components that go together", "one component for all"})
"""Of these every component by itself is drawn as it should be."""
