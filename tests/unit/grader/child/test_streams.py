"""Requests are read in pieces of any size, whatever pieces they come in."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.sandbox import frames
from tests.hostile.rows import child_module

STREAMS = child_module("streams")
SIZES = st.lists(st.integers(0, 50_000), min_size=1, max_size=6)


@pytest.fixture(autouse=True, scope="module")
def pipe() -> Iterator[int]:
    """Where the judge would write."""
    read, write = os.pipe()
    own, STREAMS.REQUEST_FD = STREAMS.REQUEST_FD, read
    yield write
    STREAMS.REQUEST_FD = own
    os.close(read)
    os.close(write)


@settings(deadline=None)
@given(wanted=SIZES, chunks=SIZES)
def test_what_is_read_is_what_was_written(pipe: int, wanted: list[int], chunks: list[int]):
    data = os.urandom(sum(wanted))
    writer = threading.Thread(target=write_in_pieces, args=(pipe, data, chunks))
    writer.start()
    requests = STREAMS.Requests()
    found = [requests.read(size) for size in wanted]
    writer.join()
    assert [len(one) for one in found] == wanted
    assert b"".join(found) == data


def write_in_pieces(pipe: int, data: bytes, sizes: list[int]) -> None:
    at, turn = 0, 0
    while at < len(data):
        size = max(1, sizes[turn % len(sizes)])
        at += os.write(pipe, data[at : at + size])
        turn += 1


def test_a_frame_tells_what_was_printed_since_the_one_before():
    read, write = os.pipe()
    stream = STREAMS._text_stream(write, line_buffering=False)
    told = []
    for text in ("é\n", "", "abc"):
        stream.write(text)
        stream.flush()
        told.append(frames.header(STREAMS.frame(1, (frames.ANSWER, [b"x"])))[3])
    os.close(read)
    os.close(write)
    assert told == [3, 0, 3]
