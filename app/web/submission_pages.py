"""A submission's own pages: its results, live and afterwards, its source, and two of them compared."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from jinja2 import Environment
from starlette.concurrency import run_in_threadpool
from starlette.templating import Jinja2Templates

from app.domain.submission import Submission, Summary
from app.kernel.actions import Action
from app.kernel.faults import NotFoundError
from app.services.watch import MAX_WAIT_SECONDS, Judged
from app.web.dependencies import Services, ServicesDep
from app.web.policies import allow
from app.web.rendering.differences import difference
from app.web.rendering.problem import places, problem_page
from app.web.rendering.progress import after_accepted
from app.web.rendering.results import CaseView, verdict_words, view_case, view_result
from app.web.visitors import ActorDep, OwnerDep
from grader.model import Problem

_MOMENT_SECONDS = 1.0
_RETRY_MILLISECONDS = 1000
_MOST_DIGITS = 6

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


def readable(submission_id: str, services: ServicesDep, actor: ActorDep) -> Submission:
    """The submission of the path, if this visitor may read it; it is checked before any answer begins."""
    return services.submissions.read(submission_id, actor)


ReadableDep = Annotated[Submission, Depends(readable)]


async def placed(found: ReadableDep, services: ServicesDep) -> AsyncIterator[Submission]:
    """The same, with a place among those who listen until the answer is over; refused before it begins."""
    with services.listeners.place(found.owner):
        yield found


@router.get("/submissions/{submission_id}", dependencies=[allow(Action.READ_SUBMISSION)])  # noqa: FAST003 - `readable` takes it
async def submission(request: Request, found: ReadableDep, services: ServicesDep) -> Response:
    """A submission with its results and its code; it waits a moment for them, then refreshes itself."""
    found = await services.watch.finished(found, _MOMENT_SECONDS)
    return await run_in_threadpool(_page, request, "submission.html", found, services)


@router.get("/submissions/{submission_id}/results", dependencies=[allow(Action.READ_SUBMISSION)])  # noqa: FAST003 - `readable` takes it
def results(request: Request, found: ReadableDep, services: ServicesDep) -> Response:
    """The results panel alone, for the workspace."""
    return _page(request, "results.html", found, services)


@router.get(
    "/submissions/{submission_id}/events",
    dependencies=[allow(Action.READ_SUBMISSION)],
    response_class=EventSourceResponse,
)
async def events(
    request: Request,
    found: Annotated[Submission, Depends(placed)],
    services: ServicesDep,
    last_event_id: Annotated[str, Header()] = "",
) -> AsyncIterator[ServerSentEvent]:
    """What comes of a submission, as server-sent events whose data is one line of JSON.

    ``start`` has a panel with a place for each case, ``case`` one case (its id is the case's index), ``done`` the whole
    panel. With Last-Event-ID it goes on after that case. It ends after a minute at most; browsers then come again.
    """
    environment: Environment = request.app.state.templates.env
    last = int(last_event_id) if last_event_id.isdecimal() and len(last_event_id) <= _MOST_DIGITS else -1
    problem = _problem(found, services)
    if last < 0 and problem is not None:
        html = environment.get_template("_results.html").module.live(places(problem, found), found)  # type: ignore[attr-defined]
        yield ServerSentEvent(event="start", data={"html": html}, retry=_RETRY_MILLISECONDS)
    async for event in services.watch.events(found, last + 1, MAX_WAIT_SECONDS):
        if isinstance(event, Judged):
            view = await run_in_threadpool(view_case, event.index, event.case, problem, custom=found.custom)
            yield _case_event(environment, view)
        else:
            html = await run_in_threadpool(_panel, environment, event, services)
            yield ServerSentEvent(event="done", data={"html": html})


@router.get("/submissions/{submission_id}/source", dependencies=[allow(Action.READ_SUBMISSION)])  # noqa: FAST003 - `readable` takes it
def source(found: ReadableDep) -> Response:
    """The source as it was handed in, to be kept as a file."""
    name = f"{found.problem_id.replace('-', '_')}.py"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(found.source, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/problems/{slug}/compare", dependencies=[allow(Action.COMPARE_SUBMISSIONS)])
def compare(  # noqa: PLR0913 - what FastAPI injects
    request: Request, slug: str, services: ServicesDep, actor: OwnerDep, *, a: str = "", b: str = ""
) -> Response:
    """Two own submissions of one problem, as a diff from ``a`` to ``b``."""
    problem = services.problems.get(slug)
    older, newer = (services.submissions.read(name, actor) for name in (a, b))
    if {older.problem_id, newer.problem_id} != {problem.id}:
        raise NotFoundError("There is no such submission for this problem.")
    lines = difference(older.text, newer.text)
    context = {"problem": problem, "older": older, "newer": newer, "lines": lines}
    templates: Jinja2Templates = request.app.state.templates
    return templates.TemplateResponse(request, "compare.html", context)


def _page(request: Request, name: str, found: Submission, services: Services) -> Response:
    templates: Jinja2Templates = request.app.state.templates
    context = {"words": verdict_words(found), **result_context(found, services)}
    return templates.TemplateResponse(request, name, context)


def _case_event(environment: Environment, view: CaseView) -> ServerSentEvent:
    macros: Any = environment.get_template("_results.html").module
    data = {"index": view.index, "tone": view.tone, "row": macros.row(view), "detail": macros.detail(view)}
    return ServerSentEvent(event="case", id=str(view.index), data=data)


def _panel(environment: Environment, found: Submission, services: Services) -> str:
    context = result_context(found, services)
    return environment.get_template("results.html").render(words=verdict_words(found), **context)


def _problem(found: Submission, services: Services) -> Problem | None:
    """The problem as it was handed in for; it may be gone."""
    return services.problems.at(found.problem_id, found.problem_version)


def result_context(found: Submission, services: Services) -> dict[str, Any]:
    """What every form of the results shows."""
    problem = _problem(found, services)
    history = services.submissions.beside(found) if found.done else ()
    following = problem_page(problem, None, services.problems.tracks(), {}).next if problem else None
    return {
        "submission": found,
        "problem": problem,
        "title": problem.title if problem else found.problem_id,
        "view": view_result(found, problem, _times(found, history)) if found.done else None,
        "after": after_accepted(found, history, problem, following),
    }


def _times(found: Submission, history: tuple[Summary, ...]) -> int:
    """How often the mistake of this submission was recognised up to now: so many of its hints are open."""
    name = found.summary.mistake
    return max(1, sum(line.mistake == name and line.created_at <= found.created_at for line in history))
