"""The contract of `app.kernel.work.Database`, held against every database: all of a work is stored, or none."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.jobs.memory import MemoryJobStore
from app.jobs.model import Job
from app.jobs.sql import SQLJobStore
from app.kernel.work import Database, Work
from app.storage.database import connection_of
from app.storage.memory import MemoryDatabase, table_of
from app.submissions.memory import MemorySubmissionStore
from app.submissions.model import Submission
from app.submissions.sql import SQLSubmissionStore
from app.workspace.memory import MemoryDraftStore
from app.workspace.model import Draft
from app.workspace.sql import SQLDraftStore
from grader.model import Mode
from tests.unit.app.databases import KINDS, opened

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SUBMISSION = Submission("s", "double", "v1", Mode.RUN, b"x", "ada", NOW)
DRAFT = Draft("ada", "double", "x", 1, NOW)
JOB = Job("judge", "s")


class Stores:
    """Three stores of one database."""

    def __init__(self, kind: str, database: Database) -> None:
        self.database = database
        self.submissions: Any = MemorySubmissionStore() if kind == "memory" else SQLSubmissionStore()
        self.drafts: Any = MemoryDraftStore() if kind == "memory" else SQLDraftStore()
        self.jobs: Any = MemoryJobStore() if kind == "memory" else SQLJobStore()

    def write(self, work: Work) -> None:
        assert self.submissions.add(work, SUBMISSION)
        assert self.jobs.add(work, JOB)
        assert self.drafts.save(work, DRAFT)

    def seen(self) -> tuple[object, object, object]:
        with self.database.read() as work:
            return self.submissions.get(work, "s"), self.jobs.all(work), self.drafts.get(work, "ada", "double")


@pytest.fixture(params=KINDS)
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stores]:
    with opened(request.param, tmp_path) as database:
        yield Stores(request.param, database)


def test_several_stores_write_into_one_work(stores: Stores):
    with stores.database.unit_of_work() as work:
        stores.write(work)
    assert stores.seen() == (SUBMISSION, (JOB,), DRAFT)


def test_nothing_of_a_work_that_fails_is_stored(stores: Stores):
    with pytest.raises(ZeroDivisionError), stores.database.unit_of_work() as work:
        stores.write(work)
        raise ZeroDivisionError
    assert stores.seen() == (None, (), None)


def test_nothing_is_seen_of_it_before_it_is_stored(stores: Stores):
    with stores.database.unit_of_work() as work:
        stores.write(work)
        assert stores.seen() == (None, (), None)


@pytest.mark.parametrize("fails", [False, True])
def test_what_is_to_be_done_at_the_end_is_done_after_it(stores: Stores, *, fails: bool):
    told: list[str] = []
    stored: list[object] = []

    def look(what: str) -> None:
        told.append(what)
        stored.append(stores.seen()[0])

    def write() -> None:
        with stores.database.unit_of_work() as work:
            stores.write(work)
            work.after_commit(lambda: look("stored"))
            work.after_rollback(lambda: look("not stored"))
            if fails:
                raise ZeroDivisionError

    if fails:
        with pytest.raises(ZeroDivisionError):
            write()
    else:
        write()
    assert (told, stored) == ((["not stored"], [None]) if fails else (["stored"], [SUBMISSION]))


def test_another_work_may_begin_at_the_end_of_one(stores: Stores):
    """The writer's lock is free again by then."""

    def write_more() -> None:
        with stores.database.unit_of_work() as more:
            stores.jobs.remove(more, JOB)

    with stores.database.unit_of_work() as work:
        stores.write(work)
        work.after_commit(write_more)
    assert stores.seen() == (SUBMISSION, (), DRAFT)


def test_of_many_writers_each_sees_what_the_one_before_wrote(stores: Stores):
    with stores.database.unit_of_work() as work:
        stores.jobs.add(work, JOB)

    def count() -> None:
        for _ in range(5):
            with stores.database.unit_of_work() as work:
                stores.jobs.count_try(work, JOB)

    threads = [threading.Thread(target=count) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with stores.database.unit_of_work() as work:
        assert stores.jobs.count_try(work, JOB).tries == 31


def test_a_database_that_works_passes_its_check(stores: Stores):
    stores.database.check()


def test_a_store_of_another_database_is_told_so(stores: Stores):
    with stores.database.read() as work, pytest.raises(TypeError, match="was given"):
        table_of(work, "job") if not isinstance(stores.database, MemoryDatabase) else connection_of(work)
