"""The page of a problem: its forms work without scripts, and carry along what stands in the editor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.http.capability import provided
from app.http.limits import Costly, limits_of
from app.http.policies import allow
from app.http.problem_details import STATUS
from app.http.templates import render
from app.http.visitors import ActorDep, OwnerDep, actor_of
from app.kernel.actions import Action
from app.kernel.faults import Fault
from app.problems.custom_input import CustomInputForm, fill_custom_input
from app.problems.service import Problems
from app.submissions.custom_input import CustomInputDep
from app.submissions.faults import InputsRefusedError, SourceTooLargeError
from app.submissions.service import Submissions
from app.workspace.faults import DraftRefusedError
from app.workspace.page import Workspaces
from app.workspace.service import Drafts, Hints
from grader.model import Mode

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

ProblemsDep = Annotated[Problems, provided(Problems)]
WorkspacesDep = Annotated[Workspaces, provided(Workspaces)]
DraftsDep = Annotated[Drafts, provided(Drafts)]
HintsDep = Annotated[Hints, provided(Hints)]

FormSource = Annotated[str | None, Form()]
"""What stands in the editor, where a form is sent without scripts."""

FormRevision = Annotated[int, Form(ge=0, lt=2**31 - 1)]
"""The revision of the draft that it was built on."""


@router.get("/problems/{slug}", dependencies=[allow(Action.BROWSE)])
def show_problem(  # noqa: PLR0913 - what FastAPI injects
    request: Request,
    slug: str,
    problems: ProblemsDep,
    workspaces: WorkspacesDep,
    *,
    drafts: DraftsDep,
    hints: HintsDep,
    actor: OwnerDep,
    submission: str = "",
) -> Response:
    """The workspace of a problem; ``submission`` names an own one whose code and results are laid open in it."""
    problem = problems.get(slug)
    opened = workspaces.find_submission(submission, actor, problem) if submission else None
    context = workspaces.context(problem, actor, (drafts, hints), opened)
    return render(request, "workspace/problem.html", **context)


@router.get("/problems/{slug}/fragments", dependencies=[allow(Action.BROWSE)])
def show_fragments(  # noqa: PLR0913 - what FastAPI injects
    request: Request,
    slug: str,
    problems: ProblemsDep,
    workspaces: WorkspacesDep,
    *,
    drafts: DraftsDep,
    hints: HintsDep,
    actor: OwnerDep,
) -> Response:
    """The parts of a problem's page that change with what was handed in, for the page that is open to take over."""
    context = workspaces.context(problems.get(slug), actor, (drafts, hints))
    return render(request, "workspace/fragments.html", **context)


@router.get("/problems/{slug}/editorial", dependencies=[allow(Action.READ_EDITORIAL)])
def show_editorial(
    request: Request, slug: str, problems: ProblemsDep, workspaces: WorkspacesDep, actor: OwnerDep
) -> Response:
    """The editorial on a page of its own, for whoever has solved the problem."""
    problem = problems.get(slug)
    statement = workspaces.editorial(problem, actor)
    return render(request, "workspace/editorial.html", problem=problem, statement=statement)


@router.post("/problems/{slug}/submissions", dependencies=[allow(Action.SUBMIT)])
def submit(  # noqa: PLR0913 - what FastAPI injects, and the fields of the form
    request: Request,
    slug: str,
    submissions: Annotated[Submissions, provided(Submissions)],
    workspaces: WorkspacesDep,
    *,
    drafts: DraftsDep,
    hints: HintsDep,
    actor: OwnerDep,
    inputs: CustomInputDep,
    source: Annotated[str, Form()] = "",
    mode: Annotated[Literal["run", "submit", "custom"], Form()] = "submit",
    revision: FormRevision = 0,
    key: Annotated[str, Form(max_length=64)] = "",
) -> Response:
    """Hand in what stands in the editor, once however often that is asked, and go to the page of its results.

    With inputs that do not fit, or a program that is too long, the workspace comes back with all that was written.
    """
    text = restore_line_ends(source)
    try:
        if mode == "custom":
            limits_of(request).count(Costly.CUSTOM_INPUT, actor, request.scope)
            submission = submissions.run_custom_input(slug, text.encode(), inputs, actor, key)
        else:
            submission = submissions.submit(slug, text.encode(), Mode(mode), actor, key)
    except (InputsRefusedError, SourceTooLargeError) as error:
        drafts.keep(slug, actor_of(request), text, revision)
        context = workspaces.context(submissions.problem(slug), actor, (drafts, hints))
        context |= {"source": text, **_show_refusal(context["custom"], inputs, error)}
        return render(request, "workspace/problem.html", STATUS[error.kind], **context)
    drafts.keep(slug, actor_of(request), text, revision)  # where a newer draft is stored, it stays
    return RedirectResponse(f"/submissions/{submission.id}", status_code=303)


@router.post("/problems/{slug}/hints", dependencies=[allow(Action.OPEN_HINT)])
def open_hint(  # noqa: PLR0913 - what FastAPI injects, and the fields of the form
    slug: str,
    hints: HintsDep,
    drafts: DraftsDep,
    actor: ActorDep,
    *,
    owner: OwnerDep,
    hint: Annotated[int, Form()],
    source: FormSource = None,
    revision: FormRevision = 0,
) -> Response:
    """Open a hint, and show the page again; what was typed is kept as the draft, so that nothing is lost on the way."""
    hints.open(slug, owner, hint)
    if source is not None and not drafts.keep(slug, actor, restore_line_ends(source), revision):
        raise DraftRefusedError
    return RedirectResponse(f"/problems/{slug}#hints", status_code=303)


def _show_refusal(form: CustomInputForm, inputs: Mapping[str, str], error: Fault) -> dict[str, Any]:
    """What the workspace shows of a refusal: at the inputs what is wrong with them, or a sentence above the results."""
    if isinstance(error, InputsRefusedError):
        return {"custom": fill_custom_input(form, inputs, error.faults)}
    return {"custom": fill_custom_input(form, inputs) if inputs else form, "refused": str(error)}


def restore_line_ends(source: str) -> str:
    """A form's text with the lines as they were typed: forms send each with both signs of its end."""
    return source.replace("\r\n", "\n")
