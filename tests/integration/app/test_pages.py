from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Client, Response

from app.http.static import Assets

FORM = "/problems/rnn-cell/submissions"


def post(client: Client, source: str, mode: str = "run") -> Response:
    return client.post(FORM, data={"source": source, "mode": mode}, headers={"sec-fetch-site": "same-origin"})


def test_a_form_leads_to_the_page_of_its_results(client: Client):
    response = post(client, "right")
    assert response.status_code == 303
    page = client.get(response.headers["location"])
    assert "All samples pass" in page.text
    assert 'http-equiv="refresh"' not in page.text


def test_a_page_refreshes_itself_until_the_verdict_is_there(client: Client, judge: Any):
    address = post(client, "slow and right", "submit").headers["location"]
    waiting = client.get(address).text
    assert '<meta http-equiv="refresh" content="1">' in waiting
    assert "Being judged" in waiting
    judge.go.set()
    page = client.get(address).text
    assert "Accepted" in page
    assert 'http-equiv="refresh"' not in page


def test_the_fragment_holds_the_results_alone(client: Client):
    address = post(client, "wrong").headers["location"]
    client.get(address)
    fragment = client.get(f"{address}/results").text
    assert "<html" not in fragment
    assert "Wrong answer" in fragment
    assert "Not finite" in fragment


def test_line_ends_of_a_form_are_plain(client: Client):
    address = post(client, "right\r\nx = 1\r\n").headers["location"]
    stored = client.get(f"/problems/rnn-cell?submission={address.rsplit('/', 1)[1]}").text
    assert ">\nright\nx = 1\n</textarea>" in stored


def test_a_source_is_text_wherever_it_is_shown(client: Client):
    hostile = "right # </textarea></code><script>alert(1)</script>"
    address = post(client, hostile).headers["location"]
    for page in (address, f"{address}/results", f"/problems/rnn-cell?submission={address.rsplit('/', 1)[1]}"):
        assert "<script>alert" not in client.get(page).text


def test_another_visitor_finds_nothing(client: Client):
    address = post(client, "right").headers["location"]
    submission = address.rsplit("/", 1)[1]
    client.cookies.clear()
    for page in (address, f"{address}/results", f"/problems/rnn-cell?submission={submission}"):
        response = client.get(page)
        assert response.status_code == 404
        assert "right" not in response.text.replace("copyright", "")


@pytest.mark.parametrize("path", ["/problems/nope", "/submissions/nope", "/problems/rnn-cell?submission=nope", "/x"])
def test_what_is_not_there_is_a_page_with_its_requests_number(client: Client, path: str):
    response = client.get(path)
    assert response.status_code == 404
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["x-request-id"] in response.text


def test_a_mode_that_does_not_exist_is_refused(client: Client):
    assert post(client, "right", "everything").status_code == 422


def test_own_progress_is_in_the_catalogue(client: Client):
    assert "Not tried yet" in client.get("/").text
    client.get(post(client, "right", "submit").headers["location"])
    page = client.get("/").text
    assert "Solved" in page
    assert "1 of 1 solved" in page


def test_the_history_lists_what_was_handed_in(client: Client):
    address = post(client, "wrong", "submit").headers["location"]
    client.get(address)
    page = client.get("/problems/rnn-cell").text
    assert f'href="{address}"' in page
    assert "0 of 100" in page


def test_hidden_cases_are_named_nowhere_before_a_submission(client: Client, rnn_cell: Any):
    page = client.get("/problems/rnn-cell").text
    hidden = [entry.case.name for entry in rnn_cell.entries if entry.case.hidden]
    groups = [group.name for group in rnn_cell.groups if group.hidden]
    assert hidden
    assert [name for name in hidden if f">{name}<" in page] == []
    assert [name for name in groups if name not in page] == []
    assert rnn_cell.reference.source.decode() not in page


def test_no_page_carries_a_script_of_its_own(client: Client):
    for path in ("/", "/problems/rnn-cell", post(client, "right").headers["location"], "/api/docs", "/nope"):
        text = client.get(path).text
        assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", text) == []
        assert re.findall(r"\son[a-z]+=", text) == []


def test_every_page_works_where_nothing_was_built(
    make_app: Callable[..., FastAPI], serve: Callable[[FastAPI], Client], tmp_path: Path
):
    app = make_app()
    app.state.templates.env.globals["asset"] = Assets(tmp_path / "nothing")
    client = serve(app)
    address = post(client, "right").headers["location"]
    for path in ("/", "/problems/rnn-cell", address, f"{address}/results", "/api/docs", "/nope"):
        text = client.get(path).text
        assert "<script" not in text
        assert "stylesheet" not in text
    assert (
        '<form id="form" method="post" action="/problems/rnn-cell/submissions">'
        in client.get("/problems/rnn-cell").text
    )
    assert 'href="/api/openapi.json"' in client.get("/api/docs").text
