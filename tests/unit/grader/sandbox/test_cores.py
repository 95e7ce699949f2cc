"""Whether a judge may keep a core busy by looking."""

from __future__ import annotations

import pytest

from grader.sandbox import cores


@pytest.mark.parametrize(
    ("there", "slots", "spare"), [(1, 1, False), (2, 1, True), (2, 2, False), (3, 1, True), (4, 2, True), (4, 3, False)]
)
def test_each_busy_slot_needs_a_core_for_its_child_and_one_to_look(
    monkeypatch: pytest.MonkeyPatch, there: int, slots: int, spare: bool
):
    monkeypatch.setattr(cores, "_CORES", there)
    monkeypatch.setattr(cores, "_busy", set(range(slots)))
    assert cores.to_spare() is spare


def test_a_slot_is_busy_for_as_long_as_it_has_a_submission(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cores, "_CORES", 2)
    monkeypatch.setattr(cores, "_busy", set())
    with cores.busy(1):
        assert cores.to_spare()
        with cores.busy(2):
            assert not cores.to_spare()
        assert cores.to_spare()
    assert cores._busy == set()
