from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.rates import Meter, Rate, read_rate


class Clock:
    """Seconds that a test moves."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("30/minute", Rate(30, 60)),
        (" 5 per 10 seconds ", Rate(5, 10)),
        ("1/HOUR", Rate(1, 3600)),
        ("1000/2 days", Rate(1000, 172_800)),
    ],
)
def test_a_rate_is_read(text: str, rate: Rate):
    assert read_rate(text) == rate


@pytest.mark.parametrize("text", ["", "30", "0/minute", "30/0 minutes", "-1/minute", "3.5/minute", "1/year", "٣/hour"])
def test_what_is_no_rate_is_refused(text: str):
    with pytest.raises(ValueError, match="is not a rate"):
        read_rate(text)


def test_so_many_at_once_then_at_an_even_pace():
    clock = Clock()
    meter = Meter(Rate(3, 60), clock)
    assert [meter.count("ada") for _ in range(5)] == [0, 0, 0, 20, 20]
    clock.now += 19
    assert meter.count("ada") == 1
    clock.now += 1
    assert [meter.count("ada"), meter.count("ada")] == [0, 20]
    clock.now += 60
    assert [meter.count("ada") for _ in range(4)] == [0, 0, 0, 20]


def test_each_key_is_counted_by_itself():
    meter = Meter(Rate(1, 60), Clock())
    assert [meter.count(key) for key in ("ada", "bob", "ada")] == [0, 0, 60]


@given(
    amount=st.integers(1, 50),
    seconds=st.integers(1, 100),
    steps=st.lists(st.floats(0, 20, allow_nan=False), max_size=200),
)
def test_no_more_than_the_rate_in_the_long_run_and_the_wait_that_is_told_is_enough(
    amount: int, seconds: int, steps: list[float]
):
    clock = Clock()
    meter = Meter(Rate(amount, seconds), clock)
    taken, begin = 0, clock.now
    for step in steps:
        clock.now += step
        wait = meter.count("ada")
        taken += not wait
        assert taken <= amount + (clock.now - begin) * amount / seconds + 1e-6
        if wait:
            clock.now += wait
            assert meter.count("ada") == 0
            taken += 1


def test_keys_that_count_for_nothing_are_forgotten():
    clock = Clock()
    meter = Meter(Rate(1, 1), clock)
    for number in range(1000):
        clock.now += 0.1
        meter.count(f"key {number}")
    assert len(meter._due) < 15


def test_there_are_never_more_keys_than_allowed():
    meter = Meter(Rate(1, 3600), Clock(), most_keys=10)
    for number in range(100):
        meter.count(f"key {number}")
    assert list(meter._due) == [f"key {number}" for number in range(90, 100)]
    assert meter.count("key 99") > 0
