"""One of several right answers, whatever comes."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.checkers import Context, compare, compare_any
from grader.model import ArraySpec, Tolerance

SPEC = ArraySpec(("K",), axes=("unit",))
NUMBERS = hnp.arrays(np.float64, 3, elements=st.floats(-1e6, 1e6))


@given(
    st.lists(NUMBERS, min_size=1, max_size=4),
    hnp.arrays(np.float64, st.sampled_from([(3,), (2,), (3, 1)])),
    st.booleans(),
)
def test_an_answer_is_right_if_and_only_if_it_equals_one_of_them(
    answers: list[np.ndarray],
    got: np.ndarray,
    hidden: bool,  # noqa: FBT001
):
    context = Context(Tolerance(), hidden=hidden)
    right = [compare(answer, got, SPEC, context) is None for answer in answers]
    nearest, difference = compare_any(answers, got, SPEC, context)
    assert (difference is None) == any(right)
    assert any(nearest is answer for answer in answers)
    assert compare_any(answers, answers[-1], SPEC, context)[1] is None


def test_the_nearest_is_the_one_with_the_fewest_wrong_elements():
    answers = [np.array([1.0, 2.0, 3.0]), np.array([-1.0, -2.0, -3.0])]
    nearest, difference = compare_any(answers, np.array([-1.0, -2.0, 3.0]), SPEC, Context(hidden=False))
    assert nearest is answers[1]
    assert difference is not None
    assert (difference.differing, difference.first_index) == (1, "unit 2")
