from __future__ import annotations

import json
from http import HTTPStatus

import pytest
from fastapi import FastAPI
from starlette.types import Scope

import app.wiring.site  # so that every fault is known
from app.http.problem_details import STATUS, respond
from app.kernel.faults import Fault, FaultKind


class BrokenTemplates:
    """Templates whose error page fails."""

    def TemplateResponse(self, *_: object, **__: object) -> None:  # noqa: N802 - starlette's name
        raise ZeroDivisionError


def scope(path: str) -> Scope:
    app = FastAPI()
    app.state.templates = BrokenTemplates()
    return {"type": "http", "path": path, "method": "GET", "headers": [], "app": app, "state": {"request_id": "1f"}}


def below(fault: type[Fault]) -> set[type[Fault]]:
    return {fault}.union(*(below(one) for one in fault.__subclasses__()))


def test_every_kind_of_fault_has_a_status_and_every_fault_a_kind():
    assert app.wiring.site
    assert STATUS.keys() == set(FaultKind)
    assert all(status >= HTTPStatus.BAD_REQUEST for status in STATUS.values())
    family = below(Fault) - {Fault}
    assert len(family) > 10
    assert {fault for fault in family if not isinstance(getattr(fault, "kind", None), FaultKind)} == set()


def test_problem_details_are_as_the_standard_wants():
    response = respond(scope("/api/v1/x"), 404, "Not here.", {"retry-after": "2"}, {"errors": []})
    assert response.media_type == "application/problem+json"
    assert response.headers["retry-after"] == "2"
    assert json.loads(bytes(response.body)) == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "Not here.",
        "request_id": "1f",
        "errors": [],
    }


@pytest.mark.parametrize("detail", ["plain", "<script>alert(1)</script>", "{title}"])
def test_an_error_page_that_fails_does_not_hide_the_error(detail: str, caplog: pytest.LogCaptureFixture):
    response = respond(scope("/x"), 404, detail)
    text = bytes(response.body).decode()
    assert response.status_code == 404
    assert "<h1>Not Found</h1>" in text
    assert "<script>" not in text
    assert "request 1f" in caplog.text
