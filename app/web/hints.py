"""Hints: opened one by one by a button in the workspace's form, which also carries what stands in the editor."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from app.domain.faults import DraftRefusedError
from app.kernel.actions import Action
from app.web.dependencies import ServicesDep
from app.web.drafts import FormRevision, FormSource, keep_typed
from app.web.policies import allow
from app.web.visitors import ActorDep, OwnerDep

router = APIRouter(include_in_schema=False)


@router.post("/problems/{slug}/hints", dependencies=[allow(Action.OPEN_HINT)])
def open_hint(  # noqa: PLR0913 - the fields of the form
    slug: str,
    services: ServicesDep,
    actor: ActorDep,
    owner: OwnerDep,
    *,
    hint: Annotated[int, Form()],
    source: FormSource = None,
    revision: FormRevision = 0,
) -> Response:
    """Open a hint, and show the page again; what was typed is kept as the draft, so that nothing is lost on the way."""
    services.hints.open(slug, owner, hint)
    if source is not None and not keep_typed(services, slug, actor, source, revision):
        raise DraftRefusedError
    return RedirectResponse(f"/problems/{slug}#hints", status_code=303)
