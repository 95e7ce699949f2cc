"""The bound behind statistics of draws, by simulation, and what samplers it tells apart."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from grader.checkers import Context
from grader.checkers.moments import FALSE_ALARM, LEAST_DRAWS, moments_difference, statistic, threshold
from grader.errors import UnfitProblemError
from grader.model import ArraySpec, Reason

ALL = ArraySpec(("M", "D"), moments=("mean", "variance", "covariance", "deciles"))
Sampler = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]
LAWS: dict[str, Sampler] = {
    "normal": lambda rng, shape: rng.standard_normal(shape),
    "two values": lambda rng, shape: (rng.random(shape) < 0.03).astype(float),
    "without a mean": lambda rng, shape: rng.standard_cauchy(shape),
    "without a variance": lambda rng, shape: rng.pareto(1.5, shape),
    "far from zero": lambda rng, shape: 1e6 + rng.standard_normal(shape),
    "correlated": lambda rng, shape: rng.standard_normal(shape) + rng.standard_normal((shape[0], 1)),
}


@pytest.mark.parametrize("law", LAWS)
def test_the_tail_of_the_statistic_lies_below_its_bound(law: str):
    """P(T >= t) <= 2 exp(-t^2 / 2), whatever is drawn and however few draws there are."""
    rng = np.random.default_rng(3)
    for draws in (5, 40):
        found = statistic(LAWS[law](rng, (draws, 10_000)) - LAWS[law](rng, (draws, 10_000)))
        for limit in (2.0, 2.5, 3.0, 3.5):
            bound = 2 * math.exp(-(limit**2) / 2)
            noise = 4 * math.sqrt(bound / found.size)
            assert np.mean(found >= limit) <= bound + noise, (law, draws, limit)


def test_the_threshold_keeps_the_stated_rate():
    for count in (1, 10, 2000):
        assert count * 2 * math.exp(-(threshold(count) ** 2) / 2) == pytest.approx(FALSE_ALARM)
    assert FALSE_ALARM < 1e-6


@pytest.mark.parametrize("law", LAWS)
def test_right_samplers_pass(law: str):
    rng = np.random.default_rng(8)
    for _ in range(60):
        first, second = (LAWS[law](rng, (LEAST_DRAWS, 3)) for _ in range(2))
        assert moments_difference(first, second, ALL, Context(), "") is None


BIASED: dict[str, Sampler] = {
    "a mean off by a tenth": lambda rng, shape: rng.standard_normal(shape) + 0.1,
    "a spread off by a tenth": lambda rng, shape: 1.1 * rng.standard_normal(shape),
    "uniform": lambda rng, shape: math.sqrt(12) * (rng.random(shape) - 0.5),
    "components that go together": lambda rng, shape: (
        math.sqrt(0.9) * rng.standard_normal(shape) + math.sqrt(0.1) * rng.standard_normal((shape[0], 1))
    ),
    "one draw for all": lambda rng, shape: np.tile(rng.standard_normal((1, *shape[1:])), (shape[0], 1)),
    "only positive": lambda rng, shape: np.abs(rng.standard_normal(shape)),
    "cut tails": lambda rng, shape: np.clip(rng.standard_normal(shape), -1, 1),
}


@pytest.mark.parametrize("law", BIASED)
def test_biased_samplers_fail_every_time(law: str):
    rng = np.random.default_rng(9)
    for _ in range(10):
        right, biased = rng.standard_normal((20_000, 3)), BIASED[law](rng, (20_000, 3))
        found = moments_difference(right, biased, ALL, Context(), "x")
        assert found is not None
        assert (found.reason, found.path, found.max_abs_error) == (Reason.PROPERTY_FAILED, "x", None)


def test_what_is_equal_passes():
    rows = np.random.default_rng(1).standard_normal((LEAST_DRAWS, 2))
    assert moments_difference(rows, rows, ALL, Context(), "") is None
    assert moments_difference(np.ones_like(rows), np.ones_like(rows), ALL, Context(), "") is None


@pytest.mark.parametrize("shape", [(LEAST_DRAWS - 1, 2), (LEAST_DRAWS, 65)])
def test_too_few_draws_or_too_wide_ones_are_the_authors_fault(shape: tuple[int, int]):
    with pytest.raises(UnfitProblemError, match="moments need at least 1000 rows of at most 64 numbers"):
        moments_difference(np.zeros(shape), np.zeros(shape), ALL, Context(), "")
