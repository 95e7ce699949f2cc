"""Every error that leaves this program: one status table, problem+json for programs, a page for people.

Below /api (and for the health checks) errors are RFC 9457 problem details with ``type`` about:blank, so that ``title``
is the status's own phrase; elsewhere the template ``error.html``. No trace ever leaves; the request's id finds the log.
"""

from __future__ import annotations

import html
import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.templating import Jinja2Templates
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.kernel.faults import Fault, FaultKind

_log = logging.getLogger(__name__)

STATUS: Mapping[FaultKind, HTTPStatus] = {
    FaultKind.INVALID: HTTPStatus.UNPROCESSABLE_ENTITY,
    FaultKind.UNAUTHENTICATED: HTTPStatus.UNAUTHORIZED,
    FaultKind.FORBIDDEN: HTTPStatus.FORBIDDEN,
    FaultKind.NOT_FOUND: HTTPStatus.NOT_FOUND,
    FaultKind.CONFLICT: HTTPStatus.CONFLICT,
    FaultKind.TOO_LARGE: HTTPStatus(413),  # the name of its member differs between versions of Python
    FaultKind.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    FaultKind.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    FaultKind.NO_ROOM: HTTPStatus.INSUFFICIENT_STORAGE,
}
"""The one status of each kind of fault."""

_DETAILS = {
    HTTPStatus.NOT_FOUND: "There is nothing at this address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address does not take that method.",
}
_OURS = "Something went wrong on our side. It is in our log under the number of this request."
_INVALID = "The request could not be understood."
_JSON_PATHS = ("/api/", "/healthz", "/readyz")
_FALLBACK = "<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><h1>{title}</h1><p>{detail}</p>"


def respond(
    scope: Scope,
    status: int,
    detail: str,
    headers: Mapping[str, str] | None = None,
    extra: Mapping[str, Any] | None = None,
) -> Response:
    """The answer to a request that failed.

    Args:
        scope: of the request.
        status: from 400 on.
        detail: one or two plain sentences for whoever asked.
        headers: such as Retry-After.
        extra: more members of the problem details; not shown on pages.
    """
    title = HTTPStatus(status).phrase
    request_id = scope.get("state", {}).get("request_id", "")
    if scope["path"].startswith(_JSON_PATHS):
        members = {"type": "about:blank", "title": title, "status": status, "detail": detail, "request_id": request_id}
        body = {**members, **(extra or {})}
        return JSONResponse(body, status, headers=headers, media_type="application/problem+json")
    context = {"status": status, "title": title, "detail": detail, "request_id": request_id}
    return _render_page(scope, context, headers)


def respond_to_fault(scope: Scope, fault: Fault) -> Response:
    """The answer to a fault, for middleware that stands before the routes."""
    headers = {} if fault.retry_after is None else {"retry-after": str(fault.retry_after)}
    extra = {"errors": fault.errors} if fault.errors else None
    return respond(scope, STATUS[fault.kind], str(fault), headers, extra)


def _render_page(scope: Scope, context: dict[str, Any], headers: Mapping[str, str] | None) -> Response:
    status: int = context["status"]
    templates: Jinja2Templates | None = getattr(scope["app"].state, "templates", None)
    if templates is not None:
        try:
            return templates.TemplateResponse(
                Request(scope), "site/error.html", context, status, headers=dict(headers or {})
            )
        except Exception:  # noqa: BLE001 - an error page that fails must not hide the error
            _log.exception("the template of the error page failed (request %s)", context["request_id"])
    plain = _FALLBACK.format(title=html.escape(context["title"]), detail=html.escape(context["detail"]))
    return HTMLResponse(plain, status, headers=headers)


def install(app: FastAPI) -> None:
    """Answer every exception that routes raise on purpose."""
    app.add_exception_handler(Fault, _answer_fault)
    app.add_exception_handler(HTTPException, _answer_http)
    app.add_exception_handler(RequestValidationError, _answer_invalid)


async def _answer_fault(request: Request, error: Exception) -> Response:
    assert isinstance(error, Fault)  # noqa: S101 - what it is registered for
    return respond_to_fault(request.scope, error)


async def _answer_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - what it is registered for
    status = HTTPStatus(error.status_code)
    detail = _DETAILS.get(status, error.detail) if error.detail == status.phrase else error.detail
    return respond(request.scope, status, detail, error.headers)


async def _answer_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - what it is registered for
    # what was sent is never repeated: it may be long, and it may be hostile
    faults = [{"location": list(fault["loc"]), "message": fault["msg"]} for fault in error.errors()]
    return respond(request.scope, HTTPStatus.UNPROCESSABLE_ENTITY, _INVALID, extra={"errors": faults})


class ErrorBoundary:
    """Turns an exception that nobody expected into a 500 with the request's id, inside the middleware of headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watch_start(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, watch_start)
        except Exception:
            if scope["type"] != "http" or started:
                raise
            _log.exception("request %s failed", scope["state"]["request_id"])
            await respond(scope, HTTPStatus.INTERNAL_SERVER_ERROR, _OURS)(scope, receive, send)


class FaultyField(BaseModel):
    """One thing wrong with a request."""

    location: list[str | int]
    message: str


class ProblemDetails(BaseModel):
    """RFC 9457 problem details."""

    type: str = Field("about:blank")
    title: str = Field(examples=["Not Found"])
    status: int = Field(examples=[404])
    detail: str
    request_id: str
    errors: list[FaultyField] | None = None
