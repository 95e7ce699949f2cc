from __future__ import annotations

from app.kernel.identity import new_id, repeatable_id


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
