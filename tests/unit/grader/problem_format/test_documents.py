from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.problem_format.documents import DocumentError, read_document


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e-9", 1e-9),
        ("1.0e-9", 1e-9),
        ("-.5", -0.5),
        ("2.", 2.0),
        ("010", 10),
        ("0x10", 16),
        ("0o10", 8),
        (".inf", math.inf),
        ("-.INF", -math.inf),
        ("2..8", "2..8"),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("2024-01-31", "2024-01-31"),
        ("yes", "yes"),
        ("off", "off"),
        ("true", True),
        ("N?", "N?"),
        ("~", None),
        ("", None),
        ("'1'", "1"),
        ("! 1", "1"),
        ("!!str 1", "1"),
        ("!!int 1", 1),
        ("!!float 1", 1.0),
        ("!!bool true", True),
        ("!!null ''", None),
        ("!!seq [1]", [1]),
    ],
)
def test_scalars_follow_the_core_schema(text: str, value: object):
    data = read_document(f"a: {text}\n".encode()).data
    assert data == {"a": value}
    assert type(data["a"]) is type(value)


def test_a_nan_is_read():
    assert math.isnan(read_document(b"a: .NaN").data["a"])


def test_positions_are_those_of_keys_and_items():
    document = read_document("\ufeffa: 1\nb:\n  - c: 2\n  - [3, 4]\n".encode())
    assert document.position(("a",)) == (1, 1)
    assert document.position(("b", 0, "c")) == (3, 5)
    assert document.position(("b", 1, 1)) == (4, 9)
    assert document.position(("b", 1, 1, "nothing", "there")) == (4, 9)
    assert document.position(("nothing",)) == (1, 1)


@pytest.mark.parametrize(
    ("content", "line", "column", "words"),
    [
        (b"", 1, 1, "is empty"),
        (b"# only a remark\n", 1, 1, "is empty"),
        (b"a: 1\nb: &x [1]\nc: *x\n", 2, 4, "anchor"),
        (b"a: 1\nc: *x\n", 2, 4, "alias"),
        (b"&k a: 1\n", 1, 1, "anchor"),
        (b"a: !!python/object/apply:os.system [ls]\n", 1, 4, "tag"),
        (b"a: !!python/name:os.system x\n", 1, 4, "tag"),
        (b"a: !mine 1\n", 1, 4, "tag"),
        (b"a: !!binary aGk=\n", 1, 4, "tag"),
        (b"a: !!int x\n", 1, 4, "is no int"),
        (b"a: 1\nb: 2\na: 3\n", 3, 1, "twice"),
        (b"a: {b: 1, b: 2}\n", 1, 11, "twice"),
        (b"1: a\n", 1, 1, "key that is not text"),
        (b"true: a\n", 1, 1, "key that is not text"),
        (b"? [a]\n: b\n", 1, 3, "key that is not text"),
        (b"a: 1\n---\nb: 2\n", 2, 1, "more than one document"),
        (b"a: 1\nb: \xff\n", 2, 4, "not UTF-8"),
        (b"a: 1\nb:\n\t- c\n", 3, 1, "not YAML"),
        (b"a: [1, 2\n", 2, 1, "not YAML"),
        (b"a: x\x00\n", 1, 5, "not YAML"),
        (b'a: "\\0"\n', 1, 4, "NUL"),
        (b"a: " + b"9" * 401 + b"\n", 1, 4, "digits"),
        (b"a: " + b"[" * 60 + b"\n", 1, 54, "nested deeper"),
        (b"a: [" + b"1," * 100_001 + b"]\n", 1, 199_999, "too many"),
        (b"a" * 1_000_001, 1, 1, "larger than"),
    ],
)
def test_what_is_refused_is_named_with_its_place(content: bytes, line: int, column: int, words: str):
    with pytest.raises(DocumentError) as caught:
        read_document(content)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert words in caught.value.message


@pytest.mark.parametrize("content", [b"[" * 900_000, b"- " * 450_000, b"{a: " * 200_000, b'"' + b"\\ud800" * 9 + b'"'])
def test_floods_are_refused(content: bytes):
    with pytest.raises(DocumentError):
        read_document(content)


def outcome(content: bytes) -> str:
    try:
        read_document(content)
    except DocumentError as error:
        return "refused" if error.message and min(error.line, error.column) >= 1 else "refused without a place"
    return "read"


@settings(deadline=None)  # the machine may be busy
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content: bytes):
    assert outcome(content) in {"read", "refused"}


@settings(deadline=None)  # the machine may be busy
@given(st.text(alphabet="ab:-[]{},&*!|>'\"#%? \n0.1e~", max_size=60))
def test_any_yaml_like_text_is_read_or_refused(text: str):
    assert outcome(text.encode()) in {"read", "refused"}
