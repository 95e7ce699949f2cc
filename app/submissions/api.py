"""REST v1: handing in programs by one request, and reading what came of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from starlette.concurrency import run_in_threadpool

from app.http.capability import provided
from app.http.limits import Costly, limits_of
from app.http.openapi import INVALID_ADDRESS, NOT_FOUND, describe_fault
from app.http.policies import allow
from app.http.prefer import parse_wait
from app.http.strict_json import StrictRoute
from app.http.visitors import ActorDep, offer_cookie
from app.kernel.actions import Action
from app.kernel.actor import Actor
from app.submissions.bodies import NewSubmission, SubmissionBody
from app.submissions.custom_input import write_custom_input
from app.submissions.model import Submission
from app.submissions.service import Submissions
from app.submissions.watch import MAX_WAIT_SECONDS, Watch
from grader.model import Mode

router = APIRouter(prefix="/api/v1", tags=["v1"], route_class=StrictRoute)

SubmissionsDep = Annotated[Submissions, provided(Submissions)]
WatchDep = Annotated[Watch, provided(Watch)]

_ADDRESS = "/api/v1/submissions/{}"
_RETRY = "Seconds after which to try again."

_SUBMIT_RESPONSES: Mapping[int | str, dict[str, Any]] = {
    201: {
        "description": "Stored, and sure to be judged. With `Prefer: wait=N`, finished where it took no longer.",
        "headers": {
            "Location": {"description": "Where the submission is.", "schema": {"type": "string"}},
            "Preference-Applied": {"description": "How long was waited at most.", "schema": {"type": "string"}},
        },
    },
    401: describe_fault("This server takes submissions only from visitors with a cookie."),
    403: describe_fault("The request came from another site's page."),
    404: describe_fault("There is no such problem."),
    413: describe_fault("The program is longer than 64 kB, or the body is above the limit (1 MB)."),
    415: describe_fault("The body is not declared as application/json, or is compressed."),
    422: describe_fault("The body is not strict JSON, not a submission, or its inputs do not fit the problem."),
    429: describe_fault(
        "Too many of this visitor's submissions are waiting, or too many requests came from this visitor or address.",
        **{"Retry-After": _RETRY},
    ),
    507: describe_fault("The server has no room left; nothing was stored.", **{"Retry-After": _RETRY}),
    503: describe_fault("The queue is full, or nothing can be judged; nothing was stored.", **{"Retry-After": _RETRY}),
}


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
    submissions: SubmissionsDep,
    watch: WatchDep,
    actor: ActorDep,
    prefer: Annotated[str, Header(description="`wait=N`: wait up to N (at most 60) seconds for the result.")] = "",
) -> SubmissionBody:
    """Store a program and have it judged: by the samples (`run`), by custom input, or by every case (`submit`).

    The answer is always 201 with `Location`. Whoever sends the visitor's cookie owns the submission; without one it
    can be read by whoever knows its unguessable id, and the answer brings a cookie for the next time.
    """
    if new.inputs is not None:
        limits_of(request).count(Costly.CUSTOM_INPUT, actor, request.scope)
    submission = await run_in_threadpool(_hand_in, slug, new, submissions, actor)
    offer_cookie(request)
    response.headers["location"] = _ADDRESS.format(submission.id)
    return SubmissionBody.of(await _wait_for_verdict(submission, watch, prefer, response))


def _hand_in(slug: str, new: NewSubmission, submissions: Submissions, actor: Actor) -> Submission:
    source = new.source.encode()
    if new.inputs is None:
        return submissions.submit(slug, source, Mode(new.mode), actor)
    return submissions.run_custom_input(slug, source, write_custom_input(submissions.problem(slug), new.inputs), actor)


async def _wait_for_verdict(submission: Submission, watch: Watch, prefer: str, response: Response) -> Submission:
    seconds = parse_wait(prefer)
    if seconds is None:
        return submission
    applied = min(seconds, int(MAX_WAIT_SECONDS))
    response.headers["preference-applied"] = f"wait={applied}"
    return await watch.wait_for_result(submission, applied)


@router.get(
    "/submissions/{submission_id}",
    dependencies=[allow(Action.READ_SUBMISSION)],
    summary="Read a submission and its result",
    responses={404: NOT_FOUND, 422: INVALID_ADDRESS},
    response_model_exclude_unset=True,
)
def read_submission(submission_id: str, submissions: SubmissionsDep, actor: ActorDep) -> SubmissionBody:
    """An own submission, or one that was handed in without a cookie; another visitor's is not found."""
    return SubmissionBody.of(submissions.read(submission_id, actor))
