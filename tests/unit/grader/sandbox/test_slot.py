"""The uid of a slot."""

from __future__ import annotations

import os

import pytest

from grader.sandbox.slot import slot_uid


def test_an_ordinary_user_can_give_no_uid(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert slot_uid(0) is None


def test_root_gives_each_slot_an_unprivileged_uid_of_its_own(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    uids = [slot_uid(number) for number in range(16)]
    assert len(set(uids)) == 16
    assert all(uid is not None and 61_000 <= uid < 65_000 for uid in uids)


def test_processes_side_by_side_share_no_uid(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    uids = []
    for pid in range(100, 110):
        monkeypatch.setattr(os, "getpid", lambda pid=pid: pid)
        uids += [slot_uid(number) for number in range(16)]
    assert len(set(uids)) == 160
