"""Judging as an ordinary user, and where namespaces are denied: the required walls stand and verdicts are the same.

An interpreter below somebody's private home is out of reach of another user, so a whole installation is copied to
where everybody may read: the interpreter with its library, the few packages that judging needs, the grader and a
problem.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox.requirements import REQUIRED

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = Path(__file__).resolve().parent / "elsewhere"
NOBODY = 65_534
PACKAGES = ("numpy", "numpy.libs", "pydantic", "pydantic_core", "yaml", "_yaml")
PACKAGES += ("annotated_types", "typing_inspection", "typing_extensions.py")
LEFT_OUT = shutil.ignore_patterns(
    "site-packages",
    "dist-packages",
    "test",
    "tests",
    "idlelib",
    "tkinter",
    "ensurepip",
    "__pycache__",
    "*.a",
    "config-*",
)
VERDICTS = {
    "right": "accepted",
    "wrong": "wrong_answer",
    "endless": "time_limit",
    "reads": "runtime_error",
    "connects": "runtime_error",
    "forks": "runtime_error",
    "leaves": "runtime_error",
}


@dataclass(frozen=True)
class Installation:
    """A copy that every user can read."""

    python: Path
    folder: Path

    def run(self, *prefix: str, uid: int) -> dict[str, Any]:
        """Judge there as that user; `prefix` goes before the script."""
        done = self.started(*prefix, str(self.folder / "judge_here.py"), uid=uid)
        assert done.returncode == 0, done.stderr[-3000:]
        told: dict[str, Any] = json.loads(done.stdout)
        return told

    def started(self, *script: str, uid: int) -> subprocess.CompletedProcess[str]:
        """Run a script there as that user, on the problem."""
        command = [str(self.python), *script, str(self.folder / "rnn-cell")]
        who = {"user": uid, "group": uid, "extra_groups": []} if uid != os.geteuid() else {}
        environment = {"PYTHONPATH": f"{self.folder}:{self.folder / 'packages'}", "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            command, env=environment, cwd="/", capture_output=True, text=True, timeout=120, check=False, **who
        )


def copied_python(folder: Path) -> Path:
    """The interpreter and its standard library, in the layout in which it finds its own library."""
    standard = Path(sysconfig.get_path("stdlib"))
    shutil.copytree(standard, folder / "lib" / standard.name, ignore=LEFT_OUT)
    python = folder / "bin" / standard.name
    python.parent.mkdir()
    shutil.copyfile(Path(getattr(sys, "_base_executable", sys.executable)).resolve(), python)
    python.chmod(0o755)
    libraries = Path(sysconfig.get_config_var("LIBDIR") or "/nowhere")
    for library in libraries.glob(f"lib{standard.name}*.so*"):  # where the interpreter is a shared library
        shutil.copyfile(library, folder / "lib" / library.name)
    return python


@contextmanager
def installed() -> Iterator[Installation]:
    """An installation that is there for the length of the block."""
    folder = Path(tempfile.mkdtemp(prefix="allclose-elsewhere-"))
    try:
        python = copied_python(folder)
        packages = Path(sysconfig.get_path("purelib"))
        for name in PACKAGES:
            source = packages / name
            copy = shutil.copytree if source.is_dir() else shutil.copyfile
            (folder / "packages").mkdir(exist_ok=True)
            copy(source, folder / "packages" / name)
        shutil.copytree(ROOT / "grader", folder / "grader")
        shutil.copytree(ROOT / "problems" / "rnn-cell", folder / "rnn-cell")
        for script in ELSEWHERE.glob("*.py"):
            shutil.copyfile(script, folder / script.name)
        subprocess.run(["chmod", "-R", "a+rX", str(folder)], check=True)  # noqa: S607  of the system
        yield Installation(python, folder)
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def installation() -> Iterator[Installation]:
    with installed() as made:
        yield made


def verdicts(told: dict[str, Any]) -> dict[str, str]:
    """The verdict of each program."""
    return {name: verdict for name, (verdict, _) in told["told"].items()}


def ordinary_uid() -> int:
    """Somebody without privilege: nobody, or who we are when that is an ordinary user already."""
    return os.geteuid() or NOBODY


def standing(told: dict[str, Any]) -> set[str]:
    """The walls that stand."""
    return {name for name, state in told["walls"].items() if state.startswith("on")}


def test_an_ordinary_user_judges_behind_the_required_walls(installation: Installation):
    told = installation.run(uid=ordinary_uid())
    assert told["uid"] != 0
    assert verdicts(told) == VERDICTS
    assert standing(told) >= set(REQUIRED)
    assert told["walls"]["uid"] == "off: not started as root"


def test_an_ordinary_user_judges_where_namespaces_are_denied(installation: Installation):
    told = installation.run(str(installation.folder / "deny_namespaces.py"), uid=ordinary_uid())
    assert verdicts(told) == VERDICTS
    assert standing(told) >= set(REQUIRED)
    assert told["walls"]["namespaces"] == "off: unshare: Operation not permitted"
    denied = [message for name, (_, message) in told["told"].items() if name in {"reads", "connects", "forks"}]
    assert ["PermissionError" in message for message in denied] == [True] * 3


def test_the_same_user_judges_where_namespaces_are_denied(installation: Installation):
    """As root this is a container's usual case: a uid for the slot, and no namespace."""
    told = installation.run(str(installation.folder / "deny_namespaces.py"), uid=os.geteuid())
    assert verdicts(told) == VERDICTS
    assert standing(told) >= set(REQUIRED)
    assert ("uid" in standing(told)) == (os.geteuid() == 0)
    assert told["walls"]["root"] == "off: unshare: Operation not permitted"


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ("444,445,446", "landlock is missing: syscall(444): Function not implemented - it needs Linux 5.13 or later"),
        ("446", "landlock is missing: syscall(446): Function not implemented - it needs Linux 5.13 or later"),
        (
            "317",
            "seccomp is missing: syscall(317): Function not implemented - it needs a kernel with CONFIG_SECCOMP_FILTER",
        ),
        ("436", "the zygote could not be walled in: "),
    ],
    ids=["no Landlock", "Landlock that does not restrict", "no seccomp", "no close_range"],
)
def test_without_a_required_wall_nothing_is_judged_and_a_sentence_says_what_to_do(
    installation: Installation, numbers: str, told: str
):
    script = [str(installation.folder / "deny_calls.py"), numbers, str(installation.folder / "judge_here.py")]
    done = installation.started(*script, uid=os.geteuid())
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"grader.errors.SandboxUnavailableError: {told}"), last
    assert done.stdout == ""
