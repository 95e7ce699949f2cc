"""The programs of `allclose doctor --attack`: without a wall one gets through, and the command would tell it."""

from __future__ import annotations

import pytest

from app.cli import attacking
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from grader.sandbox.uids import UidLease
from grader.sandbox.zygote import Zygote
from tests.judging import keep_prepared

PROBLEM = load_problem(attacking._PROBLEM)
DESCRIPTORS = "use descriptors of others"
# One program each, which but looks: that of a wall that is away, and of no other.
LACKING = {
    DESCRIPTORS: frozenset({"descriptors"}),
    "memory that is writable and executable": frozenset({"seccomp"}),
    "read a file that everybody may read": frozenset({"landlock", "root"}),
}


class Lacking(Sandbox):
    """A slot that judges although walls are left away, as no real one does."""

    def __init__(self, without: frozenset[str]) -> None:
        super().__init__()
        self._without = without

    def start(self) -> None:
        self._lease = self._lease or UidLease()
        self._zygote = self._zygote or self._started()

    def _started(self) -> Zygote:
        # With no root of its own, an interpreter below a private home is out of reach for any other uid.
        uid = None if "root" in self._without else self.uid
        return Zygote(9_500, uid, without=self._without)


def attempted(attack: attacking.Attack, sandbox: Sandbox, word: str, path: str) -> attacking.Attempt:
    """Judge one program as the command does."""
    prepared = keep_prepared(PROBLEM, sandbox)
    return attacking._run_attack(prepared, attack, attack.source.replace("@@FILE@@", path), sandbox, word)


def named(title: str) -> attacking.Attack:
    """The program of that title."""
    return next(one for one in attacking.read_attacks() if one.title == title)


@pytest.mark.parametrize("title", LACKING)
def test_a_program_is_held_behind_its_wall_and_gets_through_without_it(title: str):
    with attacking.plant_secret() as (word, path), Sandbox() as whole, Lacking(LACKING[title]) as lacking:
        behind, without = (attempted(named(title), one, word, path) for one in (whole, lacking))
    assert behind.held, behind.words
    assert not without.held
    assert "GOT THROUGH" in without.words


def test_a_missing_wall_is_told_by_its_own_program_alone():
    """Every other wall stands, so the whole set may be run."""
    with attacking.plant_secret() as (word, path), Lacking(LACKING[DESCRIPTORS]) as lacking:
        came = [attempted(attack, lacking, word, path) for attack in attacking.read_attacks()]
    assert [one.attack.title for one in came if not one.held] == [DESCRIPTORS]
