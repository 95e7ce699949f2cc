"""REST v1: the catalogue, and handing in programs by one request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from starlette.concurrency import run_in_threadpool

from app.domain.submission import Submission
from app.kernel.actions import Action
from app.kernel.actor import Actor
from app.services.watch import MAX_WAIT_SECONDS
from app.web.api_models import NewSubmission, ProblemBody, ProblemDetails, ProblemList, SubmissionBody
from app.web.custom_inputs import as_texts
from app.web.dependencies import Services, ServicesDep
from app.web.policies import allow
from app.web.prefer import wait_seconds
from app.web.problem_bodies import problem_body, summary
from app.web.strict_json import StrictRoute
from app.web.visitors import ActorDep, owner_of
from grader.model import Mode

router = APIRouter(prefix="/api/v1", tags=["v1"], route_class=StrictRoute)

_ADDRESS = "/api/v1/submissions/{}"


def _fault(description: str, **headers: str) -> dict[str, Any]:
    """An error in the OpenAPI description: RFC 9457 problem details."""
    return {
        "description": description,
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}},
        "headers": {name: {"description": text, "schema": {"type": "string"}} for name, text in headers.items()},
    }


NOT_FOUND = _fault("There is none, or it is another visitor's.")
_RETRY = "Seconds after which to try again."

_SUBMIT_RESPONSES: Mapping[int | str, dict[str, Any]] = {
    201: {
        "description": "Stored, and sure to be judged. With `Prefer: wait=N`, finished where it took no longer.",
        "headers": {
            "Location": {"description": "Where the submission is.", "schema": {"type": "string"}},
            "Preference-Applied": {"description": "How long was waited at most.", "schema": {"type": "string"}},
        },
    },
    401: _fault("This server takes submissions only from visitors with a cookie."),
    403: _fault("The request came from another site's page."),
    404: _fault("There is no such problem."),
    413: _fault("The body is above the limit (1 MB)."),
    415: _fault("The body is not declared as application/json."),
    422: _fault("The body is not strict JSON, not a submission, or its inputs do not fit the problem."),
    429: _fault("Too many of this visitor's submissions are waiting.", **{"Retry-After": _RETRY}),
    507: _fault("The server has no room left; nothing was stored.", **{"Retry-After": _RETRY}),
    503: _fault("The queue is full, or nothing can be judged; nothing was stored.", **{"Retry-After": _RETRY}),
}


@router.get("/problems", dependencies=[allow(Action.READ_PUBLIC)], summary="List the problems")
def list_problems(services: ServicesDep) -> ProblemList:
    """Every active problem, in the order of the catalogue."""
    return ProblemList(problems=[summary(problem) for problem in services.problems.problems()])


@router.get(
    "/problems/{slug}",
    dependencies=[allow(Action.READ_PUBLIC)],
    summary="Read one problem",
    responses={404: NOT_FOUND, 422: _fault("The address is not valid.")},
)
def read_problem(slug: str, services: ServicesDep) -> ProblemBody:
    """Statement, theory, starter, samples with what the reference computes, and the groups of hidden cases by name."""
    problem = services.problems.get(slug)
    return problem_body(problem, services.problems.examples(problem))


@router.post(
    "/problems/{slug}/submissions",
    status_code=201,
    dependencies=[allow(Action.SUBMIT_BY_REST)],
    summary="Hand in a program",
    responses=dict(_SUBMIT_RESPONSES),
    response_model_exclude_unset=True,
)
async def submit(  # noqa: PLR0913 - what FastAPI injects
    *,
    slug: str,
    new: NewSubmission,
    request: Request,
    response: Response,
    services: ServicesDep,
    actor: ActorDep,
    prefer: Annotated[str, Header(description="`wait=N`: wait up to N (at most 60) seconds for the result.")] = "",
) -> SubmissionBody:
    """Store a program and have it judged: by the samples (`run`), by inputs of your own, or by every case (`submit`).

    The answer is always 201 with `Location`. Whoever sends the visitor's cookie owns the submission; without one it
    can be read by whoever knows its unguessable id, and the answer brings a cookie for the next time.
    """
    submission = await run_in_threadpool(_put, slug, new, services, actor)
    owner_of(request)
    response.headers["location"] = _ADDRESS.format(submission.id)
    return SubmissionBody.of(await _waited(submission, services, prefer, response))


def _put(slug: str, new: NewSubmission, services: Services, actor: Actor) -> Submission:
    source, submissions = new.source.encode(), services.submissions
    if new.inputs is None:
        return submissions.submit(slug, source, Mode(new.mode), actor)
    texts = as_texts(services.problems.get(slug), new.inputs)
    return submissions.run_inputs(slug, source, texts, actor)


async def _waited(submission: Submission, services: ServicesDep, prefer: str, response: Response) -> Submission:
    seconds = wait_seconds(prefer)
    if seconds is None:
        return submission
    applied = min(seconds, int(MAX_WAIT_SECONDS))
    response.headers["preference-applied"] = f"wait={applied}"
    return await services.watch.finished(submission, applied)


@router.get(
    "/submissions/{submission_id}",
    dependencies=[allow(Action.READ_SUBMISSION)],
    summary="Read a submission and its result",
    responses={404: NOT_FOUND, 422: _fault("The address is not valid.")},
    response_model_exclude_unset=True,
)
def read_submission(submission_id: str, services: ServicesDep, actor: ActorDep) -> SubmissionBody:
    """An own submission, or one that was handed in without a cookie; another visitor's is not found."""
    return SubmissionBody.of(services.submissions.read(submission_id, actor))


EXTRA_SCHEMAS = (ProblemDetails,)
"""Models that the description names and no route returns."""
