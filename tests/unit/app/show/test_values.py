from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.show.values import list_leaves, show_brief, show_pair, show_value, to_array, write_brief
from grader.model import Seeded


def texts(part: Any) -> list[list[str]]:
    return [[cell.text for cell in row] for grid in part.grids for row in grid.rows]


def marks(part: Any) -> list[list[bool]]:
    return [[cell.off for cell in row] for grid in part.grids for row in grid.rows]


def test_a_small_matrix_is_a_table():
    (part,) = show_value(np.array([[0.5, -0.25], [1.0, 0.0]]))
    assert part.shape == "(2, 2)"
    assert texts(part) == [["0.5000", "-0.2500"], ["1.0000", "0.0000"]]


def test_nested_lists_from_json_read_as_arrays():
    (part,) = show_value([[0.5, "NaN"], ["Infinity", {"re": 1.0, "im": -2.0}]])
    assert part.shape == "(2, 2)"
    assert texts(part)[1][1] == "1.0000-2.0000j"


def test_three_dimensions_are_slices_by_index():
    (part,) = show_value(np.zeros((2, 3, 2)))
    assert [grid.label for grid in part.grids] == ["[0]", "[1]"]


def test_a_large_array_is_shortened():
    (part,) = show_value(np.arange(400.0).reshape(20, 20))
    assert part.grids == ()
    assert "..." in part.text


def test_a_dict_has_a_part_for_each_key():
    found = show_value({"outputs": np.zeros((1, 2)), "final_hidden_state": np.ones(2)})
    assert [(part.key, part.shape) for part in found] == [('["outputs"]', "(1, 2)"), ('["final_hidden_state"]', "(2,)")]


def test_a_tuple_and_a_ragged_list_have_parts_by_index():
    assert [part.key for part in show_value((np.ones(2), 3.0))] == ["[0]", "[1]"]
    assert [part.key for part in show_value([[1.0], "text"])] == ["[0]", "[1]"]


def test_of_a_great_many_parts_the_first_are_shown():
    found = show_value([f"text {number}" for number in range(1000)])
    assert len(found) == 21
    assert found[-1].text == "... and 980 more"


def test_what_was_left_out_is_named():
    (part,) = show_value({"omitted": "float64 (100, 100)"})
    assert part.text == "<float64 (100, 100)>"


@pytest.mark.parametrize(("value", "text"), [(None, "None"), (True, "True"), ("a", "'a'"), (7, "7"), (0.1, "0.1")])
def test_scalars_are_written_as_python_does(value: object, text: str):
    (part,) = show_value(value)
    assert part.text == text


def test_differing_cells_are_marked():
    _, (got,) = show_pair([0.5370, -0.4053], [0.5370, -0.4462], {"": (1,)})
    assert marks(got) == [[False, True]]


def test_differing_cells_never_look_alike():
    (expected,), (got,) = show_pair([0.12345678, 1.0], [0.12345679, 1.0], {"": (0,)})
    assert texts(expected)[0][0] != texts(got)[0][0]
    assert marks(expected) == [[False, False]]


def test_what_the_judge_did_not_find_wrong_is_not_marked():
    _, (got,) = show_pair([1.0, 2.0], [1.5, 2.0], {})
    assert marks(got) == [[False, False]]


def test_other_shapes_are_shown_unmarked():
    (expected,), (got,) = show_pair([[1.0, 2.0]], [1.0, 2.0], {"": (1,)})
    assert (expected.shape, got.shape) == ("(1, 2)", "(2,)")
    assert marks(got) == [[False, False]]


def test_nan_differs_from_a_number():
    _, (got,) = show_pair([1.0, 2.0], ["NaN", 2.0], {"": (0,)})
    assert marks(got) == [[True, False]]


def test_values_of_other_kinds_can_be_compared():
    expected, got = show_pair({"outputs": [1.0]}, [1.0, 2.0], {"": (1,)})
    assert [part.key for part in expected] == ['["outputs"]']
    assert [part.key for part in got] == [""]


def test_booleans_are_marked_where_they_differ():
    _, (got,) = show_pair([True, False], [True, True], {"": (1,)})
    assert marks(got) == [[False, True]]


def test_brief_text_can_be_pasted():
    assert write_brief(np.array([[0.2, -0.1], [0.4, 0.5]])) == "[[ 0.2, -0.1],\n [ 0.4,  0.5]]"
    assert show_brief(np.zeros((2, 1))).shape == "(2, 1)"


def test_empty_arrays_have_a_shape():
    (part,) = show_value(np.zeros((0, 3)))
    assert part.shape == "(0, 3)"
    assert part.text == "[]"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**80), 2**80)
    | st.floats()
    | st.text(max_size=5)
    | st.just("NaN")
    | st.just({"re": 1.0, "im": "Infinity"})
    | st.just({"omitted": "x"}),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(JSON, JSON)
def test_any_value_can_be_shown_and_set_beside_any_other(expected: object, got: object):
    left, right = show_pair(expected, got, {"": (0,), "[0]": (0,)} if to_array(got) is None else {})
    assert len(left) == min(len(list(list_leaves(expected))), 21)
    assert len(right) == min(len(list(list_leaves(got))), 21)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=8))
def test_numbers_of_json_are_the_same_array(numbers: list[float]):
    array = to_array(numbers)
    assert array is not None
    assert array.tolist() == numbers


@pytest.mark.parametrize("value", [Seeded(7), {"generator": 7}])
def test_a_generator_is_told_as_python_makes_it(value: object):
    assert write_brief(value) == "np.random.default_rng(7)"
    assert list(list_leaves({"rng": value})) == [('["rng"]', value)]


def test_every_part_has_marks_of_its_own():
    value = {"a": [[1.0, 2.0], [3.0, 4.0]], "b": [1.0], "c": 1.0}
    told = {part.key: marks(part) for part in show_pair(value, value, {'["a"]': (1, 2), '["c"]': (0,)})[1]}
    assert told == {'["a"]': [[False, True], [True, False]], '["b"]': [[False]], '["c"]': []}


def test_arrays_of_a_tuple_that_json_made_one_of_keep_their_marks():
    value = [[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]
    _, (got,) = show_pair(value, value, {"[0]": (3,), "[1]": (0, 1), "[1][1]": (0,)})
    assert marks(got) == [[False, False], [False, True], [True, True], [True, False]]


def test_large_integers_that_differ_by_one_are_marked_and_look_different():
    (expected,), (got,) = show_pair([10**12, 2**62], [10**12 + 1, 2**62], {"": (0,)})
    assert texts(expected) == [["1000000000000", str(2**62)]]
    assert texts(got)[0][0] == "1000000000001"
    assert marks(got) == [[True, False]]
