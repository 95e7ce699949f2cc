from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.checkers import Context, check_expected
from grader.errors import UnfitProblemError
from grader.model import ArraySpec, DictSpec, ScalarSpec, SequenceSpec, Spec, Tolerance

PAIR = DictSpec({"state": ArraySpec(("N?", "H")), "sizes": SequenceSpec("tuple", (ArraySpec((2, "H")),))})


def test_a_fitting_result_is_taken():
    check_expected({"state": np.zeros((3, 4)), "sizes": (np.zeros((2, 4)),)}, PAIR, Context(dims={"N": 3, "H": 4}))
    check_expected({"state": np.zeros(4), "sizes": (np.zeros((2, 4)),)}, PAIR, Context(dims={"H": 4}))
    check_expected(np.array([np.nan]), ArraySpec(("N",)), Context(Tolerance(equal_nan=True)))


@pytest.mark.parametrize(
    ("expected", "spec", "words"),
    [
        ({"state": np.zeros((4, 3)), "sizes": (np.zeros((2, 4)),)}, PAIR, r"\(4, 3\) for state, need \(N\?, H\)"),
        ({"state": np.zeros(4), "sizes": (np.zeros((2, 5)),)}, PAIR, r"for sizes\[0\]"),
        ({"state": np.zeros(4), "sizes": (np.zeros((1, 4)),)}, PAIR, r"need \(2, H\)"),
        (np.array([np.nan]), ArraySpec(("H",)), "does not equal itself"),
        (float("nan"), ScalarSpec("float"), "does not equal itself"),
        (3, ScalarSpec("float"), "does not give a float"),
    ],
)
def test_a_misfit_is_the_authors_fault(expected: Any, spec: Spec, words: str):
    with pytest.raises(UnfitProblemError, match=words):
        check_expected(expected, spec, Context(dims={"N": 3, "H": 4}))
