from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.http.strict_json import MAX_DEPTH, JSONRefusedError, loads

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
@settings(deadline=None)
def test_what_is_strict_json_comes_back(value: object):
    assert loads(json.dumps(value).encode()) == value
    assert loads(json.dumps(value, ensure_ascii=False).encode()) == value


def outcome(data: bytes) -> object:
    try:
        return loads(data)
    except JSONRefusedError as error:
        return error


@given(st.binary(max_size=200) | st.text(alphabet='[]{}",:\\ 01eE.-ntfaule', max_size=60).map(str.encode))
@settings(deadline=None)
def test_any_bytes_are_a_value_or_refused_in_words(data: bytes):
    found = outcome(data)
    told = str(found)
    assert told.startswith("The body") if isinstance(found, JSONRefusedError) else json.loads(data) == found


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b'{"a": 1, "a": 2}', "names a key twice"),
        (b'{"x": {"a": 1, "\\u0061": 2}}', "names a key twice"),
        (b'{"a": NaN}', "NaN, which is not JSON"),
        (b"[-Infinity]", "-Infinity, which is not JSON"),
        (b"[1e400]", "too large"),
        (b"[" + b"9" * 5000 + b"]", "too large"),
        (b'["\\ud800"]', "lone surrogate"),
        (b'{"\\udfff": 1}', "lone surrogate"),
        (b"[" * 33 + b"]" * 33, "deeper than 32"),
        (b"[" * 500_000, "deeper than 32"),
        (b'{"a":' * 100_000, "deeper than 32"),
        (b"\xef\xbb\xbf{}", "not JSON"),
        ('{"a": "ä"}'.encode("utf-16"), "not UTF-8"),
        (b"\xff", "not UTF-8"),
        (b"", "not JSON"),
        (b'{"a": 1} x', "not JSON"),
        (b'{"a": "b\nc"}', "not JSON"),
        (b"{'a': 1}", "not JSON"),
        (b'"' + b"\\", "not JSON"),
    ],
)
def test_what_is_refused_and_why(data: bytes, told: str):
    with pytest.raises(JSONRefusedError, match=told):
        loads(data)


def test_brackets_in_text_are_no_depth():
    assert loads(b'["' + b"[{" * 100 + b'\\"[[[["]') == ["[{" * 100 + '"[[[[']
    assert loads(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH) is not None


def test_a_pair_of_surrogates_is_a_character():
    assert loads(b'"\\ud83d\\udc0d"') == "\U0001f40d"


@pytest.mark.parametrize("data", [b'"' + b'\\"' * 500_000, b'"' * 1_000_000, b"[" + b"[]," * 300_000, b'\\"' * 500_000])
def test_a_hostile_megabyte_takes_no_time(data: bytes):
    start = time.process_time()
    with pytest.raises(JSONRefusedError):
        loads(data)
    assert time.process_time() - start < 3
