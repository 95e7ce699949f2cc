from __future__ import annotations

from collections.abc import Callable

import pytest

from app.domain.submission import Result, State, Submission, internal_error, is_slug, new_id, repeatable_id
from grader.model import Verdict


def test_ids_are_unguessable_and_safe_in_an_address():
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(name) == 24 and name.replace("-", "").replace("_", "").isalnum() for name in ids)


def test_the_same_form_has_the_same_id_and_nothing_else_has():
    ways = [
        ("ada", "k", b"x", b"y"),
        ("bob", "k", b"x", b"y"),
        ("ada", "l", b"x", b"y"),
        ("ada", "k", b"xy"),
        ("ad", "ak", b"x", b"y"),
    ]
    ids = {repeatable_id(visitor, key, *parts) for visitor, key, *parts in ways}
    assert len(ids) == len(ways)
    assert ids == {repeatable_id(visitor, key, *parts) for visitor, key, *parts in ways}
    assert {len(name) for name in ids} == {24}


@pytest.mark.parametrize("slug", ["rnn-cell", "a", "7", "a" * 64])
def test_slugs(slug: str):
    assert is_slug(slug)


@pytest.mark.parametrize("slug", ["", "-a", "A", "a_b", "a/b", "..", "a" * 65, "a\n", "ä", "a b", "con.txt", "٣"])
def test_what_is_no_slug(slug: str):
    assert not is_slug(slug)


def test_the_owner_and_nobody_else_may_read(make_submission: Callable[..., Submission]):
    owned, free = make_submission(), make_submission(visitor=None)
    assert [owned.readable_by(who) for who in ("ada", "bob", None)] == [True, False, False]
    assert [free.readable_by(who) for who in ("ada", None)] == [True, True]


def test_the_verdict_is_null_until_it_is_done(make_submission: Callable[..., Submission], accepted: Result):
    assert make_submission().verdict is None
    assert not make_submission(state=State.RUNNING).done
    assert make_submission(state=State.DONE, result=accepted).verdict is Verdict.ACCEPTED


def test_source_that_is_not_utf8_can_still_be_shown(make_submission: Callable[..., Submission]):
    assert make_submission(source=b"a\xff\r\nb").text == "a\ufffd\r\nb"


def test_an_internal_error_scores_nothing_and_says_why():
    result = internal_error("v2", "ours")
    told = result.conclusion
    assert (told.verdict, told.message, result.problem_version) == (Verdict.INTERNAL_ERROR, "ours", "v2")
    assert told.max_score == 0.0
