"""The Host header: only names that are this site's own are answered, so that no link can be made to lead elsewhere.

A page of somebody else's can have its own name lead here (DNS rebinding); the browser then sends that name. It cannot
do so with an address, nor with this machine's name for itself.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.http.problem_details import respond

_ANY = "*"
_ANY_BELOW = "*."
_HERE = "localhost"
_REFUSAL = (
    "This server does not answer to that name. If it is yours, add the name to the setting ALLCLOSE_TRUSTED_HOSTS."
)


class Hosts:
    """The names that a site answers to; loopback names are always among them."""

    def __init__(self, names: Sequence[str], *, any_address: bool = False) -> None:
        """Take names, ``*.example.org`` for all below one, ``*`` for any.

        Args:
            names: without ports.
            any_address: whether every numeric address is answered too.
        """
        self._names = frozenset(name.lower().strip("[]") for name in names)
        self._below = tuple(name[1:] for name in self._names if name.startswith(_ANY_BELOW))
        self._any_address = any_address

    @classmethod
    def of_listener(cls, host: str) -> Hosts:
        """For a site that listens at this address, where the operator named none.

        At every address of the machine (0.0.0.0 or ::) it is this machine's own name and any address.
        """
        try:
            everywhere = ip_address(host).is_unspecified
        except ValueError:
            everywhere = False
        return cls([socket.gethostname()], any_address=True) if everywhere else cls([host])

    def __contains__(self, name: object) -> bool:
        """Whether a name, or a numeric address without brackets, is one of them."""
        if not isinstance(name, str) or not name:
            return False
        known = name in self._names or _ANY in self._names or name.endswith(self._below)
        return known or name == _HERE or self._is_own_address(name)

    def __str__(self) -> str:
        """As a list for people."""
        addresses = ["any numeric address"] if self._any_address else ["127.0.0.1", "::1"]
        return ", ".join(dict.fromkeys([_HERE, *addresses, *sorted(self._names)]))

    def _is_own_address(self, name: str) -> bool:
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return self._any_address or address.is_loopback


class HostMiddleware:
    """Answers 400 to a request for another name, as problem details or a page like every other error."""

    def __init__(self, app: ASGIApp, trusted: Hosts) -> None:
        """Wrap an application."""
        self._app = app
        self._trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._is_ours(scope):
            await respond(scope, 400, _REFUSAL)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        given = Headers(scope=scope).getlist("host")
        if not given:
            return bool(scope["http_version"] == "1.0")  # which knew no such header
        return len(given) == 1 and read_host(given[0]) in self._trusted


def read_host(header: str) -> str:
    """The name in a Host header, without its port and a final dot, an address of IPv6 without its brackets."""
    name = header.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].removesuffix(".")
