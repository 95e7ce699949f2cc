"""A submission's own pages: its results, live and afterwards, its source, and two of them compared."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from jinja2 import Environment
from starlette.concurrency import run_in_threadpool

from app.http.addresses import counted_address
from app.http.capability import provided
from app.http.policies import allow
from app.http.templates import render
from app.http.visitors import ActorDep, OwnerDep
from app.kernel.actions import Action
from app.kernel.faults import NotFoundError
from app.show.differences import compare_sources
from app.submissions.listeners import Listeners
from app.submissions.model import Submission
from app.submissions.panels import Panels
from app.submissions.places import list_places
from app.submissions.service import Submissions
from app.submissions.views import CaseView, view_case
from app.submissions.watch import MAX_WAIT_SECONDS, Watch

SubmissionsDep = Annotated[Submissions, provided(Submissions)]
WatchDep = Annotated[Watch, provided(Watch)]
PanelsDep = Annotated[Panels, provided(Panels)]

_MOMENT_SECONDS = 1.0
_RETRY_MILLISECONDS = 1000
_MOST_DIGITS = 6

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


def find_submission(submission_id: str, submissions: SubmissionsDep, actor: ActorDep) -> Submission:
    """The submission of the path, if this visitor may read it; it is checked before any answer begins."""
    return submissions.read(submission_id, actor)


ReadableDep = Annotated[Submission, Depends(find_submission)]


async def take_place(
    request: Request, submission: ReadableDep, listeners: Annotated[Listeners, provided(Listeners)]
) -> AsyncIterator[Submission]:
    """The same, with a place among those who listen until the answer is over; refused before it begins."""
    with listeners.place(submission.owner, counted_address(request.scope)):
        yield submission


@router.get("/submissions/{submission_id}", dependencies=[allow(Action.READ_SUBMISSION)])  # noqa: FAST003 - `find_submission` takes it
async def show_submission(request: Request, submission: ReadableDep, watch: WatchDep, panels: PanelsDep) -> Response:
    """A submission with its results and its code; it waits a moment for them, then refreshes itself."""
    submission = await watch.wait_for_result(submission, _MOMENT_SECONDS)
    context = await run_in_threadpool(panels.context, submission)
    return await run_in_threadpool(lambda: render(request, "submissions/submission.html", **context))


@router.get("/submissions/{submission_id}/results", dependencies=[allow(Action.READ_SUBMISSION)])  # noqa: FAST003 - `find_submission` takes it
def show_results(request: Request, submission: ReadableDep, panels: PanelsDep) -> Response:
    """The results panel alone, for the workspace."""
    return render(request, "submissions/results.html", **panels.context(submission))


@router.get(
    "/submissions/{submission_id}/events",
    dependencies=[allow(Action.READ_SUBMISSION)],
    response_class=EventSourceResponse,
)
async def stream_events(
    request: Request,
    submission: Annotated[Submission, Depends(take_place)],
    watch: WatchDep,
    panels: PanelsDep,
    last_event_id: Annotated[str, Header()] = "",
) -> AsyncIterator[ServerSentEvent]:
    """What comes of a submission, as server-sent events whose data is one line of JSON.

    ``start`` has a panel with a place for each case, ``cases`` those that were judged meanwhile (its id is the index of
    the last), ``done`` the whole panel. With Last-Event-ID it goes on after that case. It ends after a minute at most;
    browsers then come again.
    """
    environment: Environment = request.app.state.templates.env
    last = int(last_event_id) if last_event_id.isdecimal() and len(last_event_id) <= _MOST_DIGITS else -1
    problem = panels.problem(submission)
    if last < 0 and problem is not None:
        macros: Any = environment.get_template("submissions/_results.html").module
        html = macros.live(list_places(problem, submission), submission)
        yield ServerSentEvent(event="start", data={"html": html}, retry=_RETRY_MILLISECONDS)
    async for event in watch.follow(submission, last + 1, MAX_WAIT_SECONDS):
        if isinstance(event, Submission):
            html = await run_in_threadpool(_render_panel, environment, panels, event)
            yield ServerSentEvent(event="done", data={"html": html})
        else:
            views = (view_case(one.index, one.case, problem, custom=submission.custom) for one in event)
            told = await run_in_threadpool(_render_cases, environment, views)
            yield ServerSentEvent(event="cases", id=str(event[-1].index), data=told)


@router.get("/submissions/{submission_id}/source", dependencies=[allow(Action.READ_SUBMISSION)])  # noqa: FAST003 - `find_submission` takes it
def download_source(submission: ReadableDep) -> Response:
    """The source as it was handed in, to be kept as a file."""
    name = f"{submission.problem_id.replace('-', '_')}.py"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(submission.source, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/problems/{slug}/compare", dependencies=[allow(Action.COMPARE_SUBMISSIONS)])
def compare_with_earlier(  # noqa: PLR0913 - what FastAPI injects
    request: Request, slug: str, submissions: SubmissionsDep, actor: OwnerDep, *, a: str = "", b: str = ""
) -> Response:
    """Two own submissions of one problem, as a diff from ``a`` to ``b``."""
    problem = submissions.problem(slug)
    older, newer = (submissions.read(name, actor) for name in (a, b))
    if {older.problem_id, newer.problem_id} != {problem.id}:
        raise NotFoundError("There is no such submission for this problem.")
    lines = compare_sources(older.text, newer.text)
    return render(request, "submissions/compare.html", problem=problem, older=older, newer=newer, lines=lines)


def _render_cases(environment: Environment, views: Iterable[CaseView]) -> list[dict[str, Any]]:
    macros: Any = environment.get_template("submissions/_results.html").module
    return [
        {"index": view.index, "tone": view.tone, "row": macros.row(view), "detail": macros.detail(view)}
        for view in views
    ]


def _render_panel(environment: Environment, panels: Panels, submission: Submission) -> str:
    return environment.get_template("submissions/results.html").render(**panels.context(submission))
