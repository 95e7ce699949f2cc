"""The pages for people: HTML by templates, forms that work without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.templating import Jinja2Templates

from app.domain.faults import NotFoundError
from app.domain.progress import NO_PROGRESS
from app.domain.submission import Submission
from app.web.dependencies import Services, ServicesDep
from app.web.policies import PUBLIC, VISITOR
from app.web.rendering.problem import problem_page, track_views
from app.web.rendering.prose import Prose
from app.web.rendering.results import result_view, verdict_words
from app.web.visitors import KnownVisitorDep, VisitorDep
from grader.model import Mode, Problem

_MOMENT_SECONDS = 1.0

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/", dependencies=[VISITOR])
def catalogue(request: Request, services: ServicesDep, known: KnownVisitorDep) -> Response:
    """Every active problem by track, with the visitor's own progress."""
    progress = services.submissions.progress(known) if known else {}
    return _page(request, "catalogue.html", tracks=track_views(services.catalogue.tracks(), progress))


@router.get("/problems/{slug}", dependencies=[VISITOR])
def problem(request: Request, slug: str, services: ServicesDep, visitor: VisitorDep, submission: str = "") -> Response:
    """The workspace of a problem; ``submission`` names an own one whose code and results are laid open in it."""
    found = services.catalogue.get(slug)
    examples = services.catalogue.examples(found)
    progress = services.submissions.progress(visitor)
    opened = _opened(services, submission, visitor, found) if submission else None
    return _page(
        request,
        "problem.html",
        problem=found,
        page=problem_page(found, examples, services.catalogue.tracks(), progress),
        prose=Prose(examples.values(found) if examples else None),
        progress=progress.get(found.id, NO_PROGRESS),
        history=services.submissions.history(visitor, found.id),
        submission=opened,
        source=opened.text if opened else found.starter,
        view=result_view(opened, found) if opened and opened.done else None,
    )


@router.post("/problems/{slug}/submissions", dependencies=[VISITOR])
def submit(
    slug: str,
    services: ServicesDep,
    visitor: VisitorDep,
    source: Annotated[str, Form()] = "",
    mode: Annotated[Mode, Form()] = Mode.SUBMIT,
) -> Response:
    """Hand in what stands in the editor, and go to the page of its results."""
    text = source.replace("\r\n", "\n")  # forms send lines with both
    submission = services.submissions.submit(slug, text.encode(), mode, visitor)
    return RedirectResponse(f"/submissions/{submission.id}", status_code=303)


@router.get("/submissions/{submission_id}", dependencies=[VISITOR])
async def submission(request: Request, submission_id: str, services: ServicesDep, known: KnownVisitorDep) -> Response:
    """A submission with its results and its code; it waits a moment for them, then refreshes itself."""
    found = await run_in_threadpool(services.submissions.read, submission_id, known)
    found = await services.watch.finished(found, _MOMENT_SECONDS)
    return await run_in_threadpool(_submission_page, request, found, services)


@router.get("/submissions/{submission_id}/results", dependencies=[VISITOR])
def results(request: Request, submission_id: str, services: ServicesDep, known: KnownVisitorDep) -> Response:
    """The results panel alone, for the workspace."""
    found = services.submissions.read(submission_id, known)
    return _page(request, "results.html", words=verdict_words(found), **_result(found, services))


@router.get("/api/docs", dependencies=[PUBLIC])
def api_docs(request: Request) -> Response:
    """The REST interface, described and to be tried."""
    return _page(request, "api_docs.html")


def _page(request: Request, name: str, **context: Any) -> Response:
    templates: Jinja2Templates = request.app.state.templates
    return templates.TemplateResponse(request, name, context)


def _submission_page(request: Request, found: Submission, services: Services) -> Response:
    return _page(request, "submission.html", words=verdict_words(found), **_result(found, services))


def _opened(services: Services, submission_id: str, visitor: str, problem: Problem) -> Submission:
    """The submission to lay open; one of another problem is not found."""
    found = services.submissions.read(submission_id, visitor)
    if found.problem_id != problem.id:
        raise NotFoundError("There is no such submission for this problem.")
    return found


def _result(submission: Submission, services: Services) -> Mapping[str, Any]:
    """What both forms of the results show; the problem itself may be gone by now."""
    try:
        found = services.catalogue.get(submission.problem_id)
    except NotFoundError:
        found = None
    return {
        "submission": submission,
        "problem": found,
        "title": found.title if found else submission.problem_id,
        "view": result_view(submission, found) if submission.done else None,
    }
