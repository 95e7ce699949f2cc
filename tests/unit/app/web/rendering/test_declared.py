from __future__ import annotations

import pytest

from app.web.rendering.declared import spec_at, tolerance_at
from grader.model import ArraySpec, DictSpec, Goal, ScalarSpec, SequenceSpec, Spec, Tolerance

USUAL, OWN = Tolerance(), Tolerance(rtol=0.1)
SPEC = DictSpec({
    "a": ArraySpec(("N",), tolerance=OWN), "b": SequenceSpec("tuple", (ScalarSpec("float"), ScalarSpec("int", OWN))),
    "drawn": ArraySpec(("M",), moments=("mean",)), "trained": ArraySpec(("M",), goal=Goal("accuracy", 0.9)),
})  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "key", "tolerance"),
    [
        (SPEC, '["a"]', OWN),
        (SPEC, '["b"][0]', USUAL),
        (SPEC, '["b"][1]', OWN),
        (SPEC, '["drawn"]', None),
        (SPEC, '["trained"]', None),
        (SPEC, '["other"]', USUAL),
        (ArraySpec(("N",)), "", USUAL),
        (ArraySpec(("N",)), "[0]", USUAL),
        (None, "", USUAL),
    ],
)
def test_each_part_has_its_own_tolerance_or_the_usual_one_or_none(
    spec: Spec | None, key: str, tolerance: Tolerance | None
):
    assert tolerance_at(spec, key, USUAL) == tolerance


def test_a_place_leads_to_its_declaration():
    assert spec_at(SPEC, '["b"][1]') == ScalarSpec("int", OWN)
    assert spec_at(SPEC, '["b"][2]') is None
    assert spec_at(SPEC, "") is None
