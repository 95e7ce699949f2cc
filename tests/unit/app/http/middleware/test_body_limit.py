from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from app.http.middleware.body_limit import BodyLimitMiddleware

LIMIT = 100


async def count_bytes(scope: Scope, receive: Receive, send: Send) -> None:
    body = await Request(scope, receive).body()
    await PlainTextResponse(str(len(body)))(scope, receive, send)


def ask(messages: Iterable[Message], headers: dict[str, str] | None = None) -> tuple[int, bytes, int]:
    """Status, body, and how many messages were read."""
    waiting, sent = list(messages), []
    before = len(waiting)

    async def receive() -> Message:
        return waiting.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    raw = [(name.encode(), text.encode()) for name, text in (headers or {}).items()]
    scope: dict[str, Any] = {"type": "http", "method": "POST", "path": "/api/x", "headers": raw, "app": Starlette()}
    asyncio.run(BodyLimitMiddleware(count_bytes, LIMIT)(scope, receive, send))
    return sent[0]["status"], sent[1]["body"], before - len(waiting)


def chunk(size: int, *, more: bool = True) -> Message:
    return {"type": "http.request", "body": b"x" * size, "more_body": more}


def test_a_body_is_handed_on_whole():
    assert ask([chunk(60), chunk(0), chunk(40, more=False)]) == (200, b"100", 3)


def test_one_byte_more_is_refused_whatever_was_declared():
    status, _, read = ask([chunk(60), chunk(41, more=False)], {"content-length": "60"})
    assert (status, read) == (413, 2)


LENGTHS = ["101", "99999999999999999999", "-1", "1e2", "ten", "٣"]


@pytest.mark.parametrize("length", LENGTHS)
def test_who_asks_first_is_refused_unread_where_the_length_is_too_large_or_none(length: str):
    headers = {"content-length": length.encode().decode("latin-1"), "expect": "100-continue"}
    status, _, read = ask([chunk(1, more=False)], headers)
    assert (status, read) == (413, 0)


def test_who_sends_at_once_is_read_first_so_that_the_answer_is_read():
    messages = [*(chunk(50) for _ in range(9)), chunk(50, more=False)]
    assert ask(messages, {"content-length": "500"})[::2] == (413, 10)


@pytest.mark.parametrize(("encoding", "status"), [("gzip", 415), ("br, identity", 415), ("Identity", 200), ("", 200)])
def test_a_compressed_body_is_not_taken(encoding: str, status: int):
    assert ask([chunk(9, more=False)], {"content-encoding": encoding})[0] == status


def test_two_lengths_are_refused_unread():
    headers = {"content-length": "9", "transfer-encoding": "chunked"}
    assert ask([chunk(9, more=False)], headers)[::2] == (400, 0)


def test_an_endless_body_is_read_to_a_bound():
    status, _, read = ask(chunk(LIMIT) for _ in range(1000))
    assert status == 413
    assert read < 30


def test_a_client_that_goes_away_leaves_no_half_body_behind():
    status, body, _ = ask([chunk(10), {"type": "http.disconnect"}])
    assert (status, body) == (200, b"10")
