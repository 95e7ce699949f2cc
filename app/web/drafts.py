"""Drafts: saved by the workspace as they are written, one for each visitor and problem."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Form, Response
from pydantic import BaseModel, ConfigDict, Field

from app.domain.draft import Draft
from app.kernel.actions import Action
from app.kernel.actor import Actor
from app.services.drafts import LONGEST
from app.web.dependencies import Services, ServicesDep
from app.web.policies import allow
from app.web.strict_json import StrictRoute
from app.web.visitors import OwnerDep

router = APIRouter(include_in_schema=False, route_class=StrictRoute)


_Revision = Annotated[int, Field(ge=0, lt=2**31 - 1)]

FormSource = Annotated[str | None, Form()]
"""What stands in the editor, where a form is sent without scripts."""

FormRevision = Annotated[int, Form(ge=0, lt=2**31 - 1)]
"""The revision of the draft that it was built on."""


class NewDraft(BaseModel):
    """A text, and the revision of the draft that it was built on (0 where there was none)."""

    model_config = ConfigDict(extra="forbid")

    source: str = Field(max_length=LONGEST)
    revision: _Revision


class DraftBody(BaseModel):
    """A draft as it is stored."""

    source: str
    revision: int
    saved_at: datetime

    @classmethod
    def of(cls, draft: Draft) -> DraftBody:
        """The body of a stored draft."""
        return cls(source=draft.source, revision=draft.revision, saved_at=draft.saved_at)


@router.put("/problems/{slug}/draft", dependencies=[allow(Action.SAVE_DRAFT)])
def save(slug: str, new: NewDraft, services: ServicesDep, actor: OwnerDep, response: Response) -> DraftBody:
    """Save a draft; 409 with what is stored where another revision came first: an older text never replaces it."""
    stored, saved = services.drafts.save(slug, actor, new.source, new.revision)
    response.status_code = 200 if saved else 409
    return DraftBody.of(stored)


def as_typed(source: str) -> str:
    """A form's text with the lines as they were typed: forms send each with both signs of its end."""
    return source.replace("\r\n", "\n")


def keep_typed(services: Services, slug: str, actor: Actor, source: str, revision: int) -> bool:
    """Keep what a form brought as the draft, unless that changes nothing; whether it is kept now."""
    text = as_typed(source)
    stored = services.drafts.read(slug, actor)
    if text == (stored.source if stored else services.problems.get(slug).starter):
        return True
    return len(text) <= LONGEST and services.drafts.save(slug, actor, text, revision)[1]
