"""Fresh cases from end to end: real problems, a real database, a real server."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.draws.model import StockKey
from app.draws.sql import SQLDrawStore
from app.kernel.clock import utc_now
from app.kernel.identity import new_id
from app.storage.database import SQLDatabase, connection_of
from app.storage.opening import open_sqlite
from app.submissions.model import Submission
from app.submissions.sql import SQLSubmissionStore
from app.wiring.backend import MIGRATIONS
from grader.judge import draw_cases, encode_draw
from grader.judge.draws import choose_draws
from grader.model import Draw, Mode, Problem
from grader.sandbox import Sandbox
from tests.judging import keep_prepared
from tests.unit.app.one_by_one import OneByOne

_SUBMISSIONS, _DRAWS = 20, 14


def make_real_draws(problem: Problem, count: int, sandbox: Sandbox) -> list[Draw]:
    """Draws of a problem as they are stored."""
    prepared, made = keep_prepared(problem, sandbox), list[Draw]()
    while len(made) < count:
        seed = str(len(made))
        pairs = zip(choose_draws(problem, seed), draw_cases(prepared, seed, sandbox), strict=True)
        made += [replace(draw, content=encode_draw(item)) for draw, item in pairs]
    return made[:count]


def count_bytes(database: SQLDatabase) -> int:
    with database.read() as work:
        connection = connection_of(work)
        pages, size = (connection.exec_driver_sql(f"PRAGMA page_{what}").scalar_one() for what in ("count", "size"))
        return int(pages * size)


def test_a_thousand_submissions_of_fourteen_draws_take_less_than_fifty_megabytes(
    tmp_path: Path, vanilla_rnn: Problem, sandbox: Sandbox
):
    """Of the larger problem that comes along; a fiftieth of them."""
    draws = make_real_draws(vanilla_rnn, _SUBMISSIONS * _DRAWS, sandbox)
    database = SQLDatabase(open_sqlite(tmp_path / "test.sqlite3", MIGRATIONS))
    submissions, store = OneByOne(database, SQLSubmissionStore()), OneByOne(database, SQLDrawStore())
    empty = count_bytes(database)
    for number in range(_SUBMISSIONS):
        submission = Submission(new_id(), "vanilla-rnn", "v", Mode.SUBMIT, b"x" * 500, "ada", utc_now())
        submissions.add(submission)
        store.add(StockKey("j" * 64, "numpy"), draws[number * _DRAWS : (number + 1) * _DRAWS], submission.id)
    taken = count_bytes(database) - empty
    database.close()
    assert sum(len(draw.content) for draw in draws) < taken < 50e6 * _SUBMISSIONS / 1000
