"""For whoever watches over this program: is it alive, and can it judge?"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from app.http.capability import provided
from app.http.policies import allow
from app.http.problem_details import respond
from app.kernel.actions import Action
from app.operations.service import Readiness

router = APIRouter(tags=["health"])


@router.get("/healthz", dependencies=[allow(Action.PROBE)], summary="Whether the program is alive")
async def healthz() -> dict[str, str]:
    """Always 200 while requests are answered at all."""
    return {"status": "ok"}


@router.get(
    "/readyz",
    dependencies=[allow(Action.PROBE)],
    summary="Whether submissions can be stored and judged",
    responses={
        503: {"description": "Not ready; the reason is in `detail`.", "content": {"application/problem+json": {}}}
    },
)
def readyz(request: Request, readiness: Annotated[Readiness, provided(Readiness)]) -> Response:
    """200 when something can be stored and every slot is up; else 503 with the reason."""
    reason = readiness.fault()
    if reason is not None:
        return respond(request.scope, 503, reason, {"retry-after": "5"})
    return JSONResponse({"status": "ready"})
