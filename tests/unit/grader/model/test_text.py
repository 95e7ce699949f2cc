from __future__ import annotations

import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model import clean

HOSTILE = (
    *map(chr, range(0x20)),
    *map(chr, range(0x7F, 0xA1)),
    *"\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u2800\u3000\u3164",
    *map(chr, range(0x202A, 0x202F)),
    *map(chr, range(0x2060, 0x2070)),
    *"\ufe0e\ufe0f\ufeff\uffa0\ufff9\ufffe\uffff\ud800\udbff\udc00\udfff\U000e0001\U000e0041\U000e0100\U0010ffff",
)
"""Controls, halves of surrogate pairs, signs of direction, and what shows as nothing."""


@pytest.mark.parametrize("letter", HOSTILE, ids=lambda letter: f"{ord(letter):04x}")
def test_what_is_not_seen_becomes_an_escape(letter: str):
    shown = clean(f"a{letter}b", kept="")
    assert shown == f"a{shown[1:-1]}b"
    assert shown.isascii()
    assert int(shown[3:-1], 16) == ord(letter)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 漢\n\tx", "plain é 漢\n\tx"),
        ("\x1b[31m", "\\u001b[31m"),
        ("\0", "\\u0000"),
        ("\u202eabc", "\\u202eabc"),
        ("\ud800", "\\ud800"),
        ("a\rb", "a\\u000db"),
        ("\u2028", "\\u2028"),
        ("\U000e0041", "\\U000e0041"),
        ("x̂ ✓ 😀 \\u202e ±∞", "x̂ ✓ 😀 \\u202e ±∞"),
    ],
)
def test_text_of_some_lines(text: str, shown: str):
    assert clean(text) == shown


@given(st.text(st.characters(max_codepoint=sys.maxunicode)))
def test_any_text_becomes_one_that_every_client_takes(text: str):
    shown = clean(text)
    assert json.loads(json.dumps(shown).encode()) == shown
    assert all(letter in "\n\t" or unicodedata.category(letter)[0] != "C" for letter in shown)
    assert clean(shown) == shown
    assert len(shown) <= 10 * len(text)


def test_only_what_is_kept_stays_a_control():
    assert clean("a\nb\tc", kept="") == "a\\u000ab\\u0009c"
    assert clean("a\nb\tc", kept="\n") == "a\nb\\u0009c"
