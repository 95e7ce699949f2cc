"""Where a request came from, on the word of proxies that the operator trusts, and of nobody else.

X-Forwarded-For and X-Forwarded-Proto, and Forwarded (RFC 7239). Each proxy appends the address that it was asked
from, so they are read from the end: the first address that is no trusted proxy's is the client's, and what stands
before it may be made up. Where both kinds of header are there and name different clients, one of them is the client's
own invention, and the proxy's address counts.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TypeAlias

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

_log = logging.getLogger(__name__)

_Network: TypeAlias = IPv4Network | IPv6Network
_Address: TypeAlias = IPv4Address | IPv6Address

_SCHEMES = frozenset({"http", "https"})
_PARAMETER = re.compile(r'\s*(for|proto)\s*=\s*(?:"([^"]*)"|([^\s;,"]*))\s*', re.IGNORECASE | re.ASCII)
_PORT = re.compile(r":\d{1,5}$", re.ASCII)
_MOST_HOPS = 32


class Proxies:
    """The proxies that an operator trusts."""

    def __init__(self, networks: Sequence[_Network]) -> None:
        self._networks = tuple(networks)
        self._known = lru_cache(maxsize=4096)(self._look_up)

    def __contains__(self, host: object) -> bool:
        """Whether this address, as text, is one of theirs."""
        return isinstance(host, str) and self._known(host)

    def _look_up(self, host: str) -> bool:
        address = read_address(host)
        return address is not None and any(address in network for network in self._networks)


class ProxyMiddleware:
    """Puts the client's own address and scheme into the scope of a request that a trusted proxy passes on."""

    def __init__(self, app: ASGIApp, trusted: Proxies) -> None:
        """Wrap an application."""
        self._app = app
        self._trusted = trusted
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and scope.get("client"):
            self._believe(scope)
        await self._app(scope, receive, send)

    def _believe(self, scope: Scope) -> None:
        headers, host = Headers(scope=scope), scope["client"][0]
        if "x-forwarded-for" not in headers and "x-forwarded-proto" not in headers and "forwarded" not in headers:
            return
        if host not in self._trusted:
            self._warn(host)
            return
        client, scheme = self._read_hops(headers)
        if client is not None:
            scope["client"] = (str(client), 0)
        if scheme in _SCHEMES:
            scope["scheme"] = scheme

    def _read_hops(self, headers: Headers) -> tuple[_Address | None, str]:
        """The client, or None where that is not known, and the scheme, or "" for the same."""
        usual = [part for value in headers.getlist("x-forwarded-for") for part in value.split(",")]
        hops = [dict(_parameters(part)) for value in headers.getlist("forwarded") for part in value.split(",")]
        standard = [hop["for"] for hop in hops if "for" in hop]
        clients = {self._client(each) for each in (usual, standard) if each}
        proto = headers.getlist("x-forwarded-proto") or [hop.get("proto", "") for hop in hops]
        scheme = proto[-1].rpartition(",")[2].strip().lower() if proto else ""
        return (clients.pop() if len(clients) == 1 else None), scheme

    def _client(self, hops: list[str]) -> _Address | None:
        """The last that is no proxy's of ours; the first of all where every one is."""
        found = None
        for hop in reversed(hops[-_MOST_HOPS:]):
            address = read_address(hop)
            if address is None:
                return found
            found = address
            if str(address) not in self._trusted:
                return found
        return found

    def _warn(self, host: str) -> None:
        """Say it once: without this, all who come through that proxy count as one."""
        if not self._warned:
            self._warned = True
            _log.warning(
                "%s passes requests on and is no trusted proxy, so that all of them count as its own; if it is yours, "
                "name it in ALLCLOSE_TRUSTED_PROXIES",
                host,
            )


def read_address(text: str) -> _Address | None:
    """An address as it stands in these headers, with or without a port; None where it is none."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif "." in bare:
        bare = _PORT.sub("", bare)
    try:
        address = ip_address(bare)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _parameters(hop: str) -> Iterable[tuple[str, str]]:
    for part in hop.split(";"):
        match = _PARAMETER.fullmatch(part)
        if match:
            yield match[1].lower(), match[2] or match[3] or ""
