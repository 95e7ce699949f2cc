"""A worker is built without anything of the web: no secret, no cookie, no template, no route."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import APIRouter, FastAPI
from starlette.templating import Jinja2Templates

from app.http.visitors import VisitorCookies
from app.kernel.actor import visitor
from app.submissions.service import Submissions
from app.wiring.backend import Backend, open_backend
from app.wiring.settings import Settings
from app.wiring.site import create_app
from app.wiring.worker import Worker
from grader.model import Mode, Problem, Verdict
from tests.integration.app.conftest import SmallJudge

OF_THE_WEB = (FastAPI, VisitorCookies, Jinja2Templates)


@pytest.fixture
def backend(tmp_path: Path, rnn_cell: Problem) -> Iterator[Backend]:
    opened = open_backend(Settings(data=tmp_path / "data"), {"rnn-cell": rnn_cell})
    yield opened
    opened.close()


def reachable(*roots: object) -> Iterator[object]:
    """Everything that is reached from these without going through modules, classes and functions' globals."""
    seen: set[int] = set()
    todo: list[object] = list(roots)
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, type | type(gc) | APIRouter):
            continue
        seen.add(id(one))
        yield one
        inside = (
            [cell.cell_contents for cell in one.__closure__ or ()]
            if hasattr(one, "__closure__")
            else gc.get_referents(one)
        )
        todo += inside


def test_a_worker_judges_and_no_secret_of_the_web_is_made_or_held(backend: Backend, judge: SmallJudge):
    worker = Worker(backend, Settings(slots=1), lambda: judge)
    worker.start()
    submission = backend.parts.get(Submissions).submit("rnn-cell", b"right", Mode.SUBMIT, visitor("ada"))
    deadline = time.monotonic() + 10
    while backend.parts.get(Submissions).read(submission.id, visitor("ada")).verdict is not Verdict.ACCEPTED:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    held = list(reachable(worker, backend))
    worker.stop()
    assert len(held) > 1000
    assert [one for one in held if isinstance(one, OF_THE_WEB)] == []
    assert sorted(path.name for path in backend.folder.database().parent.iterdir() if "key" in path.name) == []


def test_the_look_finds_a_secret_that_is_held(tmp_path: Path, rnn_cell: Problem, judge: SmallJudge):
    app = create_app(Settings(data=tmp_path / "site", slots=1), lambda: judge, {"rnn-cell": rnn_cell})
    held = list(reachable(app))
    assert {kind for kind in OF_THE_WEB for one in held if isinstance(one, kind)} == set(OF_THE_WEB)
    secret = (tmp_path / "site" / "secret.key").read_bytes()
    assert any(one == secret for one in held if isinstance(one, bytes))
