"""What a call prints: kept to a bound, drained to another, and made harmless."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from grader.sandbox import output
from grader.sandbox.output import Output


@pytest.fixture
def pipe() -> Iterator[tuple[Output, int]]:
    """A collector, and where the child would write."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    yield Output(read), write
    os.close(read)
    os.close(write)


def pour(collector: Output, write: int, count: int) -> None:
    """Write so many bytes, as fast as they are drained."""
    while count and not collector.overflowed:
        count -= os.write(write, b"x" * min(count, 65_536))
        collector.drain()


def test_text_is_given_once(pipe: tuple[Output, int]):
    collector, write = pipe
    os.write(write, "é\n".encode())
    assert collector.drain()
    assert collector.take() == ("é\n", False)
    assert collector.take() == ("", False)


def test_nothing_to_read_is_no_end(pipe: tuple[Output, int]):
    assert pipe[0].drain()


def test_a_closed_end_is_told():
    read, write = os.pipe()
    os.close(write)
    assert not Output(read).drain()
    os.close(read)


def test_the_first_part_is_kept_and_the_cut_is_told_once(pipe: tuple[Output, int]):
    collector, write = pipe
    pour(collector, write, output.KEPT_BYTES + 1)
    assert collector.take() == ("x" * output.KEPT_BYTES, True)
    assert collector.take() == ("", False)


def test_exactly_the_bound_is_not_cut(pipe: tuple[Output, int]):
    collector, write = pipe
    pour(collector, write, output.KEPT_BYTES)
    assert collector.take() == ("x" * output.KEPT_BYTES, False)


def test_the_bound_goes_on_until_it_is_renewed(pipe: tuple[Output, int]):
    collector, write = pipe
    pour(collector, write, output.KEPT_BYTES)
    collector.take()
    pour(collector, write, 10)
    assert collector.take() == ("", True)
    collector.renew()
    pour(collector, write, 10)
    assert collector.take() == ("x" * 10, False)


def test_too_much_is_an_overflow_and_is_not_kept(pipe: tuple[Output, int], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(output, "DRAINED_BYTES", 200_000)
    collector, write = pipe
    pour(collector, write, 200_000)
    assert not collector.overflowed
    pour(collector, write, 1)
    assert collector.overflowed
    assert len(collector._fresh) == output.KEPT_BYTES


def test_bytes_that_are_no_text_are_replaced(pipe: tuple[Output, int]):
    collector, write = pipe
    os.write(write, b"a\xffb")
    collector.drain()
    assert collector.take() == ("a\ufffdb", False)


def test_what_is_printed_is_made_harmless_and_its_lines_stay(pipe: tuple[Output, int]):
    collector, write = pipe
    os.write(write, "a\r\nb\rc\n\x1b[31m\u202e\u200b\td".encode())
    collector.drain()
    assert collector.take() == ("a\nb\\u000dc\n\\u001b[31m\\u202e\\u200b\td", False)


def test_what_belongs_to_several_calls_is_given_by_its_size(pipe: tuple[Output, int]):
    collector, write = pipe
    os.write(write, b"firstsecond")
    collector.drain()
    given = [collector.take(5), collector.take(0), collector.take()]
    assert given == [("first", False), ("", False), ("second", False)]


def test_a_call_that_claims_more_than_there_is_gets_what_there_is(pipe: tuple[Output, int]):
    collector, write = pipe
    os.write(write, b"all")
    collector.drain()
    assert collector.take(2**64 - 1) == ("all", False)


def test_what_was_left_out_is_told_of_the_call_that_it_belongs_to(pipe: tuple[Output, int]):
    collector, write = pipe
    pour(collector, write, output.KEPT_BYTES + 30)
    assert collector.take(output.KEPT_BYTES) == ("x" * output.KEPT_BYTES, False)
    assert collector.take(30) == ("", True)
    assert collector.take() == ("", False)
