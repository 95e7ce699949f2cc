"""The catalogue with the student's own marks, and the page of their progress."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from app.http.capability import provided
from app.http.policies import allow
from app.http.templates import render
from app.http.visitors import ActorDep
from app.kernel.actions import Action
from app.problems.service import Problems
from app.progress.catalogue import Wanted, list_choices, narrow
from app.progress.tracks import view_tracks
from app.progress.views import view_progress
from app.submissions.service import Submissions

ProblemsDep = Annotated[Problems, provided(Problems)]
SubmissionsDep = Annotated[Submissions, provided(Submissions)]

_ALL_OF_IT = 5000

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

_Word = Annotated[str, Query(max_length=100)]


@router.get("/", dependencies=[allow(Action.BROWSE)])
def show_catalogue(  # noqa: PLR0913 - the fields of the form
    request: Request,
    problems: ProblemsDep,
    submissions: SubmissionsDep,
    actor: ActorDep,
    *,
    q: _Word = "",
    difficulty: _Word = "",
    concept: _Word = "",
    state: _Word = "",
) -> Response:
    """Every active problem by track, with the visitor's own progress; or those that are looked for."""
    progress = submissions.progress(actor)
    tracks = view_tracks(problems.tracks(), progress)
    wanted = Wanted(q.strip(), difficulty, concept, state)
    return render(
        request,
        "progress/catalogue.html",
        tracks=narrow(tracks, wanted),
        choices=list_choices(tracks),
        wanted=wanted,
        filtered=not wanted.takes_all,
    )


@router.get("/progress", dependencies=[allow(Action.BROWSE)])
def show_progress(request: Request, problems: ProblemsDep, submissions: SubmissionsDep, actor: ActorDep) -> Response:
    """A visitor's own progress."""
    done = submissions.progress(actor)
    history = submissions.history(actor, limit=_ALL_OF_IT)
    tracks = view_tracks(problems.tracks(), done)
    offered = {problem.id: problem for problem in problems.problems()}
    return render(request, "progress/progress.html", page=view_progress(tracks, history, offered))
