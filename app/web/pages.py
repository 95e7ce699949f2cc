"""The pages for people: HTML by templates, forms that work without scripts."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.templating import Jinja2Templates

from app.domain.faults import InputsRefusedError, LockedError
from app.domain.progress import NO_PROGRESS, editorial_open
from app.domain.submission import Submission
from app.kernel.actions import Action
from app.kernel.actor import Actor
from app.kernel.faults import NotFoundError
from app.web.custom_inputs import WrittenDep
from app.web.dependencies import Services, ServicesDep, services_of
from app.web.drafts import FormRevision, as_typed, keep_typed
from app.web.policies import allow
from app.web.rendering.catalogue import Wanted, choices, narrowed
from app.web.rendering.custom_input import with_texts
from app.web.rendering.hints import hint_views
from app.web.rendering.problem import problem_page, track_views
from app.web.rendering.progress import progress_page
from app.web.rendering.statements import Statements
from app.web.submission_pages import result_context
from app.web.visitors import ActorDep, OwnerDep
from grader.model import Mode, Problem

_ALL_OF_IT = 5000

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

_Word = Annotated[str, Query(max_length=100)]


@router.get("/", dependencies=[allow(Action.BROWSE)])
def catalogue(  # noqa: PLR0913 - the fields of the form
    request: Request,
    services: ServicesDep,
    actor: ActorDep,
    *,
    q: _Word = "",
    difficulty: _Word = "",
    concept: _Word = "",
    state: _Word = "",
) -> Response:
    """Every active problem by track, with the visitor's own progress; or those that are looked for."""
    progress = services.submissions.progress(actor)
    tracks = track_views(services.problems.tracks(), progress)
    wanted = Wanted(q.strip(), difficulty, concept, state)
    return _page(
        request,
        "catalogue.html",
        tracks=narrowed(tracks, wanted),
        choices=choices(tracks),
        wanted=wanted,
        filtered=not wanted.anything,
    )


@router.get("/progress", dependencies=[allow(Action.BROWSE)])
def progress(request: Request, services: ServicesDep, actor: ActorDep) -> Response:
    """A visitor's own progress."""
    done = services.submissions.progress(actor)
    history = services.submissions.history(actor, limit=_ALL_OF_IT)
    tracks = track_views(services.problems.tracks(), done)
    problems = {problem.id: problem for problem in services.problems.problems()}
    return _page(request, "progress.html", page=progress_page(tracks, history, problems))


@router.get("/problems/{slug}", dependencies=[allow(Action.BROWSE)])
def problem(request: Request, slug: str, services: ServicesDep, actor: OwnerDep, submission: str = "") -> Response:
    """The workspace of a problem; ``submission`` names an own one whose code and results are laid open in it."""
    found = services.problems.get(slug)
    opened = _opened(services, submission, actor, found) if submission else None
    return _page(request, "problem.html", **_workspace(request, found, actor, opened))


@router.get("/problems/{slug}/fragments", dependencies=[allow(Action.BROWSE)])
def fragments(request: Request, slug: str, services: ServicesDep, actor: OwnerDep) -> Response:
    """The parts of a problem's page that change with what was handed in, for the page that is open to take over."""
    return _page(request, "fragments.html", **_workspace(request, services.problems.get(slug), actor))


@router.get("/problems/{slug}/editorial", dependencies=[allow(Action.READ_EDITORIAL)])
def editorial(request: Request, slug: str, services: ServicesDep, actor: OwnerDep) -> Response:
    """The editorial on a page of its own, for whoever has solved the problem."""
    found = services.problems.get(slug)
    if not found.prose.editorial:
        raise NotFoundError("This problem has no editorial.")
    if not editorial_open(found, services.submissions.progress_in(actor, found.id)):
        raise LockedError("The editorial opens once you have solved the problem.")
    statements: Statements = request.app.state.statements
    statement = statements.of(found, services.problems.examples(found))
    return _page(request, "editorial.html", problem=found, statement=statement)


def _workspace(request: Request, found: Problem, actor: Actor, opened: Submission | None = None) -> dict[str, Any]:
    """What the page of a problem shows to this visitor."""
    services = services_of(request)
    progress = services.submissions.progress(actor)
    own = progress.get(found.id, NO_PROGRESS)
    draft = services.drafts.read(found.id, actor)
    statements: Statements = request.app.state.statements
    examples = services.problems.examples(found)
    statement = statements.of(found, examples)
    context = result_context(opened, services) if opened else {"submission": None, "view": None, "after": None}
    custom = statement.fixed.custom
    return {
        **context,
        "problem": found,
        "statement": statement,
        "draft": draft,
        "page": problem_page(found, examples, services.problems.tracks(), progress, statement.fixed),
        "hints": hint_views(found, own, services.hints.opened(found.id, actor)),
        "history": services.submissions.history(actor, found.id),
        "key": secrets.token_urlsafe(18),
        "source": opened.text if opened else draft.source if draft else found.starter,
        "editorial": statement.editorial if editorial_open(found, own) else None,
        "custom": with_texts(custom, opened.inputs) if opened and opened.inputs is not None else custom,
    }


@router.post("/problems/{slug}/submissions", dependencies=[allow(Action.SUBMIT)])
def submit(  # noqa: PLR0913 - the fields of the form
    request: Request,
    slug: str,
    actor: OwnerDep,
    inputs: WrittenDep,
    *,
    source: Annotated[str, Form()] = "",
    mode: Annotated[Literal["run", "submit", "custom"], Form()] = "submit",
    revision: FormRevision = 0,
    key: Annotated[str, Form(max_length=64)] = "",
) -> Response:
    """Hand in what stands in the editor, once however often that is asked, and go to the page of its results.

    With inputs that do not fit, the workspace comes back with all that was written.
    """
    services = services_of(request)
    text = as_typed(source).encode()
    try:
        if mode == "custom":
            submission = services.submissions.run_inputs(slug, text, inputs, actor, key)
        else:
            submission = services.submissions.submit(slug, text, Mode(mode), actor, key)
    except InputsRefusedError as error:
        keep_typed(services, slug, actor, source, revision)
        context = _workspace(request, services.problems.get(slug), actor)
        custom = with_texts(context["custom"], inputs, error.faults)
        return _page(request, "problem.html", 422, **{**context, "source": as_typed(source), "custom": custom})
    keep_typed(services, slug, actor, source, revision)  # where a newer draft is stored, it stays
    return RedirectResponse(f"/submissions/{submission.id}", status_code=303)


@router.get("/api/docs", dependencies=[allow(Action.READ_PUBLIC)])
def api_docs(request: Request) -> Response:
    """The REST interface, described and to be tried."""
    return _page(request, "api_docs.html")


def _page(request: Request, name: str, status_code: int = 200, **context: Any) -> Response:
    templates: Jinja2Templates = request.app.state.templates
    return templates.TemplateResponse(request, name, context, status_code)


def _opened(services: Services, submission_id: str, actor: Actor, problem: Problem) -> Submission:
    """The submission to lay open; one of another problem is not found."""
    found = services.submissions.read(submission_id, actor)
    if found.problem_id != problem.id:
        raise NotFoundError("There is no such submission for this problem.")
    return found
