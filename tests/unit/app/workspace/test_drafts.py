from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from app.kernel.actor import visitor
from app.kernel.faults import NotFoundError
from app.storage.memory import MemoryDatabase
from app.workspace.memory import MemoryDraftStore
from app.workspace.model import Draft
from app.workspace.service import Drafts
from grader.model import Problem
from tests.unit.app.offering import offer

ADA = visitor("ada")
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def service(make_problem: Callable[..., Problem]) -> Drafts:
    catalogue = offer(make_problem())
    return Drafts(catalogue, MemoryDatabase(), MemoryDraftStore(), lambda: NOW)


def test_each_save_is_the_next_revision(service: Drafts):
    assert service.save("double", ADA, "a", 0) == (Draft("ada", "double", "a", 1, NOW), True)
    assert service.save("double", ADA, "b", 1) == (Draft("ada", "double", "b", 2, NOW), True)
    assert service.read("double", ADA) == Draft("ada", "double", "b", 2, NOW)


def test_an_older_text_never_takes_the_place_of_a_newer_one(service: Drafts):
    service.save("double", ADA, "a", 0)
    service.save("double", ADA, "newer", 1)
    stored, saved = service.save("double", ADA, "older", 1)
    assert (stored.source, stored.revision, saved) == ("newer", 2, False)


def test_the_same_text_sent_twice_is_saved(service: Drafts):
    service.save("double", ADA, "a", 0)
    stored, saved = service.save("double", ADA, "a", 0)
    assert (stored.revision, saved) == (1, True)


def test_what_was_built_on_a_draft_that_is_gone_is_kept(service: Drafts):
    stored, saved = service.save("double", ADA, "a", 7)
    assert (stored.source, stored.revision, saved) == ("a", 1, True)


def test_an_unknown_problem_has_no_drafts(service: Drafts):
    with pytest.raises(NotFoundError):
        service.save("nothing", ADA, "a", 0)
    assert service.read("nothing", ADA) is None
