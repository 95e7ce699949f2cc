"""The contract of `app.workspace.ports.DraftStore`, held against every adapter."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.workspace.memory import MemoryDraftStore
from app.workspace.model import Draft
from app.workspace.sql import SQLDraftStore
from tests.unit.app.databases import KINDS, opened
from tests.unit.app.one_by_one import OneByOne


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OneByOne]:
    with opened(request.param, tmp_path) as database:
        yield OneByOne(database, MemoryDraftStore() if request.param == "memory" else SQLDraftStore())


FIRST = Draft("ada", "rnn-cell", "x = 1\n\ttab \U0001f40d", 1, datetime(2026, 3, 1, 12, tzinfo=UTC))
SECOND = replace(FIRST, source="x = 2", revision=2, saved_at=FIRST.saved_at + timedelta(seconds=5))


def test_there_is_none_at_first(store: OneByOne):
    assert store.get("ada", "rnn-cell") is None


def test_a_draft_comes_back_as_it_was_and_the_next_replaces_it(store: OneByOne):
    assert store.save(FIRST) is True
    assert store.get("ada", "rnn-cell") == FIRST
    assert store.save(SECOND) is True
    assert store.get("ada", "rnn-cell") == SECOND


@pytest.mark.parametrize("revision", [1, 2, 4, 0])
def test_only_the_next_revision_replaces_one(store: OneByOne, revision: int):
    store.save(FIRST)
    store.save(SECOND)
    assert store.save(replace(FIRST, source="older", revision=revision)) is False
    assert store.get("ada", "rnn-cell") == SECOND


def test_the_first_revision_is_one(store: OneByOne):
    assert store.save(SECOND) is False
    assert store.get("ada", "rnn-cell") is None


def test_visitors_and_problems_are_kept_apart(store: OneByOne):
    others = [replace(FIRST, owner="bob"), replace(FIRST, problem_id="vanilla-rnn")]
    for draft in (FIRST, *others):
        assert store.save(draft) is True
    assert store.get("bob", "rnn-cell") == others[0]
    assert store.get("ada", "vanilla-rnn") == others[1]
    assert store.get("bob", "vanilla-rnn") is None


def test_of_many_that_save_the_same_revision_one_wins(store: OneByOne):
    start = threading.Barrier(6)
    saved: list[str] = []

    def save(number: int) -> None:
        start.wait()
        if store.save(replace(FIRST, source=str(number))):
            saved.append(str(number))

    threads = [threading.Thread(target=save, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = store.get("ada", "rnn-cell")
    assert found is not None
    assert saved == [found.source]
