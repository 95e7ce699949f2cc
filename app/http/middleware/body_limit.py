"""No request body is larger than the limit, whatever its headers claim, and none is of a kind that nobody reads.

The body is read here, counted as it comes, and handed on whole: it is small, and the routes then never see half of one.
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.http.problem_details import respond

# a client that is still sending reads no answer: a moderate excess is read and dropped, beyond it the line is cut
_DRAIN_FACTOR = 16
_CLOSE = {"connection": "close"}
_BOTH_LENGTHS = "The request has both a Content-Length and a Transfer-Encoding, so that its end is not certain."
_ENCODED = "Bodies are taken as they are: please send this one without Content-Encoding."


class BodyLimitMiddleware:
    """Answers 413 to a body above the limit, 415 to a compressed one, and 400 to one of two lengths."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        """Wrap an application; ``limit`` in bytes."""
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if "content-length" in headers and "transfer-encoding" in headers:
            # RFC 9112 section 6.3: what follows may be another request, smuggled in
            await respond(scope, 400, _BOTH_LENGTHS, _CLOSE)(scope, receive, send)
            return
        body = None if self._is_refused_unread(headers) else await self._read(receive)
        if body is None:
            detail = f"The request is too large: at most {self._limit} bytes are taken."
            await respond(scope, 413, detail, _CLOSE)(scope, receive, send)
        elif headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            await respond(scope, 415, _ENCODED, {"accept-encoding": "identity"})(scope, receive, send)
        else:
            await self._app(scope, _replay(body, receive), send)

    def _is_refused_unread(self, headers: Headers) -> bool:
        """Whether the client asks before it sends, and what it says is too large: then it need not send."""
        length = headers.get("content-length", "0")
        too_large = not length.isdecimal() or int(length) > self._limit
        return too_large and headers.get("expect", "").lower() == "100-continue"

    async def _read(self, receive: Receive) -> bytes | None:
        """The body, or None where it is too large; b"" where the client went away."""
        chunks: list[bytes] = []
        size = 0
        while size <= self._limit * _DRAIN_FACTOR:
            message = await receive()
            chunk = message.get("body", b"")
            size += len(chunk)
            if size <= self._limit:
                chunks.append(chunk)
            if message["type"] == "http.disconnect" or not message.get("more_body", False):
                break
        return b"".join(chunks) if size <= self._limit else None


def _replay(body: bytes, receive: Receive) -> Receive:
    handed_over = False

    async def replay() -> Message:
        nonlocal handed_over
        if handed_over:
            return await receive()
        handed_over = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
