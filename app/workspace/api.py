"""Drafts, saved by the scripts of the workspace as they are written."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from app.http.capability import provided
from app.http.policies import allow
from app.http.strict_json import StrictRoute
from app.http.visitors import OwnerDep
from app.kernel.actions import Action
from app.workspace.model import Draft
from app.workspace.service import LONGEST, Drafts

router = APIRouter(include_in_schema=False, route_class=StrictRoute)


class NewDraft(BaseModel):
    """A text, and the revision of the draft that it was built on (0 where there was none)."""

    model_config = ConfigDict(extra="forbid")

    source: str = Field(max_length=LONGEST)
    revision: Annotated[int, Field(ge=0, lt=2**31 - 1)]


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
def save(
    slug: str, new: NewDraft, drafts: Annotated[Drafts, provided(Drafts)], actor: OwnerDep, response: Response
) -> DraftBody:
    """Save a draft; 409 with what is stored where another revision came first: an older text never replaces it."""
    stored, saved = drafts.save(slug, actor, new.source, new.revision)
    response.status_code = 200 if saved else 409
    return DraftBody.of(stored)
