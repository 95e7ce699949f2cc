"""How often each costly thing may be asked for: by one visitor, and by all who come from one address.

A visitor without a cookie counts for the address alone. A visitor who is over the own rate does not use up that of the
neighbours. Counts are kept in this process: several of them count each for itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from fastapi import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from app.http.addresses import counted_address
from app.http.problem_details import respond_to_fault
from app.kernel.actions import Action
from app.kernel.actor import Actor
from app.kernel.faults import TooOftenError
from app.kernel.rates import Meter, Rate, read_rate


class Costly(StrEnum):
    """What costs time or room."""

    SUBMIT = "submit"
    CUSTOM_INPUT = "custom_input"
    """A run on custom input, which counts beside the submission that it is."""
    DRAFT = "draft"
    HINT = "hint"
    PAGE = "page"
    """A page, or an answer of REST, that is made for one visitor."""
    VISITOR = "visitor"
    """A cookie for somebody new."""
    REQUEST = "request"
    """Any request at all, but for files and health checks."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How often one thing may be asked for; None is without end."""

    visitor: Rate | None
    address: Rate | None


COST: Mapping[Action, Costly] = {
    Action.BROWSE: Costly.PAGE,
    Action.SUBMIT: Costly.SUBMIT,
    Action.SUBMIT_BY_REST: Costly.SUBMIT,
    Action.READ_SUBMISSION: Costly.PAGE,
    Action.COMPARE_SUBMISSIONS: Costly.PAGE,
    Action.SAVE_DRAFT: Costly.DRAFT,
    Action.OPEN_HINT: Costly.HINT,
    Action.READ_EDITORIAL: Costly.PAGE,
}
"""What each action costs; what is missing is the same for everyone, and cheap."""

_BY_ADDRESS = "_by_address"
_UNCOUNTED = ("/static/", "/healthz", "/readyz")


def read_allowances(rates: Mapping[str, str]) -> dict[Costly, Allowance]:
    """Read rates such as ``30/minute`` by name: ``submit`` is a visitor's, ``submit_by_address`` an address's.

    Raises:
        ValueError: one is no rate.
    """
    read = {name: read_rate(text) for name, text in rates.items()}
    return {kind: Allowance(read.get(kind), read.get(kind + _BY_ADDRESS)) for kind in Costly}


class RateLimits:
    """Counts what is asked for. May be used from any thread."""

    def __init__(self, allowances: Mapping[Costly, Allowance]) -> None:
        """Hold to these; what is missing is without end."""
        self._visitors = {kind: Meter(each.visitor) for kind, each in allowances.items() if each.visitor}
        self._addresses = {kind: Meter(each.address) for kind, each in allowances.items() if each.address}

    def count(self, kind: Costly, actor: Actor, scope: Scope) -> None:
        """Count one.

        Raises:
            TooOftenError: that would be too many; it is not counted.
        """
        for meters, key in ((self._visitors, actor.id), (self._addresses, counted_address(scope))):
            wait = meters[kind].count(key) if kind in meters and key else 0
            if wait:
                raise TooOftenError(wait)

    def wait_for(self, kind: Costly, scope: Scope) -> int:
        """Count one for the address alone, and give 0; or the seconds after which it may be tried again."""
        address = counted_address(scope)
        return self._addresses[kind].count(address) if kind in self._addresses and address else 0


def limits_of(request: Request) -> RateLimits:
    """The limits of the application that answers this request."""
    limits: RateLimits = request.app.state.limits
    return limits


class LimitMiddleware:
    """Answers 429 to an address that asks too much in all, before anything is done."""

    def __init__(self, app: ASGIApp, limits: RateLimits) -> None:
        """Wrap an application."""
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and not scope["path"].startswith(_UNCOUNTED):
            wait = self._limits.wait_for(Costly.REQUEST, scope)
            if wait:
                await respond_to_fault(scope, TooOftenError(wait))(scope, receive, send)
                return
        await self._app(scope, receive, send)
