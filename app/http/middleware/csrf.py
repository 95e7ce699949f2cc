"""Cross-site request forgery: an unsafe request must come from our own pages, or from no page at all.

Browsers say where a request comes from in Sec-Fetch-Site (https://www.w3.org/TR/fetch-metadata/), older ones in
Origin. A request with neither is no browser's, unless a very old one's: then it must carry no cookie, or JSON, which
no foreign form can send.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.http.problem_details import respond

_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
_OWN = frozenset({"same-origin", "none"})
_DEFAULT_PORTS = {"http": 80, "https": 443}
_REFUSAL = "This request did not come from our own pages, so nothing was done."


class CrossSiteMiddleware:
    """Answers 403 to an unsafe request from elsewhere."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in _SAFE and not is_own(Headers(scope=scope)):
            await respond(scope, 403, _REFUSAL)(scope, receive, send)
            return
        await self._app(scope, receive, send)


def is_own(headers: Headers) -> bool:
    """Whether an unsafe request with these headers may go on."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in _OWN
    origin = headers.get("origin")
    if origin is not None:
        return _same_host(origin, headers.get("host", ""))
    return "cookie" not in headers or _is_json(headers.get("content-type", ""))


def _same_host(origin: str, host: str) -> bool:
    scheme = origin.partition(":")[0]
    default = _DEFAULT_PORTS.get(scheme)
    try:
        from_there, to_here = urlsplit(origin), urlsplit(f"//{host}")
        ports = from_there.port or default, to_here.port or default
    except ValueError:
        return False
    known = default is not None and from_there.hostname is not None
    return known and from_there.hostname == to_here.hostname and ports[0] == ports[1]


def _is_json(content_type: str) -> bool:
    return content_type.partition(";")[0].strip().lower() == "application/json"
