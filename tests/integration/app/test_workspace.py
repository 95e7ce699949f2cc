"""What the workspace asks of the server beyond pages: live events, drafts, comparison, download, progress."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from httpx import Client

from app.submissions.listeners import OF_ONE_VISITOR

SAME = {"sec-fetch-site": "same-origin"}
FORM = "/problems/rnn-cell/submissions"
DRAFT = "/problems/rnn-cell/draft"


def submit(client: Client, source: str, mode: str = "submit") -> str:
    return client.post(FORM, data={"source": source, "mode": mode}, headers=SAME).headers["location"]


def events(client: Client, address: str, **headers: str) -> list[dict[str, str]]:
    """The events of a stream that ends, field by field."""
    answer = client.get(f"{address}/events", headers=headers)
    assert answer.headers["content-type"].startswith("text/event-stream")
    blocks = [block for block in answer.text.split("\n\n") if "data:" in block]
    return [dict(line.split(": ", 1) for line in block.splitlines() if ": " in line) for block in blocks]


def places(told: list[dict[str, str]]) -> list[int]:
    """The indices of the cases that events tell of, in their order."""
    cases = [json.loads(event["data"]) for event in told if event["event"] == "cases"]
    assert [event["id"] for event in told if event["event"] == "cases"] == [str(some[-1]["index"]) for some in cases]
    return [one["index"] for some in cases for one in some]


def test_events_tell_the_start_each_case_once_and_the_end(client: Client):
    told = events(client, submit(client, "right"))
    assert [told[0]["event"], told[-1]["event"]] == ["start", "done"]
    assert {event["event"] for event in told[1:-1]} == {"cases"}
    found = places(told)
    assert found
    assert found == list(range(len(found)))
    assert "Accepted" in json.loads(told[-1]["data"])["html"]


def test_events_go_on_after_the_last_one_that_was_seen(client: Client):
    address = submit(client, "right")
    whole = events(client, address)
    rest = events(client, address, **{"Last-Event-ID": "0"})
    assert places(rest) == places(whole)[1:]
    assert [event["event"] for event in rest][-1] == "done"
    assert "start" not in [event["event"] for event in rest]


def test_a_waiting_stream_ends_once_the_verdict_is_there(client: Client, judge: Any):
    address = submit(client, "slow and right")
    judge.go.set()
    assert events(client, address)[-1]["event"] == "done"


def test_what_is_another_visitors_is_not_found(client: Client):
    address = submit(client, "right")
    with Client(base_url=client.base_url) as stranger:
        for path in ("", "/events", "/results", "/source"):
            assert stranger.get(f"{address}{path}").status_code == 404


def test_a_draft_is_kept_and_an_older_one_never_replaces_it(client: Client):
    client.get("/problems/rnn-cell")
    first = client.put(DRAFT, json={"source": "one", "revision": 0}, headers=SAME)
    assert first.status_code == 200
    revision = first.json()["revision"]
    second = client.put(DRAFT, json={"source": "two", "revision": revision}, headers=SAME)
    assert second.status_code == 200
    late = client.put(DRAFT, json={"source": "late", "revision": revision}, headers=SAME)
    assert (late.status_code, late.json()["source"]) == (409, "two")
    assert ">\ntwo</textarea>" in client.get("/problems/rnn-cell").text


@pytest.mark.parametrize(
    "body", [{"source": "x"}, {"source": "x", "revision": -1}, {"source": 1, "revision": 0}, {"revision": 0, "a": 1}]
)
def test_a_draft_that_is_none_is_refused(client: Client, body: dict[str, object]):
    client.get("/problems/rnn-cell")
    assert client.put(DRAFT, json=body, headers=SAME).status_code == 422


def test_a_draft_from_another_site_is_refused(client: Client):
    answer = client.put(DRAFT, json={"source": "x", "revision": 0}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403


def test_two_submissions_are_compared_as_text(client: Client):
    older, newer = (submit(client, source).rsplit("/", 1)[1] for source in ("wrong", "right # <b>bold</b>"))
    page = client.get("/problems/rnn-cell/compare", params={"a": older, "b": newer}).text
    assert "wrong" in page
    assert "&lt;b&gt;" in page
    assert "<b>bold" not in page
    assert client.get("/problems/rnn-cell/compare", params={"a": older, "b": "nothing"}).status_code == 404


def test_a_source_is_downloaded_as_a_file_and_never_shown_as_a_page(client: Client):
    answer = client.get(f"{submit(client, 'right # <script>')}/source")
    assert answer.text == "right # <script>"
    assert answer.headers["content-disposition"] == 'attachment; filename="rnn_cell.py"'
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_progress_is_ones_own(client: Client):
    client.get(submit(client, "right"))
    page = client.get("/progress").text
    assert "Solved" in page
    with Client(base_url=client.base_url) as stranger:
        assert "Solved" not in stranger.get("/progress").text


def test_pages_are_compressed_and_streams_are_not(client: Client):
    assert client.get("/problems/rnn-cell").headers["content-encoding"] == "gzip"
    assert "content-encoding" not in client.get(f"{submit(client, 'right')}/events").headers


def test_a_visitor_has_so_many_streams_and_no_more(client: Client):
    address = submit(client, "slow and right")
    with ExitStack() as stack:
        streams = [stack.enter_context(client.stream("GET", f"{address}/events")) for _ in range(OF_ONE_VISITOR)]
        assert {stream.status_code for stream in streams} == {200}
        refused = client.get(f"{address}/events")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
        assert "listening to live results" in refused.text
        streams[0].close()
        eventually(lambda: listening(client, address) == 200)


def test_all_visitors_together_have_so_many_streams(open_client: Callable[..., Client]):
    client = open_client(listeners=1)
    address = submit(client, "slow and right")
    with client.stream("GET", f"{address}/events"), Client(base_url=client.base_url, trust_env=False) as stranger:
        another = submit(stranger, "right")
        assert listening(stranger, another) == 503
        assert stranger.get(f"{another}/results").status_code == 200
    eventually(lambda: listening(client, address) == 200)


def listening(client: Client, address: str) -> int:
    """The status of a stream that is left as soon as it begins."""
    with client.stream("GET", f"{address}/events") as stream:
        return stream.status_code


def eventually(holds: Callable[[], bool]) -> None:
    """The server hears of a closed connection a moment later."""
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)
