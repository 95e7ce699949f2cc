"""The workspace's form, as it is sent without scripts: hints, drafts on the way, and the same thing sent twice."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from httpx import Client, Response

ADDRESS = "/problems/rnn-cell"
SAME = {"sec-fetch-site": "same-origin"}


def hidden(client: Client) -> dict[str, str]:
    """The fields that the page's form carries besides the text."""
    page = client.get(ADDRESS).text
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))


def post(client: Client, path: str, **fields: str) -> Response:
    return client.post(f"{ADDRESS}/{path}", data=fields, headers=SAME)


def test_the_same_form_sent_twice_is_handed_in_once(client: Client):
    fields = hidden(client) | {"source": "right", "mode": "submit"}
    first, second = post(client, "submissions", **fields), post(client, "submissions", **fields)
    assert first.headers["location"] == second.headers["location"]
    changed = post(client, "submissions", **(fields | {"source": "right, changed"}))
    again = post(client, "submissions", **(hidden(client) | {"source": "right", "mode": "submit"}))
    assert len({first.headers["location"], changed.headers["location"], again.headers["location"]}) == 3


def test_forms_sent_at_the_same_moment_are_handed_in_once(client: Client, judge: Any):
    fields = hidden(client) | {"source": "slow and right", "mode": "submit"}
    barrier, found = threading.Barrier(6), []

    def send() -> None:
        with Client(base_url=client.base_url, cookies=client.cookies, timeout=30, trust_env=False) as other:
            barrier.wait()
            found.append(post(other, "submissions", **fields))

    threads = [threading.Thread(target=send) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    judge.go.set()
    assert {answer.status_code for answer in found} == {303}
    assert len({answer.headers["location"] for answer in found}) == 1


def test_another_visitor_with_the_same_key_has_a_submission_of_its_own(client: Client):
    fields = hidden(client) | {"source": "right", "mode": "submit"}
    first = post(client, "submissions", **fields).headers["location"]
    with Client(base_url=client.base_url, trust_env=False) as stranger:
        stranger.get(ADDRESS)
        second = post(stranger, "submissions", **fields).headers["location"]
        assert first != second
        assert stranger.get(first).status_code == 404
        assert stranger.get(second).status_code == 200


def test_what_was_handed_in_by_the_form_is_the_draft(client: Client):
    post(client, "submissions", **(hidden(client) | {"source": "right\r\nx = 1", "mode": "run"}))
    assert ">\nright\nx = 1</textarea>" in client.get(ADDRESS).text


def test_a_hint_is_opened_for_good_and_what_was_typed_is_kept(client: Client, rnn_cell: Any):
    first = rnn_cell.prose.hints[0].text[:12]
    assert first not in client.get(ADDRESS).text
    answer = post(client, "hints", **(hidden(client) | {"hint": "1", "source": "half done"}))
    assert (answer.status_code, answer.headers["location"]) == (303, f"{ADDRESS}#hints")
    page = client.get(ADDRESS).text
    assert 'id="hint-1"' in page
    assert ">\nhalf done</textarea>" in page
    with Client(base_url=client.base_url, trust_env=False) as stranger:
        assert 'id="hint-1"' not in stranger.get(ADDRESS).text


def test_a_hint_whose_turn_has_not_come_stays_closed(client: Client):
    client.get(ADDRESS)
    answer = post(client, "hints", hint="2")
    assert answer.status_code == 409
    assert "not open yet" in answer.text
    assert 'id="hint-2"' not in client.get(ADDRESS).text


@pytest.mark.parametrize(("hint", "status"), [("99", 404), ("0", 404), ("x", 422), ("", 422)])
def test_a_hint_that_is_none_is_refused(client: Client, hint: str, status: int):
    assert post(client, "hints", hint=hint).status_code == status


def test_a_newer_draft_is_not_overwritten_on_the_way_to_a_hint(client: Client):
    old = hidden(client)
    client.put(f"{ADDRESS}/draft", json={"source": "newer", "revision": 0}, headers=SAME)
    answer = post(client, "hints", **(old | {"hint": "1", "source": "older"}))
    assert answer.status_code == 409
    assert "not kept" in answer.text
    assert ">\nnewer</textarea>" in client.get(ADDRESS).text
    post(client, "submissions", **(old | {"source": "older"}))
    assert ">\nnewer</textarea>" in client.get(ADDRESS).text


def test_hints_are_not_opened_from_another_site(client: Client):
    client.get(ADDRESS)
    answer = client.post(f"{ADDRESS}/hints", data={"hint": "1"}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403
