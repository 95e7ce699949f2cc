"""Hand in programs, have them judged by a small judge, and be killed at one point between two writes.

Run as `python judging_alone.py DATA POINT`: the database kills this process just before or just after the commit of a
write, named `submit`, `begin` or `finish`, as in `begin:after`; with the point `never` it goes on until all is done.
Prints each id as soon as it is acknowledged.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.draws.model import StockOptions
from app.draws.service import Draws, Shelf
from app.draws.sql import SQLDrawStore
from app.jobs.embedded import EmbeddedQueue
from app.jobs.runner import Runner
from app.jobs.sql import SQLJobStore
from app.kernel.actor import visitor
from app.kernel.clock import utc_now
from app.kernel.work import Work
from app.problems.model import ENVIRONMENT, Preparation
from app.problems.reading import read_version
from app.problems.service import Problems, Shelves
from app.problems.sql import SQLPreparationStore, SQLVersionStore
from app.storage.database import SQLDatabase
from app.storage.opening import open_sqlite
from app.submissions.bell import LocalBell
from app.submissions.case_log import MemoryCaseLog
from app.submissions.jobs import JudgeHandler
from app.submissions.model import Result
from app.submissions.ports import CaseListener, Judging
from app.submissions.service import JUDGE, Backing, Submissions
from app.submissions.sql import SQLSubmissionStore
from app.submissions.tidings import Tidings
from app.wiring.backend import MIGRATIONS
from grader.model import Conclusion, Draw, Mode, Problem, Verdict
from grader.problem_format import load_problem

DOUBLE = Path(__file__).resolve().parents[1] / "data" / "problems" / "double.yaml"
SUBMISSIONS = 3


class DeadlyDatabase(SQLDatabase):
    """Kills its process around the second commit of the thread that stands for a write."""

    def __init__(self, path: Path, point: str) -> None:
        super().__init__(open_sqlite(path, MIGRATIONS))
        self._write, _, self._moment = point.partition(":")
        self._seen = threading.local()

    @contextmanager
    def unit_of_work(self) -> Iterator[Work]:
        with super().unit_of_work() as work:
            yield work
            self._die("before")
        self._die("after")

    def _die(self, moment: str) -> None:
        if self._current() == self._write and moment == self._moment and self._count(moment) == 2:
            os.kill(os.getpid(), signal.SIGKILL)

    def _current(self) -> str:
        """Which write this is: submissions come from the main thread, the runner's are begin and finish in turn."""
        if threading.current_thread() is threading.main_thread():
            return "submit"
        return "finish" if getattr(self._seen, "judged", False) else "begin"

    def _count(self, moment: str) -> int:
        key = f"{self._current()}{moment}"
        setattr(self._seen, key, getattr(self._seen, key, 0) + 1)
        return int(getattr(self._seen, key))

    def judged(self, *, done: bool) -> None:
        self._seen.judged = done


class SmallSlot:
    """Accepts everything, and tells the database which write comes next."""

    def __init__(self, database: DeadlyDatabase) -> None:
        self._database = database

    def judge(self, task: Judging, tell: CaseListener) -> Result:
        del tell
        self._database.judged(done=True)
        return Result(task.problem.version, Conclusion(Verdict.ACCEPTED, score=1.0, max_score=1.0))

    def prepare(self, problem: Problem) -> Preparation:
        raise NotImplementedError

    def draw(self, problem: Problem, draws: Sequence[Draw]) -> tuple[Draw, ...]:
        raise NotImplementedError

    def settle(self) -> None:
        """It is ready."""

    def close(self) -> None:
        """Nothing is held."""


class Handler(JudgeHandler):
    """The real one; before each begin the database is told so."""

    database: DeadlyDatabase

    def begin(self, work: Work, job: object) -> object:  # type: ignore[override]
        self.database.judged(done=False)
        return super().begin(work, job)  # type: ignore[arg-type]


def main(data: Path, point: str) -> None:
    """Go on until everything is done, or until the end."""
    database = DeadlyDatabase(data, point)
    store, queue = SQLSubmissionStore(), EmbeddedQueue(database, SQLJobStore(), 100, 1)
    shelves = Shelves(database, SQLVersionStore(), SQLPreparationStore(), read_version, ENVIRONMENT)
    problems = Problems({"double": load_problem(DOUBLE)}, shelves)
    draws = Draws(problems, Shelf(database, SQLDrawStore(), queue, ENVIRONMENT), StockOptions(0))
    handler = Handler(problems, draws, store, Tidings(LocalBell(), MemoryCaseLog()))
    handler.database = database
    queue.recover()
    runner = Runner(database, queue, {JUDGE: handler}, lambda: SmallSlot(database), 1)
    if point != "never":
        hand_in(Submissions(problems, draws, Backing(database, store, queue, utc_now), accept_inputs))
    runner.start()
    while outstanding(database, store):
        time.sleep(0.005)
    runner.stop()


def accept_inputs(_: Problem, __: Mapping[str, str]) -> None:
    """Nobody hands in inputs here."""


def hand_in(service: Submissions) -> None:
    for number in range(SUBMISSIONS):
        sys.stdout.write(service.submit("double", f"x = {number}".encode(), Mode.SUBMIT, visitor("ada")).id + "\n")
        sys.stdout.flush()


def outstanding(database: SQLDatabase, store: SQLSubmissionStore) -> int:
    with database.read() as work:
        return store.count_outstanding(work)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
