from __future__ import annotations

import time
from typing import Any

import pytest

from app.http.visitors import MAX_AGE_SECONDS, VisitorCookies

SECRET = b"s" * 64


def scope(cookie: str = "", scheme: str = "http") -> dict[str, Any]:
    return {"type": "http", "scheme": scheme, "headers": [(b"cookie", cookie.encode())] if cookie else []}


def pair(header: str) -> str:
    return header.partition(";")[0]


def test_who_brings_no_cookie_is_new_and_unguessable():
    cookies = VisitorCookies(SECRET, secure=None)
    tickets = [cookies.read(scope()) for _ in range(100)]
    assert not any(ticket.known for ticket in tickets)
    assert len({ticket.id for ticket in tickets}) == 100
    assert len(tickets[0].id) == 24


def test_a_signed_cookie_is_known_again():
    cookies = VisitorCookies(SECRET, secure=None)
    header = cookies.header(scope(), "ada")
    ticket = cookies.read(scope(f"other=1; {pair(header)}; a[b=;;"))
    assert (ticket.id, ticket.known, ticket.issue) == ("ada", True, False)


def test_the_cookies_flags():
    header = VisitorCookies(SECRET, secure=None).header(scope(), "ada")
    assert header.startswith("visitor=ada.")
    assert header.endswith(f"; Max-Age={MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax")


def test_over_https_it_is_bound_to_the_host():
    cookies = VisitorCookies(SECRET, secure=None)
    header = cookies.header(scope(scheme="https"), "ada")
    assert header.startswith("__Host-visitor=ada.")
    assert "; Path=/; " in header
    assert header.endswith("; Secure")
    assert "Domain" not in header
    assert cookies.read(scope(pair(header), scheme="https")).known
    # the name without the prefix could have been planted by a neighbouring host
    planted = pair(header).removeprefix("__Host-")
    assert not cookies.read(scope(planted, scheme="https")).known


def test_secure_can_be_forced_behind_a_proxy():
    assert VisitorCookies(SECRET, secure=True).header(scope(), "ada").startswith("__Host-visitor=")
    assert not VisitorCookies(SECRET, secure=False).header(scope(scheme="https"), "ada").endswith("Secure")


@pytest.mark.parametrize("change", ["", "x", "ada", "ada.x.y", "eve" + "." * 3])
def test_a_forged_cookie_is_nobody(change: str):
    assert not VisitorCookies(SECRET, secure=None).read(scope(f"visitor={change}")).known


def test_another_key_signs_for_somebody_else():
    header = VisitorCookies(b"t" * 64, secure=None).header(scope(), "ada")
    ticket = VisitorCookies(SECRET, secure=None).read(scope(pair(header)))
    assert not ticket.known
    assert ticket.id != "ada"


def test_an_old_cookie_is_renewed_and_a_very_old_one_is_not_taken(monkeypatch: pytest.MonkeyPatch):
    cookies = VisitorCookies(SECRET, secure=None)
    header, now = pair(cookies.header(scope(), "ada")), time.time()
    monkeypatch.setattr("time.time", lambda: now + 31 * 24 * 3600)
    ticket = cookies.read(scope(header))
    assert (ticket.id, ticket.known, ticket.issue) == ("ada", True, True)
    monkeypatch.setattr("time.time", lambda: now + MAX_AGE_SECONDS + 60)
    assert not cookies.read(scope(header)).known


@pytest.mark.parametrize(("seconds", "renewed"), [(1, False), (3600, False), (40 * 24 * 3600, True)])
def test_a_clock_that_is_set_back_takes_nobodys_identity(
    monkeypatch: pytest.MonkeyPatch, seconds: int, *, renewed: bool
):
    cookies = VisitorCookies(SECRET, secure=None)
    header, now = pair(cookies.header(scope(), "ada")), time.time()
    monkeypatch.setattr("time.time", lambda: now - seconds)
    ticket = cookies.read(scope(header))
    assert (ticket.id, ticket.known, ticket.issue) == ("ada", True, renewed)
