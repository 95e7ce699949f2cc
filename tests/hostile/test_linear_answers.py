"""Comparing, describing and reporting an answer takes time and memory that are linear in its bytes, whatever it is."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.checkers import Context, compare_any, compare_form
from grader.diagnosis import Budget, MistakeTable, apart, case_table, describe, recognise, see
from grader.model import (
    ArraySpec,
    DictSpec,
    Goal,
    Property,
    RunStatus,
    ScalarSpec,
    SequenceSpec,
    Spec,
    Tolerance,
    Value,
)
from grader.reports.plain_values import json_value
from grader.sandbox import Outcome
from tests.hostile.heavy_values import NAMED, Drawn, answers, size

WIDE = np.random.default_rng(1).standard_normal((256, 512))
DRAWS = np.random.default_rng(2).standard_normal((1000, 4))
TABLE = ArraySpec(("N", "D"), "float64", ("step", "unit"))
SPECS: dict[str, tuple[Spec, Value]] = {
    "array": (TABLE, WIDE),
    "small array": (TABLE, WIDE[:2, :3].copy()),
    "narrow array": (ArraySpec(("N", "D"), "float32"), WIDE.astype("f4")),
    "integers": (ArraySpec(("N", "D"), "int64"), (100 * WIDE).astype("i8")),
    "bools": (ArraySpec(("N", "D"), "bool"), WIDE > 0),
    "complex": (ArraySpec(("N", "D"), "complex128"), WIDE * 1j),
    "any order": (ArraySpec(("N", "D"), unordered=True), WIDE),
    "any order, short rows": (ArraySpec(("N", "D"), unordered=True), np.round(DRAWS)),
    "draws": (ArraySpec(("M", "D"), moments=("mean", "variance", "covariance", "deciles")), DRAWS),
    "sorted": (ArraySpec(("N",), properties=(Property("sorted"),), free=True), np.sort(WIDE, axis=None)),
    "orthonormal": (ArraySpec(("N", "D"), properties=(Property("orthogonal"),), free=True), np.eye(512)),
    "goal": (ArraySpec(("N", "D"), goal=Goal("mean_squared_error", 0.1)), WIDE),
    "dict": (DictSpec({"a": TABLE, "b": ScalarSpec("float")}), {"a": WIDE, "b": 1.5}),
    "deep": (DictSpec({"a": SequenceSpec("list", (TABLE, ScalarSpec("str")))}), {"a": [WIDE, "yes"]}),
    "tuple": (SequenceSpec("tuple", (ArraySpec(("D",)), ScalarSpec("int"))), (WIDE[0], 3)),
    **{
        kind: (ScalarSpec(kind), value) for kind, value in {"float": 1.5, "int": 3, "complex": 1j, "str": "yes"}.items()
    },
}
EQUAL_NAN = Tolerance(equal_nan=True)
LEAST_SECONDS, SECONDS_FOR_A_BYTE = 1.0, 2e-6
"""A thousandth of it would be the rule; what grows with the square takes minutes."""
LEAST_MEMORY, MEMORY_FOR_A_BYTE = 24 << 20, 80
"""A bool of one byte may become a complex number of sixteen, in a few arrays at once."""


def looked_at(answer: Value, spec: Spec, right: Value, *, hidden: bool) -> None:
    """All that is done with an answer; what would be given up for its size is an error here."""
    context = Context(EQUAL_NAN, {"N": 256, "D": 512}, hidden=hidden)
    compare_form(answer, spec, context)
    nearest, difference = compare_any((right, right), answer, spec, context)
    seen = see.__wrapped__(right, Outcome(RunStatus.OK, value=answer))  # type: ignore[attr-defined]
    if difference is not None and Budget().covers(answer):
        describe.__wrapped__(difference, (nearest, answer), spec, context, {"x": WIDE})  # type: ignore[attr-defined]
    table = MistakeTable(("m",), (case_table(see(right, Outcome(RunStatus.OK, value=right)), [seen], [False]),))
    recognise.__wrapped__(table, [(0, seen)])  # type: ignore[attr-defined]
    apart(seen, seen)
    json.dumps(json_value(answer))


def seconds(look: Callable[[], None]) -> float:
    """Processor time of this thread."""
    before = time.thread_time()
    look()
    return time.thread_time() - before


def memory(look: Callable[[], None]) -> int:
    """The most bytes that were taken at once, beyond those that were there before."""
    tracemalloc.start()
    try:
        look()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def hold(answer: Any, name: str, *, hidden: bool) -> None:
    spec, right = SPECS[name]

    def look() -> None:
        looked_at(answer, spec, right, hidden=hidden)

    taken = size(answer) + size(right)
    allowed = LEAST_SECONDS + SECONDS_FOR_A_BYTE * taken
    assert seconds(look) < allowed or seconds(look) < allowed  # once more on a busy machine
    assert memory(look) < LEAST_MEMORY + MEMORY_FOR_A_BYTE * taken


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("answer", NAMED.values(), ids=NAMED)
def test_a_heavy_answer_costs_no_more_than_its_bytes(name: str, answer: Any):
    hold(answer, name, hidden=False)


@pytest.mark.parametrize("name", SPECS)
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(answer=answers, hidden=st.booleans())
def test_any_answer_costs_no_more_than_its_bytes(name: str, answer: Drawn, *, hidden: bool):
    hold(answer.value, name, hidden=hidden)
