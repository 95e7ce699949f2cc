"""The parts of a problem's page that the workspace asks for after each verdict."""

from __future__ import annotations

import re

from httpx import Client

PAGE = "/problems/rnn-cell"
SAME = {"sec-fetch-site": "same-origin"}
PARTS = ('<nav class="tabs" aria-label="About this problem">', "<h2>Hints</h2>", '<h2 class="sr">Submissions</h2>')


def read(client: Client, path: str = f"{PAGE}/fragments") -> str:
    """Get a page, its white space put together."""
    return re.sub(r"\s+", " ", client.get(path).text)


def submit(client: Client, source: str) -> None:
    """Hand in a program, and wait until it is judged."""
    address = client.post(f"{PAGE}/submissions", data={"source": source}, headers=SAME).headers["location"]
    client.get(f"{address}/events")


def test_they_say_the_same_as_the_page_and_weigh_little(client: Client):
    submit(client, "wrong")
    fragments, page = read(client), read(client, PAGE)
    for part in PARTS:
        begin = fragments.index(part)
        assert fragments[begin : begin + 250] in page
    assert "<html" not in fragments
    assert "<textarea" not in fragments
    assert len(fragments) * 10 < len(page)


def test_they_follow_what_is_handed_in(client: Client):
    assert '<span class="count" id="count-submissions">0</span>' in read(client)
    submit(client, "wrong")
    fragments = read(client)
    assert '<span class="count" id="count-submissions">1</span>' in fragments
    assert 'id="editorial"' not in fragments


def test_the_editorial_comes_with_its_link_once_the_problem_is_solved(client: Client):
    submit(client, "right")
    fragments = read(client)
    assert '<a href="#editorial">Editorial</a>' in fragments
    assert 'id="editorial"' in fragments


def test_they_are_ones_own(client: Client):
    submit(client, "right")
    with Client(base_url=client.base_url) as stranger:
        assert '<span class="count" id="count-submissions">0</span>' in read(stranger)
        assert 'id="editorial"' not in read(stranger)


def test_an_unknown_problem_has_none(client: Client):
    assert client.get("/problems/no-such-problem/fragments").status_code == 404
