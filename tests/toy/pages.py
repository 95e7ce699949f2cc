from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from app.http.capability import provided
from app.http.policies import allow
from app.http.templates import render
from app.kernel.actions import Action
from tests.toy.service import Notes

router = APIRouter()
NotesDep = Annotated[Notes, provided(Notes)]


@router.post("/notes", status_code=201, dependencies=[allow(Action.BROWSE)])
def add(notes: NotesDep, text: Annotated[str, Form()]) -> dict[str, str]:
    return {"id": notes.add(text)}


@router.get("/notes/{name}", dependencies=[allow(Action.BROWSE)])
def note(request: Request, name: str, notes: NotesDep) -> Response:
    return render(request, "notes/note.html", text=notes.read(name))
