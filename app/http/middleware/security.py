"""The headers that go out with every answer: HTML, JSON, files, errors and redirects alike."""

from __future__ import annotations

import secrets

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# style-src-attr: MathML tables carry style attributes, and so does the editor
_CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; style-src-attr 'unsafe-inline'; "
    "font-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

_FIXED = {
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

_STRICT_TRANSPORT_SECURITY = "max-age=31536000"
_PRIVATE = "private, no-cache"
_STATIC = "/static/"


class HeadersMiddleware:
    """Gives each request an id and a nonce (`request.state`), and each answer its headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        state = scope.setdefault("state", {})
        state["request_id"] = secrets.token_hex(8)
        state["csp_nonce"] = secrets.token_urlsafe(16)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add(MutableHeaders(scope=message), scope)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _add(headers: MutableHeaders, scope: Scope) -> None:
    for name, value in _FIXED.items():
        headers[name] = value
    headers["content-security-policy"] = _CONTENT_SECURITY_POLICY.format(nonce=scope["state"]["csp_nonce"])
    headers["x-request-id"] = scope["state"]["request_id"]
    if scope["scheme"] == "https":
        headers["strict-transport-security"] = _STRICT_TRANSPORT_SECURITY
    if not scope["path"].startswith(_STATIC):
        headers.setdefault("cache-control", _PRIVATE)
