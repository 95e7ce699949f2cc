from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.jobs.embedded import EmbeddedQueue
from app.jobs.memory import MemoryJobStore
from app.jobs.model import Job, Turn
from app.kernel.faults import NotFoundError
from app.problems.memory import MemoryPreparationStore
from app.problems.model import Preparation, ShownExamples
from app.problems.service import PREPARE
from app.storage.memory import MemoryDatabase
from grader.model import Problem, Track
from tests.doubling import case, doubling
from tests.unit.app.offering import ENVIRONMENT, offer
from tests.unit.app.one_by_one import OneByOne

EXAMPLES = ShownExamples((2.0,), {"half": 0.5})


@pytest.fixture
def store() -> OneByOne:
    return OneByOne(MemoryDatabase(), MemoryPreparationStore())


def queue(store: OneByOne) -> EmbeddedQueue:
    return EmbeddedQueue(store.database, MemoryJobStore(), 10, 100)


def asked_for(store: OneByOne) -> list[Job]:
    with store.database.read() as work:
        return list(MemoryJobStore().all(work))


def test_the_order_is_track_position_and_title(make_problem: Callable[..., Problem]):
    listed = offer(
        make_problem(id="z", title="Zeta", track=None),
        make_problem(id="a", title="Alpha", track=None),
        make_problem(id="second", track=Track("Time", 2)),
        make_problem(id="first", track=Track("Time", 1)),
        make_problem(id="other", track=Track("Attention", 9)),
    )
    assert [problem.id for problem in listed.problems()] == ["other", "first", "second", "a", "z"]
    assert [track.name for track in listed.tracks()] == ["Attention", "Time", ""]


def test_drafts_are_not_there_and_deprecated_ones_are_not_listed(make_problem: Callable[..., Problem]):
    found = offer(make_problem(id="draft", status="draft"), make_problem(id="old", status="deprecated"))
    assert found.problems() == ()
    assert found.get("old").id == "old"
    with pytest.raises(NotFoundError):
        found.get("draft")
    with pytest.raises(NotFoundError):
        found.get("../etc/passwd")


def test_what_is_not_computed_yet_is_asked_for_once(store: OneByOne, make_problem: Callable[..., Problem]):
    known, new = make_problem(), make_problem(id="new", version="v2", judging_version="j2")
    store.put(Preparation("j1", ENVIRONMENT, b"x", EXAMPLES))
    found = offer(known, new, database=store.database)
    found.register(queue(store))
    found.register(queue(store))
    assert asked_for(store) == [Job(PREPARE, "j2", Turn.AHEAD_OF_NEED)]
    assert found.by_judging_version("j2") == new
    assert found.by_judging_version("j3") is None


def test_what_is_of_no_use_any_more_is_forgotten(store: OneByOne, make_problem: Callable[..., Problem]):
    for name, environment in (("j1", ENVIRONMENT), ("j1", "numpy of before"), ("j0", ENVIRONMENT)):
        store.put(Preparation(name, environment, b"x", EXAMPLES))
    offer(make_problem(), database=store.database).register(queue(store))
    assert store.get("j1", ENVIRONMENT) is not None
    assert store.get("j1", "numpy of before") is None
    assert store.get("j0", ENVIRONMENT) is None


def test_examples_are_those_that_were_stored(store: OneByOne, make_problem: Callable[..., Problem]):
    store.put(Preparation("j1", ENVIRONMENT, b"x", EXAMPLES))
    found = offer(make_problem(), database=store.database)
    assert found.examples(make_problem()) == EXAMPLES
    store.keep_only((), ENVIRONMENT)
    assert found.examples(make_problem()) == EXAMPLES  # read once


def test_a_page_waits_a_moment_for_examples_that_are_being_computed(
    store: OneByOne, make_problem: Callable[..., Problem]
):
    found = offer(make_problem(), database=store.database)

    def compute() -> None:
        time.sleep(0.15)
        store.put(Preparation("j1", ENVIRONMENT, b"x", EXAMPLES))

    thread = threading.Thread(target=compute)
    thread.start()
    assert found.examples(make_problem()) == EXAMPLES
    thread.join()


def test_a_page_does_not_wait_for_ever_and_the_next_not_at_all(
    store: OneByOne, make_problem: Callable[..., Problem], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("app.problems.service._PATIENCE_SECONDS", 0.2)
    found = offer(make_problem(), database=store.database)
    assert found.examples(make_problem()) is None
    monkeypatch.setattr("app.problems.service._PATIENCE_SECONDS", 60)
    assert found.examples(make_problem()) is None
    store.put(Preparation("j1", ENVIRONMENT, b"x", EXAMPLES))
    assert found.examples(make_problem()) == EXAMPLES


def test_an_unfit_problem_has_no_examples(store: OneByOne, make_problem: Callable[..., Problem]):
    store.put(Preparation("j1", ENVIRONMENT, fault="the reference fails"))
    assert offer(make_problem(), database=store.database).examples(make_problem()) is None


def test_an_earlier_version_is_found_as_it_was(store: OneByOne, tmp_path: Path):
    before = doubling(tmp_path)
    offer(before, database=store.database).register(queue(store))
    after = doubling(tmp_path, cases=[case("sample", "s", 1.0), case("main", "new", 9.0)])
    found = offer(after, database=store.database)
    found.register(queue(store))
    assert before.version != after.version
    then = found.at(before.id, before.version)
    assert then is not None
    assert (then.version, then.judging_version) == (before.version, before.judging_version)
    assert found.at(before.id, after.version) is after
    assert found.at(before.id, "a version that was never kept") is after


def test_a_version_that_cannot_be_read_any_more_is_judged_as_it_is_now(
    store: OneByOne, make_problem: Callable[..., Problem]
):
    unreadable = make_problem(version="old", files={"problem.yaml": b"format: 0"})
    offer(unreadable, database=store.database).register(queue(store))
    now = make_problem()
    assert offer(now, database=store.database).at("double", "old") is now


def test_a_problem_that_was_taken_away_has_no_version(store: OneByOne, make_problem: Callable[..., Problem]):
    offer(make_problem(), database=store.database).register(queue(store))
    assert offer(database=store.database).at("double", "v1") is None


def test_the_names_that_prose_may_use(make_problem: Callable[..., Problem]):
    assert set(EXAMPLES.values(make_problem())) == {"x", "expected", "half"}
    assert [case.name for case, _ in EXAMPLES.pairs(make_problem())] == ["small"]
