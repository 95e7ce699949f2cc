"""What is asked for too often, or is too large, is refused with words, and before anything is stored."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Client, Response

from app.wiring.settings import Rates

PAGE = "/problems/rnn-cell"
FORM = f"{PAGE}/submissions"
DRAFT = f"{PAGE}/draft"
HINTS = f"{PAGE}/hints"
REST = "/api/v1/problems/rnn-cell/submissions"
SAME = {"sec-fetch-site": "same-origin"}
LONG = "# " + "é" * 32_768  # 65,538 bytes of UTF-8

OpenClient = Callable[..., Client]


def rows(folder: Path, table: str) -> int:
    with sqlite3.connect(folder / "data" / "allclose.sqlite3") as database:
        (count,) = database.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - a name of our own
    database.close()
    return int(count)


def refused(answer: Response) -> bool:
    """Whether it is a complete refusal; anything else must have succeeded."""
    if answer.status_code != 429:
        assert answer.status_code < 400, (answer.status_code, answer.text[:300])
        return False
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert f"Please wait {answer.headers['retry-after']} second" in answer.text
    return True


@pytest.fixture
def clients(open_client: OpenClient) -> Iterator[Callable[..., Callable[..., Client]]]:
    """Of one site with these rates: a client for each address, with a cookie or without."""
    opened: list[Client] = []

    def site(**rates: str) -> Callable[..., Client]:
        base = open_client(rates=Rates(**rates))

        def client(address: str = "192.0.2.1", *, known: bool = True) -> Client:
            made = Client(base_url=base.base_url, headers={"x-forwarded-for": address, **SAME}, trust_env=False)
            opened.append(made)
            if known:
                made.get(PAGE)
            return made

        return client

    yield site
    for each in opened:
        each.close()


def submit(client: Client, **body: Any) -> Response:
    answer = client.post(REST, json={"source": "right", **body}, headers={"prefer": "wait=10"})
    if "set-cookie" in answer.headers and "cookie" not in answer.request.headers:
        client.cookies.clear()  # a script that never sends one
    return answer


ASKED: dict[str, Callable[[Client], Response]] = {
    "submit": submit,
    "draft": lambda client: client.put(DRAFT, json={"source": "x", "revision": 0}),
    "hint": lambda client: client.post(HINTS, data={"hint": "1"}),
    "page": lambda client: client.get("/progress"),
}


@pytest.mark.parametrize("kind", ASKED)
def test_a_visitor_meets_the_own_rate_and_nobody_elses(clients: Any, kind: str):
    client, ask = clients(**{kind: "3/minute"}), ASKED[kind]
    ada, bob = client(), client()
    found = [refused(ask(ada)) for _ in range(6)]
    assert found == sorted(found)
    assert 2 <= found.count(False) <= 3  # of pages, one brought the cookie
    assert not refused(ask(bob))


@pytest.mark.parametrize("kind", ASKED)
def test_all_from_one_address_meet_its_rate_and_another_address_does_not(clients: Any, kind: str):
    client, ask = clients(**{f"{kind}_by_address": "4/minute"}), ASKED[kind]
    elsewhere = client("192.0.2.2")
    many = [client() for _ in range(3)] if kind != "page" else [client(known=False) for _ in range(3)]
    assert [refused(ask(each)) for each in many * 2] == [False] * 4 + [True] * 2
    assert not refused(ask(elsewhere))


def test_without_a_cookie_the_address_counts(clients: Any):
    client = clients(submit="1/minute", submit_by_address="3/minute")
    script = client(known=False)
    assert [refused(submit(script)) for _ in range(5)] == [False] * 3 + [True] * 2


def test_ipv6_counts_by_64_bits(clients: Any):
    client = clients(submit_by_address="3/minute")
    found = [refused(submit(client(f"2001:db8::{number}", known=False))) for number in range(1, 6)]
    assert found == [False] * 3 + [True] * 2
    assert not refused(submit(client("2001:db8:0:1::1", known=False)))


def test_runs_on_custom_input_count_beside_submissions(clients: Any, rnn_cell: Any):
    client = clients(custom_input="2/minute")
    ada = client()
    inputs = {name: value.tolist() for name, value in rnn_cell.samples[0].inputs.items()}
    found = [refused(submit(ada, mode="run", inputs=inputs)) for _ in range(3)]
    assert found == [False, False, True]
    assert not refused(submit(ada))
    form = {f"input-{name}": str(value) for name, value in inputs.items()} | {"source": "right", "mode": "custom"}
    assert refused(ada.post(FORM, data=form))


def test_new_cookies_are_few_for_an_address_and_rest_goes_on_without(clients: Any):
    client = clients(visitor_by_address="2/minute")
    found = [client(known=False).get(PAGE) for _ in range(3)]
    assert [refused(answer) for answer in found] == [False, False, True]
    assert "set-cookie" not in found[2].headers
    answer = submit(client(known=False))
    assert answer.status_code == 201
    assert "set-cookie" not in answer.headers
    assert not refused(client("192.0.2.2", known=False).get(PAGE))


def test_everything_together_has_a_rate_but_for_files_and_health(clients: Any):
    client = clients(request_by_address="3/minute")
    script = client(known=False)
    assert [refused(script.get("/api/v1/problems")) for _ in range(5)] == [False] * 3 + [True] * 2
    assert refused(script.post(REST, content=b"x" * 100))
    assert script.get("/healthz").status_code == 200
    assert script.get("/static/nothing.js").status_code == 404


def test_a_refusal_is_a_page_for_people_and_problem_details_for_programs(clients: Any):
    client = clients(submit="1/hour", submit_by_address="1/hour")
    ada = client()
    submit(ada)
    page, details = ada.post(FORM, data={"source": "right"}), submit(ada)
    assert (page.status_code, page.headers["content-type"]) == (429, "text/html; charset=utf-8")
    assert (details.status_code, details.headers["content-type"]) == (429, "application/problem+json")
    assert details.json()["detail"].startswith("Too many requests came from you")
    assert 3500 < int(details.headers["retry-after"]) <= 3600


@pytest.mark.slow
def test_300_students_behind_one_address_hand_in_within_a_minute(open_client: OpenClient):
    client = open_client(queue_capacity=1000)
    for _ in range(300):
        client.cookies.clear()
        assert client.get(PAGE).status_code == 200
        assert client.put(DRAFT, json={"source": "right", "revision": 0}, headers=SAME).status_code == 200
        assert client.post(REST, json={"source": "right"}, headers=SAME).status_code == 201
        assert client.get(f"{PAGE}/fragments").status_code == 200


def test_limits_can_be_off_and_the_log_says_so(open_client: OpenClient, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING):
        client = open_client(rate_limits=False, rates=Rates(submit_by_address="1/day", request_by_address="1/day"))
    assert "ALLCLOSE_RATE_LIMITS is off" in caplog.text
    assert [submit(client).status_code for _ in range(3)] == [201] * 3


@pytest.mark.parametrize("mode", ["run", "submit", "custom"])
def test_a_form_with_a_long_program_comes_back_with_what_was_typed(client: Client, tmp_path: Path, mode: str):
    client.get(PAGE)
    answer = client.post(FORM, data={"source": LONG, "mode": mode, "input-x_t": "[1.5, 2.5]"}, headers=SAME)
    assert answer.status_code == 413
    assert "65,538 bytes; at most 65,536 (64 kB) are taken" in answer.text
    assert LONG in answer.text
    assert "[1.5, 2.5]" in answer.text
    assert rows(tmp_path, "submission") == 0


def test_rest_refuses_a_long_program_before_it_is_stored(client: Client, tmp_path: Path):
    answer = client.post(REST, json={"source": LONG})
    assert (answer.status_code, answer.headers["content-type"]) == (413, "application/problem+json")
    assert "65,538 bytes; at most 65,536 (64 kB) are taken" in answer.json()["detail"]
    assert rows(tmp_path, "submission") == 0
    assert client.post(REST, json={"source": LONG[:-1]}).status_code == 201


def test_who_brings_no_cookie_has_no_draft(client: Client, tmp_path: Path):
    answer = client.put(DRAFT, json={"source": "x", "revision": 0}, headers=SAME)
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
    sent = client.post(FORM, data={"source": "right", "mode": "run"}, headers=SAME)
    assert sent.status_code == 303
    client.cookies.clear()
    hint = client.post(HINTS, data={"hint": "1", "source": "typed"}, headers=SAME)
    assert hint.status_code == 409
    assert "sent no cookie" in hint.text
    assert rows(tmp_path, "draft") == 0
    again = client.post(HINTS, data={"hint": "1", "source": "typed"}, headers=SAME)  # the answer had brought one
    assert (again.status_code, rows(tmp_path, "draft")) == (303, 1)
