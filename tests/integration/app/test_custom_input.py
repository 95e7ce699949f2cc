"""Custom input by form and by REST, and the editorial, behind a real server."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Client

from app.problems.service import Problems
from grader.model import Problem
from grader.problem_format import write_input
from tests.slots import make_slot

SAME = {"sec-fetch-site": "same-origin"}
FORM = "/problems/rnn-cell/submissions"
REST = "/api/v1/problems/rnn-cell/submissions"
SOURCE = "import numpy as np\ndef rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n    print('hello')\n    return h_prev\n"


@pytest.fixture
def texts(rnn_cell: Problem) -> dict[str, str]:
    return {name: write_input(value) for name, value in rnn_cell.samples[0].inputs.items()}


@pytest.fixture
def judging_client(make_app: Callable[..., FastAPI], serve: Callable[[FastAPI], Client]) -> Client:
    """With the real sandbox."""
    return serve(make_app(make_slot=make_slot))


def form(texts: dict[str, str], **more: str) -> dict[str, str]:
    return {**{f"input-{name}": text for name, text in texts.items()}, "source": SOURCE, "mode": "custom", **more}


def test_the_form_runs_what_was_written(judging_client: Client, texts: dict[str, str]):
    answer = judging_client.post(FORM, data=form({**texts, "h_prev": "[7,\n 8]"}), headers=SAME)
    assert answer.status_code == 303
    address = answer.headers["location"]
    told = judging_client.get(f"/api/v1{address}", headers={"prefer": "wait=20"}).json()
    while told["state"] != "done":
        told = judging_client.get(f"/api/v1{address}").json()
    assert (told["verdict"], told["mode"], told["inputs"]["h_prev"]) == ("not_compared", "run", "[7,\n 8]")
    assert told["cases"][0]["got"] == [7.0, 8.0]
    assert "expected" not in told["cases"][0]
    page = judging_client.get(address).text
    assert "It ran" in page
    assert "hello" in page
    opened = judging_client.get(f"/problems/rnn-cell?submission={address.rsplit('/', 1)[1]}").text
    assert ">\n[7,\n 8]</textarea>" in opened
    assert "custom input" in opened


def test_inputs_that_do_not_fit_bring_the_form_back_with_all_that_was_written(client: Client, texts: dict[str, str]):
    answer = client.post(FORM, data=form({**texts, "x_t": "[1, <b>", "W_hh": "np.eye(3)"}), headers=SAME)
    assert answer.status_code == 422
    assert ">\n[1, &lt;b&gt;</textarea>" in answer.text
    assert "print(&#39;hello&#39;)" in answer.text
    assert "has H = 3" in answer.text
    assert answer.text.count('aria-invalid="true"') == 2
    assert client.get("/api/v1/problems/rnn-cell").status_code == 200
    assert "Nothing has been handed in yet" in client.get("/problems/rnn-cell").text


def test_other_buttons_take_no_notice_of_the_fields(client: Client, texts: dict[str, str]):
    for mode in ("run", "submit"):
        answer = client.post(FORM, data=form({**texts, "x_t": "[1, "}, mode=mode), headers=SAME)
        assert answer.status_code == 303
    assert client.post(FORM, data=form(texts, mode="all"), headers=SAME).status_code == 422


def test_rest_takes_json_and_literals(judging_client: Client, texts: dict[str, str]):
    inputs: dict[str, Any] = {**texts, "x_t": [1, 2, "NaN"], "h_prev": [3, 4]}
    body = {"source": SOURCE, "mode": "run", "inputs": inputs}
    answer = judging_client.post(REST, json=body, headers={"prefer": "wait=30"})
    told = answer.json()
    assert (answer.status_code, told["verdict"]) == (201, "not_compared")
    assert (told["cases"][0]["verdict"], told["message"], told["score"], told["max_score"]) == (
        "accepted",
        "",
        0.0,
        0.0,
    )
    assert told["cases"][0]["got"] == [3.0, 4.0]
    assert told["cases"][0]["inputs"]["x_t"] == [1.0, 2.0, "NaN"]
    assert told["cases"][0]["uncompared"] is True
    assert told["inputs"]["x_t"] == '[1, 2, "NaN"]'
    assert told["peak_memory_kb"] > 1000


def test_rest_says_what_does_not_fit(client: Client, texts: dict[str, str]):
    inputs: dict[str, Any] = {**texts, "x_t": [[1, 2], [3]], "zeros": 1}
    answer = client.post(REST, json={"source": "x", "mode": "run", "inputs": inputs})
    told = answer.json()
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert {tuple(error["location"]) for error in told["errors"]} == {
        ("body", "inputs", "x_t"),
        ("body", "inputs", "zeros"),
    }
    assert "`x_t` at [1] is ragged" in told["detail"]


@pytest.mark.parametrize(
    "changes",
    [
        {"mode": "submit"},
        {"inputs": [1]},
        {"inputs": {}},
        {"inputs": {"x_t": "np.zeros((1000, 1001))"}},
        {"inputs": {"x_t": " " * 70_000}},
        {"inputs": {f"a{number}": 1 for number in range(51)}},
    ],
)
def test_rest_refuses_what_it_must(client: Client, texts: dict[str, str], changes: dict[str, Any]):
    answer = client.post(REST, json={"source": "x", "mode": "run", "inputs": texts, **changes})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"


def test_live_events_tell_of_the_one_case(judging_client: Client, texts: dict[str, str]):
    address = judging_client.post(FORM, data=form(texts), headers=SAME).headers["location"]
    stream = judging_client.get(f"{address}/events").text
    data = [json.loads(line.removeprefix("data: ")) for line in stream.splitlines() if line.startswith("data: ")]
    assert "custom input" in data[0]["html"]
    assert "custom input" in data[1][0]["detail"]
    assert "It ran" in data[-1]["html"]


def test_a_stranger_sees_neither_inputs_nor_results(client: Client, texts: dict[str, str]):
    address = client.post(FORM, data=form(texts), headers=SAME).headers["location"]
    with Client(base_url=client.base_url) as stranger:
        assert stranger.get(f"/api/v1{address}").status_code == 404
        assert stranger.get(f"/problems/rnn-cell?submission={address.rsplit('/', 1)[1]}").status_code == 404


def test_the_editorial_opens_to_whoever_has_solved_the_problem(client: Client):
    address = "/problems/rnn-cell/editorial"
    assert client.get(address).status_code == 403
    for source, mode in (("wrong", "submit"), ("right", "run")):
        client.get(client.post(FORM, data={"source": source, "mode": mode}, headers=SAME).headers["location"])
        assert client.get(address).status_code == 403
        assert 'href="#editorial"' not in client.get("/problems/rnn-cell").text
    done = client.get(client.post(FORM, data={"source": "right"}, headers=SAME).headers["location"]).text
    assert 'href="/problems/rnn-cell#editorial"' in done
    assert "The whole cell is one line" in client.get(address).text
    page = client.get("/problems/rnn-cell").text
    assert 'href="#editorial"' in page
    assert "The whole cell is one line" in page
    with Client(base_url=client.base_url) as stranger:
        assert stranger.get(address).status_code == 403
        assert "The whole cell is one line" not in stranger.get("/problems/rnn-cell").text


def test_nothing_of_the_editorial_is_told_over_rest(client: Client):
    assert "The whole cell is one line" not in client.get("/api/v1/problems/rnn-cell").text
    assert client.get("/problems/no-such-problem/editorial").status_code == 404


def test_a_problem_without_an_editorial_has_none(
    make_app: Callable[..., FastAPI], serve: Callable[[FastAPI], Client], rnn_cell: Problem
):
    app = make_app()
    bare = replace(rnn_cell, prose=replace(rnn_cell.prose, editorial=""))
    app.state.parts.get(Problems)._problems["rnn-cell"] = bare
    assert serve(app).get("/problems/rnn-cell/editorial").status_code == 404
