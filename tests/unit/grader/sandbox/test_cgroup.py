"""The memory cgroup: its bound goes up at once, comes down when it can, and the group is gone at the end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.sandbox.cgroup import MemoryGroup

MEGABYTE = 1 << 20
HOLD = "import sys; sys.stdin.readline(); held = b'x' * (800 << 20); print('held', flush=True); sys.stdin.read()"


@pytest.fixture
def group() -> Iterator[MemoryGroup]:
    try:
        made = MemoryGroup(9_999)
    except OSError as error:
        pytest.skip(f"this machine lets us make no memory cgroup: {error}")
    yield made
    made.remove()


def bound(group: MemoryGroup) -> int:
    """What the kernel holds it to, in MB."""
    return int((group._folder / group._limit).read_text(encoding="ascii")) // MEGABYTE


def test_the_bound_follows_both_ways(group: MemoryGroup):
    group.widen(512)
    assert bound(group) == 1024
    group.widen(64)
    assert bound(group) == 1024
    group.narrow(2048)
    assert bound(group) == 1024
    group.narrow(64)
    assert bound(group) == 576
    group.widen(1024)
    assert bound(group) == 1536


@pytest.mark.skipif(not Path("/sys/fs/cgroup/memory").exists(), reason="version 2 would end the process instead")
def test_memory_in_use_keeps_the_bound_up_for_now(group: MemoryGroup):
    group.widen(512)
    with subprocess.Popen([sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        group.add(process.pid)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"held\n"
        group.narrow(64)
        process.communicate()
    kept = bound(group)
    group.narrow(63)
    assert (kept, bound(group)) == (1024, 575)


def test_a_group_that_is_removed_is_gone(group: MemoryGroup):
    assert group._folder.is_dir()
    group.remove()
    assert not group._folder.exists()
