"""The REST interface, described and to be tried."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from app.http.policies import allow
from app.http.templates import render
from app.kernel.actions import Action

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/api/docs", dependencies=[allow(Action.READ_PUBLIC)])
def show_api_docs(request: Request) -> Response:
    """The page."""
    return render(request, "operations/api_docs.html")
