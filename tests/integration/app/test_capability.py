"""A capability is one folder and one line: `tests/toy` brings tables, a job kind, a page, a route and a template."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from fastapi import APIRouter, FastAPI

from app.http.capability import Capability, Parts
from app.http.policies import allow
from app.jobs.model import Job, QueueFullError
from app.kernel.actions import Action
from app.submissions.model import Submission
from app.submissions.sql import SQLSubmissionStore
from app.wiring.backend import Backend, open_backend
from app.wiring.capabilities import CAPABILITIES
from app.wiring.settings import Settings
from app.wiring.site import create_app
from grader.model import Mode, Problem
from tests.integration.app.conftest import SmallJudge
from tests.toy.plug import capability as notes
from tests.toy.service import Notes
from tests.toy.sql import NoteStore

WITH_NOTES = (*CAPABILITIES, notes)


@pytest.fixture
def client(
    tmp_path: Path, rnn_cell: Problem, judge: SmallJudge, serve: Callable[[FastAPI], httpx.Client]
) -> httpx.Client:
    settings = Settings(data=tmp_path / "data", slots=1)
    return serve(create_app(settings, lambda: judge, {"rnn-cell": rnn_cell}, WITH_NOTES))


def test_it_is_plugged_in_by_its_line_alone(client: httpx.Client):
    name = client.post("/notes", data={"text": "mind the axes"}).json()["id"]
    deadline = time.monotonic() + 10
    while "MIND THE AXES" not in (page := client.get(f"/notes/{name}").text):
        assert time.monotonic() < deadline, page
        time.sleep(0.01)
    assert '<p id="whispered">mind the axes</p>' in page
    assert '<a class="brand" href="/"' in page  # the page of the house
    assert client.get("/notes/nothing").status_code == 404
    assert client.get("/problems/rnn-cell").status_code == 200


@pytest.fixture
def backend(tmp_path: Path, rnn_cell: Problem) -> Backend:
    settings = Settings(data=tmp_path / "data", queue_capacity=2)
    return open_backend(settings, {"rnn-cell": rnn_cell}, WITH_NOTES)


def test_one_transaction_holds_what_several_capabilities_store(backend: Backend):
    submissions, store, queue = SQLSubmissionStore(), NoteStore(), backend.queue
    new = Submission("s", "rnn-cell", "v", Mode.RUN, b"x", "ada", backend.parts.clock())

    def write(*, fails: bool) -> None:
        with backend.database.unit_of_work() as work:
            assert submissions.add(work, new)
            store.add(work, "the idempotency key", "s")  # and its audit line
            queue.put(work, Job("judge", "s"))
            if fails:
                raise ZeroDivisionError

    def stored() -> tuple[bool, str | None, list[str]]:
        with backend.database.read() as work:
            return submissions.get(work, "s") is not None, store.get(work, "the idempotency key"), store.audit(work)

    with pytest.raises(ZeroDivisionError):
        write(fails=True)
    assert stored() == (False, None, [])
    write(fails=False)
    assert stored() == (True, "s", ["added the idempotency key"])
    assert queue.take() == Job("judge", "s")
    backend.close()


def test_what_finds_no_place_in_the_queue_leaves_nothing_behind(backend: Backend):
    service = backend.parts.get(Notes)
    for text in "ab":
        service.add(text)
    with pytest.raises(QueueFullError):
        service.add("c")
    with backend.database.read() as work:
        assert len(NoteStore().audit(work)) == 2
    backend.close()


def test_a_route_that_names_no_action_does_not_start(tmp_path: Path, rnn_cell: Problem, judge: SmallJudge):
    careless = APIRouter(prefix="/deep")
    careless.add_api_route("/careless", lambda: None)
    twice = APIRouter()
    twice.add_api_route("/twice", lambda: None, dependencies=[allow(Action.BROWSE), allow(Action.PROBE)])
    for router, path in ((careless, "/deep/careless"), (twice, "/twice")):
        settings = Settings(data=tmp_path / "data", slots=1)
        with pytest.raises(RuntimeError, match=rf"without exactly one action: GET {path}$"):
            create_app(settings, lambda: judge, {"rnn-cell": rnn_cell}, (*CAPABILITIES, Capability(routers=(router,))))


def test_parts_are_there_for_those_that_come_later_and_once(backend: Backend):
    parts = Parts(backend.database, backend.queue, backend.parts.clock)
    with pytest.raises(LookupError, match="nobody has added a Notes"):
        parts.get(Notes)
    notes.build(parts)
    assert isinstance(parts.get(Notes), Notes)
    with pytest.raises(ValueError, match="there is a Notes already"):
        notes.build(parts)
    backend.close()
