from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from grader.checkers.wording import (
    count,
    dtype_name,
    join_words,
    kind_of,
    on_one_line,
    pair_of,
    power_of_ten,
    power_words,
    quote,
    value_of,
)
from grader.model import Foreign


@pytest.mark.parametrize(
    ("error", "power"),
    [(0.5, 1.0), (0.2, 0.1), (3e-5, 1e-5), (8e-5, 1e-4), (1e300, 1e300), (0.0, None), (math.inf, None), (None, None)],
)
def test_errors_become_powers_of_ten(error: float | None, power: float | None):
    assert power_of_ten(error) == power


@pytest.mark.parametrize("name", ["<U12", "str384", "|S7", "datetime64[ns]", "[('x625', '<f8')]", "void48", "x625"])
def test_a_dtype_of_a_hidden_case_holds_no_digits_of_the_students(name: str):
    shown = dtype_name(name, hidden=True)
    assert not any(digits in shown for digits in ("12", "384", "7", "625", "48"))


def test_hidden_scalars_of_strange_dtypes_have_no_name():
    assert kind_of(np.str_("a" * 37), hidden=True) == "a NumPy scalar of another dtype"
    assert kind_of(np.float32(1), hidden=True) == "a numpy.float32"


def test_a_students_type_name_cannot_break_a_line():
    assert kind_of(Foreign("evil\n\x1b[31m"), hidden=False) == "an evil\\u000a\\u001b[31m"
    assert on_one_line("x" * 100) == "x" * 60 + "..."


def test_what_cannot_be_seen_is_quoted_as_an_escape_and_only_once():
    assert quote("a\u202e\u3164'\\") == '"a\\u202e\\u3164\'\\\\"'
    assert quote("x" * 100) == "'" + "x" * 60 + "...'"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "True"),
        (np.int8(3), "3"),
        pytest.param(10**5000, "an int of 16610 bits", id="huge"),
        (-(2**64), "-18446744073709551616"),
        (0.1, "0.1"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (math.nan, "NaN"),
        (1 + 2j, "(1+2j)"),
        ("a\nb", "'a\\nb'"),
        (None, "None"),
    ],
)
def test_values_are_shown_short(value: Any, shown: str):
    assert value_of(value) == shown


def test_values_that_look_alike_get_all_their_digits():
    assert pair_of(1.0, 1.0 + 1e-12) == ("1.0", "1.000000000001")


def test_counts_and_lists_are_words():
    assert [count(1, "axis"), count(2, "axis"), count(12, "item")] == ["one axis", "two axes", "12 items"]
    assert [join_words(["a"]), join_words(["a", "b"]), join_words(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    ("power", "words"),
    [(1.0, "1"), (10.0, "10"), (100.0, "100"), (0.1, "0.1"), (0.01, "0.01"), (1e-3, "1e-3"), (1e3, "1e3")],
)
def test_powers_of_ten_read_as_numbers_where_they_are_short(power: float, words: str):
    assert power_words(power) == words
