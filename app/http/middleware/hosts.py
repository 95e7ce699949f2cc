"""The Host header: only names that the operator trusts are answered, so that no link can be made to lead elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.http.problem_details import respond

_ANY_BELOW = "*."
_REFUSAL = "This server does not answer to that name."


class HostMiddleware:
    """Answers 400 to a request for another name, as problem details or a page like every other error."""

    def __init__(self, app: ASGIApp, trusted: Sequence[str]) -> None:
        """Wrap an application; ``trusted`` holds names, ``*.example.org`` for all below one, or nothing for any."""
        self._app = app
        self._trusted = tuple(name.lower() for name in trusted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._trusted and not self._trusts(Headers(scope=scope).get("host", "")):
            await respond(scope, 400, _REFUSAL)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _trusts(self, host: str) -> bool:
        name = host.lower().rpartition("]")[0].lstrip("[") or host.lower().partition(":")[0]
        return any(
            trusted in ("*", name) or (trusted.startswith(_ANY_BELOW) and name.endswith(trusted[1:]))
            for trusted in self._trusted
        )
