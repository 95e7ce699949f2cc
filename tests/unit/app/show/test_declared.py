from __future__ import annotations

from app.show.declared import find_spec
from grader.model import ArraySpec, DictSpec, Goal, ScalarSpec, SequenceSpec, Tolerance

OWN = Tolerance(rtol=0.1)
SPEC = DictSpec({
    "a": ArraySpec(("N",), tolerance=OWN), "b": SequenceSpec("tuple", (ScalarSpec("float"), ScalarSpec("int", OWN))),
    "drawn": ArraySpec(("M",), moments=("mean",)), "trained": ArraySpec(("M",), goal=Goal("accuracy", 0.9)),
})  # fmt: skip


def test_a_place_leads_to_its_declaration():
    assert find_spec(SPEC, '["b"][1]') == ScalarSpec("int", OWN)
    assert find_spec(SPEC, '["b"][2]') is None
    assert find_spec(SPEC, "") is None
