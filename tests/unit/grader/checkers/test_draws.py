"""No sampler that cheats passes, whatever statistics are asked for, and honest ones always do."""

from __future__ import annotations

import math

import numpy as np
import pytest

from grader.checkers import Context, compare
from grader.checkers.draws import ALWAYS, Pool
from grader.checkers.moments import statistic
from grader.model import ArraySpec, Reason
from tests.unit.grader.checkers.cheating_samplers import CHEATS, NEED_COVARIANCE
from tests.unit.grader.checkers.test_moments import ALL, LAWS, Sampler

MEAN = ArraySpec(("M", "D"), moments=("mean",))
SHAPE = (5000, 2)
MORE_LAWS: dict[str, Sampler] = {
    **LAWS,
    "a die": lambda rng, shape: rng.integers(1, 7, shape).astype(float),
    "waiting": lambda rng, shape: rng.geometric(0.3, shape).astype(float),
    "often zero": lambda rng, shape: np.maximum(rng.standard_normal(shape), 0.0),
    "always the same": lambda _, shape: np.full(shape, 2.5),
    "of all sizes": lambda rng, shape: np.exp(100 * rng.standard_normal(shape)),
    "every row another mean": lambda rng, shape: np.linspace(0, 50, shape[0])[:, None] + rng.standard_normal(shape),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_cheating_samplers_fail_every_time(cheat: str):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        right = rng.standard_normal(SHAPE)
        drawn = CHEATS[cheat](rng, right)
        assert drawn.shape == SHAPE
        for spec in (ALL,) if cheat in NEED_COVARIANCE else (ALL, MEAN):
            found = compare(right, drawn, spec, Context())
            assert found is not None, spec.moments
            assert found.reason is (Reason.PROPERTY_FAILED if np.isfinite(drawn).all() else Reason.NOT_FINITE)


def test_honest_samplers_pass_two_thousand_times():
    rng = np.random.default_rng(12)
    for law in MORE_LAWS.values():
        for _ in range(2004 // len(MORE_LAWS)):
            first, second = law(rng, (1000, 2)), law(rng, (1000, 2))
            assert compare(first, second, ALL, Context()) is None


@pytest.mark.parametrize("law", MORE_LAWS)
@pytest.mark.parametrize("kind", ALWAYS)
def test_the_tail_of_every_statistic_lies_below_its_bound(kind: str, law: str):
    """P(T >= t) <= 2 exp(-t^2 / 2), also of sums of signs of neighbours, whatever is drawn."""
    rng = np.random.default_rng(7)
    drawn, right = MORE_LAWS[law](rng, (150, 1500)), MORE_LAWS[law](rng, (150, 1500))
    found = np.concatenate([statistic(values) for values, _ in ALWAYS[kind][1](Pool(drawn, right))])
    for limit in (2.0, 2.5, 3.0, 3.5):
        bound = 2 * math.exp(-(limit**2) / 2)
        assert np.mean(found >= limit) <= bound + 5 * math.sqrt(bound / found.size), limit


@pytest.mark.parametrize("kind", ALWAYS)
def test_as_many_statistics_are_looked_at_as_are_counted(kind: str):
    rng = np.random.default_rng(3)
    count, looked = ALWAYS[kind]
    found = [
        values.shape[1] for values, _ in looked(Pool(rng.standard_normal((200, 3)), rng.standard_normal((200, 3))))
    ]
    assert sum(found) == 3 * count


@pytest.mark.parametrize(
    ("cheat", "words"),
    [
        ("one draw again and again", "All rows are equal."),
        ("zeros and one 1e6", "One value lies far outside all others."),
        ("zeros and a row of 1e300", "A few values lie far outside all others."),
        ("each draw twice", "holds the same numbers again and again"),
        ("half, then mirrored", "Look for draws that are repeated, mirrored, rounded or clipped."),
        ("a Kronecker sequence", "has rows that depend on each other"),
        ("one draw of each stratum, shuffled", "is spread more evenly than draws are"),
        ("the reference's draws, shuffled", "nothing may be evenly spaced, rounded or copied"),
        ("uniform of the right variance", "does not have the right distribution"),
    ],
)
@pytest.mark.parametrize("hidden", [False, True])
def test_it_is_told_what_is_wrong(cheat: str, words: str, *, hidden: bool):
    rng = np.random.default_rng(5)
    right = rng.standard_normal(SHAPE)
    found = compare(right, CHEATS[cheat](rng, right), MEAN, Context(hidden=hidden))
    assert found is not None
    assert words in found.message
