"""Whether a judge may keep a core busy by looking."""

from __future__ import annotations

import pytest

from grader.sandbox import cores


def spare(monkeypatch: pytest.MonkeyPatch, there: int, slots: int) -> bool:
    monkeypatch.setattr(cores, "_CORES", there)
    monkeypatch.setattr(cores, "_busy", set(range(slots)))
    return cores.to_spare()


@pytest.mark.parametrize(("there", "slots"), [(2, 1), (3, 1), (4, 2)])
def test_a_core_for_each_child_and_one_for_each_judge(monkeypatch: pytest.MonkeyPatch, there: int, slots: int):
    assert spare(monkeypatch, there, slots)


@pytest.mark.parametrize(("there", "slots"), [(1, 1), (2, 2), (4, 3)])
def test_too_few_cores_to_look(monkeypatch: pytest.MonkeyPatch, there: int, slots: int):
    assert not spare(monkeypatch, there, slots)


def test_a_slot_is_busy_for_as_long_as_it_has_a_submission(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cores, "_CORES", 2)
    monkeypatch.setattr(cores, "_busy", set())
    with cores.busy(1):
        assert cores.to_spare()
        with cores.busy(2):
            assert not cores.to_spare()
        assert cores.to_spare()
    assert cores._busy == set()
