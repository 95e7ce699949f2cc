from __future__ import annotations

import asyncio
import logging
from ipaddress import ip_network
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send

from app.http.proxies import Proxies, ProxyMiddleware, read_address

TRUSTED = Proxies([ip_network("127.0.0.0/8"), ip_network("10.0.0.0/8"), ip_network("::1")])
FOR, PROTO, FORWARDED = "x-forwarded-for", "x-forwarded-proto", "forwarded"


def told(peer: str, *headers: tuple[str, str]) -> tuple[str, str]:
    """Client and scheme that the application sees."""
    seen: dict[str, Any] = {}

    async def look(scope: Scope, _receive: Receive, _send: Send) -> None:
        seen.update(scope)

    raw = [(name.encode(), text.encode("latin-1")) for name, text in headers]
    scope = {"type": "http", "client": (peer, 4711), "scheme": "http", "headers": raw}
    asyncio.run(ProxyMiddleware(look, TRUSTED)(scope, None, None))  # type: ignore[arg-type]  # neither is used
    return seen["client"][0], seen["scheme"]


@pytest.mark.parametrize(
    ("peer", "headers", "found"),
    [
        ("127.0.0.1", [], ("127.0.0.1", "http")),
        ("127.0.0.1", [(FOR, "192.0.2.7"), (PROTO, "https")], ("192.0.2.7", "https")),
        ("::1", [(FOR, "192.0.2.7:4711")], ("192.0.2.7", "http")),
        ("::ffff:10.0.0.1", [(FOR, "2001:db8::7")], ("2001:db8::7", "http")),
        ("127.0.0.1", [(FOR, "6.6.6.6, 192.0.2.7, 10.1.1.1")], ("192.0.2.7", "http")),
        ("127.0.0.1", [(FOR, "6.6.6.6"), (FOR, "192.0.2.7")], ("192.0.2.7", "http")),
        ("127.0.0.1", [(FOR, "10.2.2.2, 10.1.1.1")], ("10.2.2.2", "http")),
        ("127.0.0.1", [(FOR, "6.6.6.6, unknown, 10.1.1.1")], ("10.1.1.1", "http")),
        ("127.0.0.1", [(FOR, "")], ("127.0.0.1", "http")),
        ("127.0.0.1", [(FORWARDED, 'for="[2001:db8::7]:4711";proto=https')], ("2001:db8::7", "https")),
        ("127.0.0.1", [(FORWARDED, "for=6.6.6.6, For=192.0.2.7;by=10.0.0.1;Proto=HTTPS")], ("192.0.2.7", "https")),
        ("127.0.0.1", [(FORWARDED, "for=_hidden")], ("127.0.0.1", "http")),
        ("127.0.0.1", [(FOR, "192.0.2.7"), (FORWARDED, "for=192.0.2.7")], ("192.0.2.7", "http")),
        ("127.0.0.1", [(FOR, "192.0.2.7"), (FORWARDED, "for=6.6.6.6")], ("127.0.0.1", "http")),
        ("127.0.0.1", [(FOR, "192.0.2.7"), (FORWARDED, "proto=https")], ("192.0.2.7", "https")),
        ("127.0.0.1", [(PROTO, "gopher")], ("127.0.0.1", "http")),
        ("192.0.2.9", [(FOR, "6.6.6.6"), (PROTO, "https"), (FORWARDED, "for=6.6.6.6")], ("192.0.2.9", "http")),
    ],
)
def test_only_what_trusted_proxies_say_is_believed(peer: str, headers: list[tuple[str, str]], found: tuple[str, str]):
    assert told(peer, *headers) == found


def test_a_proxy_that_is_not_trusted_is_told_of_once(caplog: pytest.LogCaptureFixture):
    async def nothing(_scope: Scope, _receive: Receive, _send: Send) -> None:
        pass

    middleware = ProxyMiddleware(nothing, TRUSTED)
    headers = [(b"x-forwarded-for", b"192.0.2.7")]
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            scope = {"type": "http", "client": ("192.0.2.9", 1), "scheme": "http", "headers": headers}
            asyncio.run(middleware(scope, None, None))  # type: ignore[arg-type]  # neither is used
    assert ["ALLCLOSE_TRUSTED_PROXIES" in record.message for record in caplog.records] == [True]


@given(st.text(alphabet=st.characters(max_codepoint=255), max_size=100), st.sampled_from([FOR, PROTO, FORWARDED]))
def test_whatever_stands_there_is_an_address_or_nothing(text: str, name: str):
    client, scheme = told("127.0.0.1", (name, text))
    assert read_address(client) is not None
    assert scheme in {"http", "https"}
