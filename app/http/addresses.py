"""Addresses of clients, as they are counted: whoever has one address of IPv6 has 2**64 of them."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

_OWN_BITS = 64
"""What one subscriber is given of IPv6 (RFC 6177 section 2 has more; no less is usual)."""


def counted_address(scope: Scope) -> str:
    """Under what the client of a request is counted: its IPv4 address or its /64 of IPv6; "" where there is neither."""
    client = scope.get("client")
    return grouped(client[0]) if client else ""


@lru_cache(maxsize=4096)
def grouped(host: str) -> str:
    """An address, or the /64 that one of IPv6 is in; what is no address stays as it is, such as a socket's path."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, _OWN_BITS), strict=False))
