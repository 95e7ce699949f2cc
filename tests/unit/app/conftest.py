from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from app.kernel.identity import new_id
from app.submissions.model import Result, Submission
from grader.model import (
    Argument,
    ArraySpec,
    CaseEntry,
    CaseReport,
    Conclusion,
    Group,
    Hint,
    Mode,
    Problem,
    Program,
    Prose,
    TestCase,
    Verdict,
)


@pytest.fixture
def make_problem() -> Callable[..., Problem]:
    sample = TestCase("small", "sample", {"x": np.array([1.0, np.nan])}, explanation="Twice each.")
    hidden = TestCase("secret", "large", {"x": np.array([424242.0])}, hint="Mind the size.")
    problem = Problem(
        id="double",
        version="v1",
        judging_version="j1",
        title="Double",
        status="active",
        difficulty="easy",
        concepts=("arithmetic",),
        entry_point="double",
        arguments=(Argument("x", ArraySpec(("N",)), "what is doubled"),),
        returns=ArraySpec(("N",)),
        prose=Prose("Double {{ x[0]:.1f }}.", hints=(Hint("Multiply."), Hint("By two.", after_attempts=2))),
        starter="def double(x):\n    ...\n",
        reference=Program("reference", b"def double(x):\n    return 2 * x  # canary\n"),
        groups=(Group("sample"), Group("large", 100.0, requires=("sample",))),
        entries=(CaseEntry(sample), CaseEntry(hidden)),
    )
    return lambda **changes: replace(problem, **changes)


@pytest.fixture
def make_submission() -> Callable[..., Submission]:
    base = Submission("", "double", "v1", Mode.SUBMIT, b"def double(x): ...", "ada", datetime(2026, 3, 1, tzinfo=UTC))
    return lambda **changes: replace(base, **{"id": new_id(), **changes})


@pytest.fixture
def accepted() -> Result:
    conclusion = Conclusion(Verdict.ACCEPTED, score=100.0, max_score=100.0, seconds=0.01)
    return Result("v1", conclusion, (CaseReport("small", "sample", Verdict.ACCEPTED, hidden=False),))
