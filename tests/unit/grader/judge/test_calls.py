"""Sources that are refused before anything runs."""

from __future__ import annotations

import pytest

from grader.errors import UnfitProblemError
from grader.judge.calls import Refusal, program_text, source_text
from grader.model import SOURCE_LIMIT, Program, Reason


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (b"", ""),
        ("é".encode(), "é"),
        (b"\xef\xbb\xbfx = 1", "x = 1"),
        (b"a\r\nb\r", "a\r\nb\r"),
        (b"x" * SOURCE_LIMIT, "x" * SOURCE_LIMIT),
    ],
)
def test_text_goes_through(source: bytes, text: str):
    assert source_text(source) == text


@pytest.mark.parametrize(
    ("source", "reason", "line", "says"),
    [
        (b"x" * (SOURCE_LIMIT + 1), Reason.TOO_LARGE, None, "65,537 bytes; at most 65,536 (64 kB)"),
        ("é".encode() * SOURCE_LIMIT, Reason.TOO_LARGE, None, "131,072 bytes"),
        (b"a\nb\n\xff", Reason.NOT_UTF8, 3, "line 3"),
        (b"\xff", Reason.NOT_UTF8, 1, "Save it as UTF-8"),
        (b"\xed\xa0\x80", Reason.NOT_UTF8, 1, "line 1"),
        (b"\xc0\x80", Reason.NOT_UTF8, 1, "line 1"),
        (b"a\n\0", Reason.NUL, 2, "Line 2 holds a null character"),
    ],
)
def test_a_source_is_refused_with_its_reason(source: bytes, reason: Reason, line: int | None, says: str):
    refusal = source_text(source)
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.line) == (reason, line)
    assert says in refusal.message


def test_a_problems_own_program_must_be_text():
    with pytest.raises(UnfitProblemError, match="loop: The file is not UTF-8"):
        program_text(Program("loop", b"\xff"))
