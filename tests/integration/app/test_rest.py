from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from httpx import Client, Response

from app.jobs.runner import ToolUnavailableError
from app.problems.bodies import ProblemBody, ProblemList
from app.submissions.bodies import SubmissionBody
from app.submissions.ports import Slot

SUBMIT = "/api/v1/problems/rnn-cell/submissions"
RIGHT = {"source": "right", "mode": "submit"}


def problem_details(response: Response, status: int) -> dict[str, Any]:
    body: dict[str, Any] = response.json()
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert {"type", "title", "status", "detail", "request_id"} <= body.keys()
    assert body["status"] == status
    assert body["request_id"] == response.headers["x-request-id"]
    return body


def finished(client: Client, address: str) -> dict[str, Any]:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        body: dict[str, Any] = client.get(address).json()
        if body["state"] == "done":
            return body
        time.sleep(0.01)
    raise AssertionError("not done after ten seconds")


def test_the_catalogue(client: Client):
    body = ProblemList.model_validate(client.get("/api/v1/problems").json())
    assert [problem.id for problem in body.problems] == ["rnn-cell"]
    whole = ProblemBody.model_validate(client.get(body.problems[0].url).json())
    assert whole.entry_point == "rnn_cell"
    assert whole.samples[0].expected == [0.0, 0.0]


def test_a_submission_is_acknowledged_at_once_and_judged(client: Client):
    response = client.post(SUBMIT, json=RIGHT)
    body = response.json()
    assert response.status_code == 201
    assert "preference-applied" not in response.headers
    assert response.headers["location"] == f"/api/v1/submissions/{body['id']}"
    assert {"verdict", "score", "cases", "seconds"} <= body.keys()
    done = finished(client, response.headers["location"])
    assert (done["verdict"], done["score"], done["problem"], done["mode"]) == ("accepted", 100.0, "rnn-cell", "submit")


def test_waiting_brings_the_result_in_the_same_answer(client: Client):
    response = client.post(SUBMIT, json={"source": "wrong", "mode": "run"}, headers={"Prefer": "wait=10"})
    body = response.json()
    assert response.status_code == 201
    assert response.headers["preference-applied"] == "wait=10"
    assert (body["state"], body["verdict"], body["reason"], body["max_score"]) == (
        "done",
        "wrong_answer",
        "not_finite",
        0.0,
    )
    assert body["cases"][0]["max_abs_error"] == "NaN"
    assert body["cases"][0]["got"] == [["Infinity"]]
    assert "stdout" not in body["cases"][0]
    SubmissionBody.model_validate(body)
    created = datetime.fromisoformat(body["created_at"])
    assert created.utcoffset() == timedelta(0)
    assert client.get(response.headers["location"]).json() == body


def test_who_waits_too_short_gets_null_and_may_ask_again(client: Client, judge: Any):
    response = client.post(SUBMIT, json={"source": "slow right"}, headers={"Prefer": "wait=0"})
    assert response.status_code == 201
    assert response.json()["state"] in {"queued", "running"}
    assert response.json()["verdict"] is None
    judge.go.set()
    assert finished(client, response.headers["location"])["verdict"] == "accepted"


def test_nobody_waits_longer_than_a_minute(client: Client):
    response = client.post(SUBMIT, json=RIGHT, headers={"Prefer": "wait=86400"})
    assert response.headers["preference-applied"] == "wait=60"
    assert response.json()["state"] == "done"


def test_without_a_cookie_the_id_is_the_key_and_a_cookie_comes(client: Client):
    response = client.post(SUBMIT, json=RIGHT)
    assert response.headers["set-cookie"].startswith("visitor=")
    assert all(flag in response.headers["set-cookie"] for flag in ("HttpOnly", "SameSite=Lax", "Path=/"))
    client.cookies.clear()
    assert client.get(response.headers["location"]).status_code == 200


def test_with_a_cookie_it_is_the_visitors_alone(client: Client):
    client.post(SUBMIT, json=RIGHT)
    mine = client.post(SUBMIT, json=RIGHT)
    assert "set-cookie" not in mine.headers
    assert client.get(mine.headers["location"]).status_code == 200
    client.cookies.clear()
    foreign = problem_details(client.get(mine.headers["location"]), 404)
    unknown = problem_details(client.get("/api/v1/submissions/nothing"), 404)
    assert foreign["detail"] == unknown["detail"]


