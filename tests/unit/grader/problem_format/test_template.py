from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.problem_format import TemplateError, fill, typed_decimals

VALUES: dict[str, Any] = {
    "h_t": np.array([0.53704957, -0.00001]),
    "expected": {"outputs": np.arange(6.0).reshape(1, 2, 3), "inner": {"n": 3}},
    "steps": 98560,
    "name": "tanh",
    "pair": ([1.5], np.array([[2.5]])),
    "z": 1 + 2j,
    "flag": np.bool_(1),
    "huge": 10**5000,
    "big": np.zeros(2000),
}


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("no placeholder, { one } brace", "no placeholder, { one } brace"),
        ("{{ h_t[0]:.4f }}", "0.5370"),
        ("{{h_t[-2]:.4f}}", "0.5370"),
        ("{{ h_t:.4f }}", "[0.5370, 0.0000]"),
        ("{{ h_t[0]:+.2e }}", "+5.37e-01"),
        ("{{ h_t[1]:+.2f }}", "+0.00"),
        ("{{ expected.outputs[0, 1, 2]:.1f }}", "5.0"),
        ("{{ expected.outputs[0, 1]:.0f }}", "[3, 4, 5]"),
        ("{{ expected.inner.n }}", "3"),
        ("{{ steps:,d }} of {{ steps }}", "98,560 of 98560"),
        ("{{ name }}", "tanh"),
        ("{{ pair[0, 0]:.1f }}", "1.5"),
        ("{{ pair[1, 0, 0]:.1f }}", "2.5"),
        ("{{ z:.1f }}", "1.0+2.0j"),
        ("{{ flag }}", "True"),
        ("it prints [[0.3799]], wrongly", "it prints 0.3799, wrongly"),
        ("$[[0.2, -0.1]]$ and [[1]]", "$[[0.2, -0.1]]$ and [[1]]"),
    ],
)
def test_placeholders_are_filled(text: str, filled: str):
    assert fill(text, VALUES) == filled


def test_values_are_not_filled_again():
    assert fill("{{ a }}", {"a": "{{ b }}", "b": "[[0.3799]]"}) == "{{ b }}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{{ nothing }}", "is not known; known here: "),
        ("{{ h_t[2] }}", "outside of shape"),
        ("{{ h_t[0, 0] }}", "outside of shape"),
        ("{{ pair[5] }}", "nothing at index"),
        ("{{ steps[0] }}", "nothing at index"),
        ("{{ h_t.__class__ }}", "has no key '__class__'"),
        ("{{ expected.__class__.__mro__ }}", "has no key '__class__'"),
        ("{{ expected.output }}", "it has: inner, outputs"),
        ("{{ expected }}", "is no number"),
        ("{{ h_t[0]:999999999f }}", "is no format"),
        ("{{ h_t[0]:.999f }}", "is no format"),
        ("{{ h_t[0]:{steps} }}", "is no placeholder"),
        ("{{ h_t[0]!r }}", "is no placeholder"),
        ("{{ h_t[steps] }}", "is no placeholder"),
        ("{{ h_t[0]()}}", "is no placeholder"),
        ("{{ 1 + 1 }}", "is no placeholder"),
        ("{{ }}", "is no placeholder"),
        ("{{ name:.3f }}", "takes no format"),
        ("{{ h_t[0]:d }}", "does not go with float"),
        ("{{ huge }}", "does not go with int"),
        ("{{ huge:.2f }}", "does not go with int"),
        ("{{ big:.1f }}", "over 1000"),
    ],
)
def test_what_cannot_be_filled_is_an_error(text: str, words: str):
    with pytest.raises(TemplateError, match="line 2, column 3: ") as caught:
        fill(f"[[0.1234]]\na {text}", VALUES)
    assert words in caught.value.message


@settings(deadline=None)  # the machine may be busy
@given(st.text(alphabet="{}[]. :,h_t0-1fed+\n", max_size=40))
def test_any_text_is_filled_or_refused(text: str):
    line = 1
    try:
        fill(text, VALUES)
    except TemplateError as error:
        line = error.line
    assert 1 <= line <= text.count("\n") + 1


def test_typed_decimals_are_found_with_their_places():
    text = "it is 0.5370,\nnot \u22120.4053 nor -1.25e-3; $x = 0.125$ and 12.3456."
    found = [(n.text, n.value, n.places, n.line, n.column) for n in typed_decimals(text)]
    assert found == [
        ("0.5370", 0.537, 4, 1, 7),
        ("\u22120.4053", -0.4053, 4, 2, 5),
        ("0.125", 0.125, 3, 2, 32),
        ("12.3456", 12.3456, 4, 2, 43),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "0.37 and 98,560 and 4e-20",
        "it prints [[0.3799]]",
        "{{ h_t[0]:.4f }}",
        "arXiv:1211.5063 and https://arxiv.org/abs/1211.5063",
        "version 1.234.5",
        "v1.2345",
    ],
)
def test_other_numbers_are_left_alone(text: str):
    assert list(typed_decimals(text)) == []
