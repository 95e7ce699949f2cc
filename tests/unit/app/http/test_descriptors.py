from __future__ import annotations

import resource
import subprocess
import sys

import pytest

from app.http.descriptors import connections_within

TOLD = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
from app.http.descriptors import raise_file_limit
print(raise_file_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


def limits_after(soft: int, hard: int) -> list[int]:
    done = subprocess.run([sys.executable, "-c", TOLD.format(soft=soft, hard=hard)], capture_output=True, check=True)
    return [int(part) for part in done.stdout.split()]


def test_the_soft_limit_becomes_the_hard_one():
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert limits_after(256, 2048) == [2048, 2048, 2048]
    assert limits_after(512, 512) == [512, 512, 512]
    if hard >= 100_000:
        assert limits_after(1024, 100_000) == [65_536, 65_536, 100_000]


@pytest.mark.parametrize(("files", "slots", "found"), [(1024, 2, 704), (65_536, 2, 65_216), (256, 8, 64)])
def test_connections_leave_files_for_the_rest(files: int, slots: int, found: int):
    assert connections_within(files, slots) == found
