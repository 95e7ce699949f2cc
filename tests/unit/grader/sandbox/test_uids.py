"""Uids of slots: unprivileged, and never two at once, whichever process has them."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack

import pytest

from grader.errors import SandboxUnavailableError
from grader.sandbox import uids
from grader.sandbox.uids import UidLease

TAKE = "from grader.sandbox.uids import UidLease; lease = UidLease(); print(lease.uid, flush=True); input()"


@pytest.fixture
def as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lease only marks a uid: taking one needs no privilege."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)


def test_an_ordinary_user_can_give_no_uid(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with UidLease() as lease:
        assert lease.uid is None


@pytest.mark.usefixtures("as_root")
def test_slots_have_unprivileged_uids_of_their_own():
    with ExitStack() as stack:
        taken = [stack.enter_context(UidLease()).uid for _ in range(40)]
    assert len(set(taken)) == 40
    assert all(uid is not None and 61_000 <= uid < 65_000 for uid in taken)


@pytest.mark.usefixtures("as_root")
def test_when_all_are_taken_there_is_none_and_one_given_back_can_be_had(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(uids, "UIDS", 3)
    monkeypatch.setattr(uids, "_MARK", f"\0allclose-test-{os.getpid()}-{{}}")
    leases = [UidLease() for _ in range(3)]
    with pytest.raises(SandboxUnavailableError, match="every uid from 61000 to 61002 is in use"):
        UidLease()
    leases[1].close()
    with UidLease() as again:
        assert again.uid == leases[1].uid
    for lease in leases:
        lease.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has uids to give")
def test_another_process_takes_another_and_one_that_is_killed_gives_its_own_back(monkeypatch: pytest.MonkeyPatch):
    with subprocess.Popen(
        [sys.executable, "-c", TAKE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        theirs = int(other.stdout.readline())
        monkeypatch.setattr(uids, "FIRST_UID", theirs)
        monkeypatch.setattr(uids, "UIDS", 1)
        with pytest.raises(SandboxUnavailableError):
            UidLease()
        other.kill()
        other.wait()
    with UidLease() as lease:
        assert lease.uid == theirs
