"""The contract of `app.workspace.ports.HintStore`, held against every adapter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.workspace.memory import MemoryHintStore
from app.workspace.model import OpenedHint
from app.workspace.sql import SQLHintStore
from tests.unit.app.databases import KINDS, opened
from tests.unit.app.one_by_one import OneByOne

FIRST = OpenedHint("ada", "rnn-cell", 1, datetime(2026, 3, 1, 12, tzinfo=UTC))


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OneByOne]:
    with opened(request.param, tmp_path) as database:
        yield OneByOne(database, MemoryHintStore() if request.param == "memory" else SQLHintStore())


def test_none_is_open_at_first(store: OneByOne):
    assert store.list_opened("ada", "rnn-cell") == frozenset()


def test_each_is_kept_once_for_its_visitor_and_problem(store: OneByOne):
    for hint in (FIRST, FIRST, replace(FIRST, number=2), replace(FIRST, owner="bob", number=3)):
        store.open(hint)
    assert store.list_opened("ada", "rnn-cell") == {1, 2}
    assert store.list_opened("bob", "rnn-cell") == {3}
    assert store.list_opened("ada", "lstm-cell") == frozenset()