def test_anonymous_submissions_can_be_turned_off(open_client: Callable[..., Client]):
    client = open_client(anonymous_rest=False)
    problem_details(client.post(SUBMIT, json=RIGHT), 401)
    client.get("/problems/rnn-cell")
    assert client.post(SUBMIT, json=RIGHT).status_code == 201


@pytest.mark.parametrize("path", ["/api/v1/problems/nothing", "/api/v1/nothing", "/api/v1/problems/..%2f..%2fetc"])
def test_what_is_not_there(client: Client, path: str):
    problem_details(client.get(path), 404)


def test_an_unknown_problem_takes_no_submission(client: Client):
    problem_details(client.post("/api/v1/problems/nothing/submissions", json=RIGHT), 404)


def test_a_wrong_method_says_which_are_right(client: Client):
    response = client.delete(SUBMIT)
    problem_details(response, 405)
    assert response.headers["allow"] == "POST"


@pytest.mark.parametrize(
    "body",
    [
        b'{"source": "a", "source": "b"}',
        b'{"source": "a", "mode": NaN}',
        b'{"source": "\\ud800"}',
        b'{"source": ' + b"[" * 10_000,
        b'{"source": 1}',
        b'{"source": null}',
        b'{"source": "a", "mode": "all"}',
        b'{"source": "a", "visitor": "mallory"}',
        b"{}",
        b"[]",
        b"",
        b"source=a",
        b"\xff\xfe",
    ],
)
def test_what_is_no_submission_is_422(client: Client, body: bytes):
    response = client.post(SUBMIT, content=body, headers={"content-type": "application/json"})
    details = problem_details(response, 422)
    assert "mallory" not in str(details)


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "", "application/json; charset=latin-1", "json"]
)
def test_other_content_types_are_415(client: Client, content_type: str):
    response = client.post(SUBMIT, content=b'{"source": "right"}', headers={"content-type": content_type})
    problem_details(response, 415)


def test_a_byte_order_mark_is_taken(client: Client):
    headers = {"content-type": "application/json"}
    assert client.post(SUBMIT, content=b'\xef\xbb\xbf{"source": "right"}', headers=headers).status_code == 201
    twice = client.post(SUBMIT, content=b'\xef\xbb\xbf\xef\xbb\xbf{"source": "right"}', headers=headers)
    problem_details(twice, 422)


def test_a_compressed_body_is_415(client: Client):
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    problem_details(client.post(SUBMIT, content=b"\x1f\x8b", headers=headers), 415)


def test_any_source_below_the_limit_is_for_the_judge(client: Client):
    for source in ("", "\x00", "right" * 13_000, "\U0001f40d right"):
        assert client.post(SUBMIT, json={"source": source}).status_code == 201


def test_the_full_queue_refuses_before_anything_is_stored(
    open_client: Callable[..., Client], judge: Any, tmp_path: Path
):
    client = open_client(queue_capacity=2)
    client.post(SUBMIT, json={"source": "slow"})
    assert judge.begun.wait(10)
    client.cookies.clear()
    for _ in range(2):
        assert client.post(SUBMIT, json=RIGHT).status_code == 201
        client.cookies.clear()
    response = client.post(SUBMIT, json=RIGHT)
    problem_details(response, 503)
    assert int(response.headers["retry-after"]) > 0
    with sqlite3.connect(tmp_path / "data" / "allclose.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM submission").fetchone() == (3,)
    database.close()


def unavailable() -> Slot:
    raise ToolUnavailableError("seccomp is missing")


def test_where_nothing_can_be_judged_it_says_so(open_client: Callable[..., Client]):
    client = open_client(make_slot=unavailable, slots=2)
    deadline = time.monotonic() + 10
    while "seccomp" not in client.get("/readyz").text and time.monotonic() < deadline:
        time.sleep(0.01)
    assert "seccomp is missing" in problem_details(client.get("/readyz"), 503)["detail"]
    assert "seccomp is missing" in problem_details(client.post(SUBMIT, json=RIGHT), 503)["detail"]
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/api/v1/problems/rnn-cell").status_code == 200
    assert client.get("/").status_code == 200


def test_ready_once_the_slots_are_up(client: Client):
    finished(client, client.post(SUBMIT, json=RIGHT).headers["location"])
    assert client.get("/readyz").json() == {"status": "ready"}
