from __future__ import annotations

import pytest

from app.show.numbers import count, duration, error_figure, points


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (0.157157, "0.157"),
        (12.345, "12.35"),
        (3.2e-9, "3.20×10<sup>−9</sup>"),  # noqa: RUF001 - as it is set in print
        (1e-3, "0.001"),
        (1e-6, "10<sup>−6</sup>"),  # noqa: RUF001
        (1e8, "10<sup>8</sup>"),
        ("NaN", "not a number"),
        ("Infinity", "infinite"),
    ],
)
def test_an_error_is_told_in_three_figures(value: float | str, shown: str):
    assert error_figure(value) == shown


@pytest.mark.parametrize(("value", "shown"), [(40.0, "40"), (40 / 3, "13.33"), (0.0, "0"), (2.5, "2.5"), (100, "100")])
def test_points_have_no_needless_digits(value: float, shown: str):
    assert points(value) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0.0004, "0.4 ms"), (0.0031, "3 ms"), (0.41, "0.41 s"), (12.3, "12 s"), (0, "0.0 ms")]
)
def test_durations_are_short(seconds: float, shown: str):
    assert duration(seconds) == shown


def test_counts_agree_with_their_noun():
    assert [count(n, "case") for n in (0, 1, 2)] == ["0 cases", "1 case", "2 cases"]
