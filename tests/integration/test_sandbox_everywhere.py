"""The whole corpus of attacks where a machine gives less: as an ordinary user, without capabilities, in a container.

A plain container is imitated by a seccomp filter that denies namespaces and mounts, as Docker's default profile does;
see `elsewhere/deny_namespaces.py`. Programs that could hurt a machine are left out: they need a PID namespace and an
unprivileged uid around them, and here neither may be counted on.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from grader.sandbox.requirements import REQUIRED
from tests.hostile.rows import DATA, programs
from tests.integration.test_sandbox_elsewhere import ROOT, Installation, installed, ordinary_uid, standing

HOSTILE = ("harness", "rows", "secrets", "surroundings")
SECONDS = 500
NO_NAMESPACES = 77


@pytest.fixture(scope="module")
def copy() -> Iterator[Installation]:
    """An installation that everybody can read, with the attacks in it."""
    with installed() as made:
        hostile, data = made.folder / "tests" / "hostile", made.folder / "tests" / "data"
        hostile.mkdir(parents=True)
        data.mkdir()
        for name in HOSTILE:
            shutil.copyfile(ROOT / "tests" / "hostile" / f"{name}.py", hostile / f"{name}.py")
        shutil.copyfile(ROOT / "tests" / "judging.py", made.folder / "tests" / "judging.py")
        shutil.copyfile(DATA, data / DATA.name)
        subprocess.run(["chmod", "-R", "a+rX", str(made.folder)], check=True)  # noqa: S607  of the system
        yield made


def started(copy: Installation, script: str, *prefix: str, uid: int) -> subprocess.CompletedProcess[str]:
    """Run a script of the copy as that user; `prefix` goes before it."""
    place = [str(copy.folder / word) if word.endswith(".py") else word for word in prefix]
    command = [str(copy.python), *place, str(copy.folder / script), str(copy.folder / "rnn-cell")]
    who = {"user": uid, "group": uid, "extra_groups": []} if uid != os.geteuid() else {}
    environment = {"PYTHONPATH": f"{copy.folder}:{copy.folder / 'packages'}", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        command, env=environment, cwd="/", capture_output=True, text=True, timeout=SECONDS, check=False, **who
    )


def attacked(copy: Installation, *prefix: str, uid: int) -> dict[str, Any]:
    """Judge the corpus there; what was told."""
    done = started(copy, "attack_here.py", *prefix, uid=uid)
    if done.returncode == NO_NAMESPACES:
        pytest.skip("this machine gives an ordinary user no user namespace")
    assert done.returncode == 0, done.stderr[-3000:]
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def complaints(told: dict[str, Any]) -> dict[str, list[str]]:
    """What is not as it must be, by attack; every attack was made."""
    assert told["told"].keys() == {row.id for row in programs() if not row.danger}
    assert standing(told) >= set(REQUIRED)
    return {name: found for name, found in told["told"].items() if found}


@pytest.mark.slow
def test_as_an_ordinary_user(copy: Installation):
    told = attacked(copy, uid=ordinary_uid())
    assert complaints(told) == {}
    assert told["walls"]["uid"] == "off: not started as root"


@pytest.mark.slow
def test_without_any_capability_in_a_user_namespace(copy: Installation):
    uid = ordinary_uid()
    told = attacked(copy, "drop_capabilities.py", str(uid), uid=uid)
    assert complaints(told) == {}
    assert told["uid"] == uid


@pytest.mark.slow
def test_as_an_ordinary_user_in_a_plain_container(copy: Installation):
    told = attacked(copy, "deny_namespaces.py", uid=ordinary_uid())
    assert complaints(told) == {}
    assert told["walls"]["namespaces"] == "off: unshare: Operation not permitted"


@pytest.mark.slow
def test_as_root_in_a_plain_container(copy: Installation):
    """Every slot has an unprivileged uid then."""
    if os.geteuid() != 0:
        pytest.skip("only root can be root in a container")
    told = attacked(copy, "deny_namespaces.py", uid=0)
    assert complaints(told) == {}
    assert (told["walls"]["uid"], told["walls"]["root"]) == ("on", "off: unshare: Operation not permitted")


def test_root_that_may_do_nothing_is_told_what_to_do(copy: Installation):
    """A container's root without capabilities can give the slot no user of its own: that is refused, in a sentence."""
    done = started(copy, "judge_here.py", "drop_capabilities.py", "0", uid=ordinary_uid())
    if done.returncode == NO_NAMESPACES:
        pytest.skip("this machine gives an ordinary user no user namespace")
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("grader.errors.SandboxUnavailableError: the zygote could not be walled in")
    assert last.endswith("cannot become another user: grant them, or start as an ordinary user")
