"""Missing walls and attempts that get through: nothing is judged then, and a sentence says why."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from grader.errors import SandboxUnavailableError
from grader.model import Limits
from grader.sandbox import Run, Sandbox, doctor, requirements, slot
from grader.sandbox.probes import PROBES, Probe
from grader.sandbox.uids import UidLease

STANDING = dict.fromkeys(requirements.REQUIRED, "on")
LOOSE = "def probe(path):\n    return 'read ' + path\n"


class OneSlot:
    """A real slot under other words about its walls."""

    def __init__(self, sandbox: Sandbox, walls: dict[str, str]) -> None:
        self._sandbox = sandbox
        self.walls = walls

    @contextmanager
    def open(self, limits: Limits) -> Iterator[Run]:
        with self._sandbox.open(limits) as run:
            yield run


def test_all_required_walls_suffice():
    assert requirements.missing_walls(STANDING | {"uid": "off: not started as root"}) == ""
    requirements.require_walls(STANDING)


@pytest.mark.parametrize("name", requirements.REQUIRED)
def test_a_required_wall_that_is_off_is_refused(name: str):
    with pytest.raises(SandboxUnavailableError, match=f"^{name} is missing: .+"):
        requirements.require_walls(STANDING | {name: "off: Function not implemented"})


@pytest.mark.parametrize("name", requirements.REQUIRED)
def test_a_required_wall_that_nobody_speaks_of_is_refused(name: str):
    walls = {wall: state for wall, state in STANDING.items() if wall != name}
    assert requirements.missing_walls(walls).startswith(f"{name} is missing: ")


def test_every_missing_wall_is_named_with_what_to_do():
    sentence = requirements.missing_walls({})
    assert [name for name in requirements.REQUIRED if f"{name} is missing" not in sentence] == []
    assert "Linux 5.13" in sentence


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("machine", "aarch64", "this machine's processor (aarch64) is not supported"),
        ("machine", "riscv64", "written for x86_64 alone, and without it nothing is judged"),
        ("system", "Darwin", "judging needs Linux, and this is Darwin"),
    ],
)
def test_another_machine_is_refused_before_anything_is_started(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str
):
    monkeypatch.setattr(platform, name, lambda: value)
    refused = Sandbox()
    with pytest.raises(SandboxUnavailableError) as error:
        refused.start()
    assert told in str(error.value)
    assert refused._zygote is None
    assert refused.uid is None


def test_standing_tells_each_wall(sandbox: Sandbox):
    walls = {wall.name: wall for wall in doctor.list_walls(OneSlot(sandbox, STANDING | {"uid": "off: no"}))}
    assert (walls["uid"].holds, walls["uid"].required, walls["uid"].detail) == (False, False, "off: no")
    assert (walls["seccomp"].holds, walls["seccomp"].required) == (True, True)


def test_every_probe_is_denied(sandbox: Sandbox):
    walls = list(doctor.self_test(sandbox, __file__))
    assert [wall.name for wall in walls if not wall.holds] == []
    assert len(walls) == len(PROBES)
    assert {wall.name.split(":")[0] for wall in walls} >= {"landlock", "seccomp", "rlimits", "no_new_privs", "memory"}


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (LOOSE, "read /"),
        ("def probe(path):\n    return True\n", "True"),
        ("def probe(path):\n    raise OSError('no')\n", "raised raised no"),
        ("def probe(path):\n    while True: pass\n", "timed_out"),
        ("x =", "syntax"),
    ],
)
def test_only_a_probe_that_ran_and_was_denied_proves_a_wall(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, source: str, told: str
):
    monkeypatch.setattr(doctor, "PROBES", (Probe("landlock", "try", source),))
    monkeypatch.setattr(doctor, "_SECONDS", 0.3)
    (wall,) = doctor.self_test(sandbox, __file__)
    assert not wall.holds
    assert told in wall.detail
    with pytest.raises(SandboxUnavailableError, match="the self-test got through: landlock: try"):
        doctor.require_self_test(sandbox, __file__)


def test_a_slot_whose_self_test_fails_does_not_start(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch):
    assert sandbox.walls
    monkeypatch.setattr(slot._self_tested, "is_set", lambda: False)
    monkeypatch.setattr(doctor, "PROBES", (Probe("landlock", "try", LOOSE),))
    refused = Sandbox()
    with pytest.raises(SandboxUnavailableError):
        refused.start()
    assert refused._zygote is None


def test_a_slot_whose_wall_is_missing_does_not_start(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(requirements, "REQUIRED", ("a wall of tomorrow",))
    with pytest.raises(SandboxUnavailableError, match="a wall of tomorrow is missing"), Sandbox():
        pass


@pytest.mark.parametrize("wall", ["landlock", "seccomp", "rlimits"])
def test_a_zygote_without_a_required_wall_says_so(wall: str):
    with UidLease() as lease, closing(slot.Zygote(9_999, lease.uid, without=frozenset({wall}))) as zygote:
        assert wall in requirements.missing_walls(zygote.walls)
