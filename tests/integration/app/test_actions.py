"""Who may do what: every route of the application, as each kind of actor that there is."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from fastapi import FastAPI

from app.http.policies import list_actions
from app.kernel.actions import ALLOWED, Action, Policy, site_policy
from app.kernel.actor import Actor, ActorKind
from app.kernel.faults import Fault

ROUTES = {
    "GET /": Action.BROWSE,
    "GET /progress": Action.BROWSE,
    "GET /problems/{slug}": Action.BROWSE,
    "GET /problems/{slug}/fragments": Action.BROWSE,
    "GET /problems/{slug}/editorial": Action.READ_EDITORIAL,
    "POST /problems/{slug}/submissions": Action.SUBMIT,
    "PUT /problems/{slug}/draft": Action.SAVE_DRAFT,
    "POST /problems/{slug}/hints": Action.OPEN_HINT,
    "GET /problems/{slug}/compare": Action.COMPARE_SUBMISSIONS,
    "GET /submissions/{submission_id}": Action.READ_SUBMISSION,
    "GET /submissions/{submission_id}/results": Action.READ_SUBMISSION,
    "GET /submissions/{submission_id}/events": Action.READ_SUBMISSION,
    "GET /submissions/{submission_id}/source": Action.READ_SUBMISSION,
    "GET /api/docs": Action.READ_PUBLIC,
    "GET /api/openapi.json": Action.READ_PUBLIC,
    "GET /api/v1/problems": Action.READ_PUBLIC,
    "GET /api/v1/problems/{slug}": Action.READ_PUBLIC,
    "POST /api/v1/problems/{slug}/submissions": Action.SUBMIT_BY_REST,
    "GET /api/v1/submissions/{submission_id}": Action.READ_SUBMISSION,
    "GET /healthz": Action.PROBE,
    "GET /readyz": Action.PROBE,
    "* /static": Action.READ_PUBLIC,
}
"""Each route and what it is for; a new one is written down here by whoever adds it."""

BODIES = {
    "POST /problems/{slug}/submissions": {"data": {"source": "right", "mode": "submit"}},
    "PUT /problems/{slug}/draft": {"json": {"source": "x", "revision": 0}},
    "POST /problems/{slug}/hints": {"data": {"hint": "1"}},
    "POST /api/v1/problems/{slug}/submissions": {"json": {"source": "right", "mode": "submit"}},
}
SAME_ORIGIN = {"Sec-Fetch-Site": "same-origin"}
REFUSED = {401, 403}
"""What an actor gets who may not do it; whatever else comes, it was let through."""


@pytest.fixture(params=[True, False], ids=["open", "closed to anonymous REST"])
def site(
    request: pytest.FixtureRequest, make_app: Callable[..., FastAPI], serve: Callable[[FastAPI], httpx.Client]
) -> tuple[FastAPI, httpx.Client, bool]:
    app = make_app(anonymous_rest=request.param)
    return app, serve(app), request.param


def test_every_route_names_its_action(make_app: Callable[..., FastAPI]):
    assert dict(list_actions(make_app())) == {route: (action,) for route, action in ROUTES.items()}
    assert set(ROUTES.values()) == set(Action)


def test_each_kind_of_actor_may_do_what_the_policy_says(site: tuple[FastAPI, httpx.Client, bool]):
    app, client, anonymous_rest = site
    client.get("/problems/rnn-cell")
    known = dict(client.cookies)
    assert known
    own = client.post("/problems/rnn-cell/submissions", data={"source": "right"}, headers=SAME_ORIGIN)
    client.get(own.headers["location"])  # waits for the verdict
    submission = own.headers["location"].removeprefix("/submissions/")
    policy = site_policy(anonymous_rest=anonymous_rest)
    for route, (action,) in list_actions(app):
        method, path = route.split(" ")
        address = path.format(slug="rnn-cell", submission_id=submission)
        for kind, cookies in ((ActorKind.ANONYMOUS, {}), (ActorKind.VISITOR, known)):
            client.cookies.clear()
            client.cookies.update(cookies)
            sent = {"headers": SAME_ORIGIN, **BODIES.get(route, {})}
            with client.stream(method.replace("*", "GET"), address, **sent) as answer:
                refused = answer.status_code in REFUSED
            allowed = kind in policy.allowed[action]
            locked = action is Action.READ_EDITORIAL and kind is ActorKind.ANONYMOUS  # nothing is solved yet
            assert refused is not (allowed and not locked), (route, kind, answer.status_code)


@pytest.mark.parametrize("kind", ActorKind)
@pytest.mark.parametrize("action", Action)
def test_what_is_not_listed_nobody_may_do(kind: ActorKind, action: Action):
    actor = Actor(kind, "somebody" if kind is not ActorKind.ANONYMOUS else "")
    unknown_draft = (kind, action) == (ActorKind.ANONYMOUS, Action.SAVE_DRAFT)
    assert Policy(ALLOWED).permits(actor, action) is not unknown_draft
    nobody = Policy({})
    assert not nobody.permits(actor, action)
    with pytest.raises(Fault) as caught:
        nobody.require(actor, action)
    assert caught.value.kind == ("unauthenticated" if kind is ActorKind.ANONYMOUS else "forbidden")
