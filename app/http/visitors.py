"""The anonymous student: an id in a signed cookie, nothing else is kept about them.

The middleware reads the cookie and, where a route asked for a visitor who had none, sets it on whatever answer goes
out. The cookie is `visitor`, over https `__Host-visitor` with Secure; HttpOnly, SameSite=Lax, Path=/.
"""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends, Request
from itsdangerous import BadSignature, TimestampSigner
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http.addresses import counted_address
from app.http.limits import Costly, limits_of
from app.kernel.actor import ANONYMOUS, Actor, visitor
from app.kernel.faults import TooOftenError

MAX_AGE_SECONDS = 365 * 24 * 3600
_RENEW_SECONDS = 30 * 24 * 3600
_STATE = "visitor"


@dataclass(slots=True)
class _Ticket:
    """Who asks; ``issue`` says whether the answer sets the cookie."""

    id: str
    known: bool
    issue: bool = False


class VisitorCookies:
    """Signs and reads the cookie's value."""

    def __init__(self, secret: bytes, *, secure: bool | None) -> None:
        """Take the secret key; ``secure`` None means: where the request came by https."""
        self._signer = TimestampSigner(secret, salt="visitor", key_derivation="hmac")
        self._secure = secure

    def read(self, scope: Scope) -> _Ticket:
        """The visitor that a valid cookie names, or a fresh one."""
        value = HTTPConnection(scope).cookies.get(self._name(scope))
        if value is not None:
            with contextlib.suppress(BadSignature):
                # the library's own `max_age` refuses what was signed before the clock was set back
                name, signed_at = self._signer.unsign(value, return_timestamp=True)
                age = self._signer.get_timestamp() - int(signed_at.timestamp())
                if age <= MAX_AGE_SECONDS:
                    return _Ticket(name.decode(), known=True, issue=abs(age) > _RENEW_SECONDS)
        return _Ticket(secrets.token_urlsafe(18), known=False)

    def header(self, scope: Scope, name: str) -> str:
        """The value of Set-Cookie for this visitor."""
        cookie = f"{self._name(scope)}={self._signer.sign(name).decode()}"
        secure = "; Secure" if self._is_secure(scope) else ""
        return f"{cookie}; Max-Age={MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax{secure}"

    def _name(self, scope: Scope) -> str:
        return "__Host-visitor" if self._is_secure(scope) else "visitor"

    def _is_secure(self, scope: Scope) -> bool:
        return scope["scheme"] == "https" if self._secure is None else self._secure


class VisitorMiddleware:
    """Puts the visitor in the request's state, and the cookie on the answer where it is due."""

    def __init__(self, app: ASGIApp, cookies: VisitorCookies) -> None:
        """Wrap an application."""
        self._app = app
        self._cookies = cookies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        ticket = self._cookies.read(scope)
        scope.setdefault("state", {})[_STATE] = ticket

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and ticket.issue:
                MutableHeaders(scope=message).append("set-cookie", self._cookies.header(scope, ticket.id))
            await send(message)

        await self._app(scope, receive, send_with_cookie)


def actor_of(request: Request) -> Actor:
    """Whoever a valid cookie names, or an anonymous actor; sets nothing."""
    ticket: _Ticket = getattr(request.state, _STATE)
    return visitor(ticket.id) if ticket.known else replace(ANONYMOUS, address=counted_address(request.scope))


def owner_of(request: Request) -> Actor:
    """Whoever is to own what comes of the request: one who had no cookie gets it with the answer.

    Raises:
        TooOftenError: too many new visitors came from that address.
    """
    ticket: _Ticket = getattr(request.state, _STATE)
    if not ticket.known and not ticket.issue:
        limits_of(request).count(Costly.VISITOR, ANONYMOUS, request.scope)
        ticket.issue = True
    return visitor(ticket.id) if ticket.known else replace(visitor(ticket.id), address=counted_address(request.scope))


def offer_cookie(request: Request) -> None:
    """Have the answer bring a cookie for the next time, where that may be; nothing hangs on it."""
    with contextlib.suppress(TooOftenError):
        owner_of(request)


async def _actor(request: Request) -> Actor:
    return actor_of(request)


async def _owner(request: Request) -> Actor:
    return owner_of(request)


ActorDep = Annotated[Actor, Depends(_actor)]
OwnerDep = Annotated[Actor, Depends(_owner)]
