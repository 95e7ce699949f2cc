"""What an attack must leave alone: processes, files, IPC objects, descriptors and memory of the machine."""

from __future__ import annotations

import os
import re
import select
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grader.sandbox import Sandbox

_FOLDERS = ("/", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run")  # noqa: S108  they are swept, not used
_MARKS = re.compile(r"ac_|acd\d|core(\.|$)")
"""How the attacks name what they make."""
_SETTLE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What there is now, memory in MB."""

    files: frozenset[str]
    ipc: int
    descriptors: int
    memory: int


def status_field(pid: int, name: str) -> int:
    """A number from /proc/PID/status; -1 when the process is gone."""
    try:
        text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return -1
    found = re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE)
    return int(found[1]) if found else -1


def pids() -> list[int]:
    """Every process of the machine."""
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def descendants(pid: int) -> list[int]:
    """Every process below `pid`, zombies among them."""
    parents = {other: status_field(other, "PPid") for other in pids()}
    found, frontier = [], [pid]
    while frontier:
        frontier = [other for other, parent in parents.items() if parent in frontier]
        found += frontier
    return found


def of_uid(uid: int) -> list[int]:
    """Every process of a uid: those that left their parent too."""
    return [pid for pid in pids() if status_field(pid, "Uid") == uid]


def processes(sandbox: Sandbox) -> int:
    """How many processes the slot has."""
    if sandbox.uid is not None:
        return len(of_uid(sandbox.uid))
    return len(descendants(sandbox._zygote.pid)) if sandbox._zygote else 0


def idle(sandbox: Sandbox) -> int:
    """How many it should have between submissions: the child that waits, and the zygote where it is not the root."""
    return 2 if "on" in (sandbox.walls["uid"], sandbox.walls["namespaces"]) else 1


def rested(sandbox: Sandbox) -> bool:
    """Whether the last child is reaped and the next one is offered: before that a dying one can be taken for it."""
    sandbox._settle()
    zygote = sandbox._zygote
    offered = zygote is not None and bool(select.select([zygote._control], [], [], 5)[0])
    return offered and until(lambda: processes(sandbox) == idle(sandbox))


def _is_left(path: Path, uid: int | None) -> bool:
    try:
        owner = path.lstat().st_uid
    except OSError:
        return False
    return bool(_MARKS.match(path.name)) or owner == uid


def left_files(uid: int | None) -> frozenset[str]:
    """Files that an attack could have made."""
    folders = [Path(folder) for folder in _FOLDERS if Path(folder).is_dir()]
    return frozenset(str(path) for folder in folders for path in folder.iterdir() if _is_left(path, uid))


def _ipc(uid: int | None) -> int:
    """How many System V objects the slot's uid owns: others may make theirs meanwhile."""
    tables = [Path("/proc/sysvipc") / kind for kind in ("shm", "sem", "msg")]
    owner = str(os.geteuid() if uid is None else uid)
    return sum(_owned(table.read_text(encoding="ascii"), owner) for table in tables if table.exists())


def _owned(table: str, owner: str) -> int:
    """How many rows of a table of /proc/sysvipc that owner has, by its own head."""
    head, *rows = (line.split() for line in table.splitlines())
    columns = [head.index(name) for name in ("uid", "cuid")]
    return sum(any(row[column] == owner for column in columns) for row in rows)


def snapshot(sandbox: Sandbox) -> Snapshot:
    """What there is now."""
    return Snapshot(
        left_files(sandbox.uid),
        _ipc(sandbox.uid),
        len(list(Path("/proc/self/fd").iterdir())),
        status_field(os.getpid(), "VmRSS") // 1024,
    )


def until(condition: Callable[[], bool], seconds: float = _SETTLE_SECONDS) -> bool:
    """Wait for a condition, at most that long; whether it came true."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True
