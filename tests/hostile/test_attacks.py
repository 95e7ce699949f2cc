"""Every attack of the corpus against the real sandbox: walls first, then legal programs, then all the rest."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from grader.model import Problem
from grader.sandbox import Sandbox, doctor
from tests.hostile import rows
from tests.hostile.harness import Arena
from tests.hostile.secrets import Listeners, canaries

CONTROLS = [row for row in rows.programs() if row.kind == "control"]
ATTACKS = [row for row in rows.programs() if row.kind != "control"]
random.Random(20).shuffle(ATTACKS)  # noqa: S311  an order that is the same each time
ORDER = [
    *(pytest.param(row, id=f"first-{row.id}") for row in CONTROLS),
    *(pytest.param(row, id=row.id) for row in ATTACKS),
    *(pytest.param(row, id=f"again-{row.id}") for row in CONTROLS),
]


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory, rnn_cell: Problem) -> Iterator[Arena]:
    """A slot that was started with the canaries in place."""
    listeners = Listeners()
    try:
        with canaries(tmp_path_factory.mktemp("canary")), Sandbox() as sandbox:
            yield Arena(sandbox, rnn_cell, listeners)
    finally:
        listeners.close()


def test_every_wall_withstands_the_self_test(arena: Arena):
    walls = list(doctor.self_test(arena.sandbox, __file__))
    assert len(walls) > 20
    assert [f"{wall.name}: {wall.detail}" for wall in walls if not wall.holds] == []


@pytest.mark.parametrize("row", ORDER)
def test_attack_gains_nothing_and_leaves_nothing(arena: Arena, row: rows.Row):
    require_walls_for(row, arena)
    assert arena.complaints(row) == []


@pytest.mark.slow
@pytest.mark.parametrize("row", ORDER)
def test_nor_where_most_cases_are_hidden_and_asked_for_at_once(arena: Arena, row: rows.Row):
    require_walls_for(row, arena)
    assert arena.complaints(row, shown=1) == []


def require_walls_for(row: rows.Row, arena: Arena) -> None:
    if row.danger:
        walls = arena.sandbox.walls
        assert (walls["namespaces"], walls["uid"]) == ("on", "on"), "not to be run where these walls are missing"
