from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from app.show.charts import TABLE_SIZE, draw_charts
from app.show.values import Wrong
from grader.model import ArraySpec, DictSpec, SequenceSpec

STATES = ArraySpec(("N?", "T", "H"), axes=("batch", "step", "unit"))


def all_wrong(expected: object, got: object) -> Wrong:
    """Every element that is not the same."""
    if not isinstance(expected, np.ndarray) or np.shape(expected) != np.shape(got):
        return {}
    return {"": np.flatnonzero(expected != got).tolist()}


def wrong_at(shape: tuple[int, ...], place: tuple[int, ...], by: float = 0.5) -> tuple[np.ndarray, np.ndarray]:
    expected = np.linspace(0.1, 0.9, int(np.prod(shape))).reshape(shape)
    got = expected.copy()
    got[place] += by
    return expected, got


def test_the_step_runs_across_the_unit_down_and_the_batch_stands_at_the_worst_element():
    expected, got = wrong_at((2, 5, 4), (1, 3, 2))
    (chart,) = draw_charts(expected, got, STATES, all_wrong(expected, got))
    assert (chart.heat.across, chart.heat.down, chart.heat.fixed) == ("step", "unit", "batch 1")
    assert (chart.heat.columns, chart.heat.rows) == (5, 4)
    assert [(s.column, s.row, s.level) for s in chart.heat.squares if s.level] == [(3, 2, 5)]
    assert [(s.column, s.row) for s in chart.heat.squares if s.worst] == [(3, 2)]
    assert "batch 1, step 3, unit 2" in chart.heat.words
    assert chart.lines is not None
    assert (chart.lines.along, chart.lines.fixed, chart.lines.length) == ("step", "batch 1, unit 2", 5)


def test_an_absent_batch_leaves_its_name_out():
    expected, got = wrong_at((5, 4), (0, 0))
    (chart,) = draw_charts(expected, got, STATES, all_wrong(expected, got))
    assert (chart.heat.across, chart.heat.down, chart.heat.fixed) == ("step", "unit", "")


def test_many_elements_share_a_cell_that_shows_the_largest_error():
    expected, got = wrong_at((200, 3), (157, 1))
    (chart,) = draw_charts(expected, got, ArraySpec(("T", "H"), axes=("step", "unit")), all_wrong(expected, got))
    assert chart.heat.columns <= 32
    (square,) = [square for square in chart.heat.squares if square.level]
    assert square.worst
    assert square.words.startswith("step 154 to 160, unit 1")
    assert len(chart.heat.column_marks) <= 7
    assert chart.lines is not None
    assert any(abs(y - 1.0) < 1e-9 for _, y in chart.lines.got[0])


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (np.zeros(TABLE_SIZE), np.ones(TABLE_SIZE)),
        (np.zeros(20), np.zeros(20)),
        (np.zeros(20), np.ones(19)),
        (np.zeros(20, bool), np.ones(20, bool)),
        (1.0, 2.0),
        ({"omitted": "float64 (100, 100)"}, {"omitted": "float64 (100, 100)"}),
    ],
)
def test_nothing_is_drawn_where_a_table_says_more_or_nothing_differs(expected: object, got: object):
    assert draw_charts(expected, got, None, all_wrong(expected, got)) == ()


def test_values_that_are_not_finite_are_gaps_and_of_the_highest_level():
    expected, got = wrong_at((14, 1), (2, 0), by=0.0)
    got[2, 0] = np.nan
    (chart,) = draw_charts(expected, got, ArraySpec(("T", "H"), axes=("step", "unit")), all_wrong(expected, got))
    assert chart.heat.largest == "not finite"
    assert [(s.column, s.level) for s in chart.heat.squares if s.level] == [(2, 5)]
    assert chart.lines is not None
    assert [len(segment) for segment in chart.lines.got] == [2, 11]
    assert len(chart.lines.expected) == 1


def test_parts_of_a_dict_have_their_own_axes():
    spec = DictSpec({"outputs": STATES, "last": ArraySpec(("N", "H"), axes=("batch", "unit"))})
    expected, got = wrong_at((2, 5, 4), (0, 1, 1))
    last, wrong = wrong_at((4, 5), (3, 3))
    places = {'["outputs"]': all_wrong(expected, got)[""], '["last"]': all_wrong(last, wrong)[""]}
    found = draw_charts({"outputs": expected, "last": last}, {"outputs": got, "last": wrong}, spec, places)
    assert [(chart.key, chart.heat.across, chart.heat.down) for chart in found] == [
        ('["outputs"]', "step", "unit"),
        ('["last"]', "batch", "unit"),
    ]
    assert found[1].lines is None


def test_parts_of_a_tuple_have_their_own_axes():
    expected, got = wrong_at((2, 5, 4), (0, 1, 1))
    (chart,) = draw_charts(
        (1.0, expected), (1.0, got), SequenceSpec("tuple", (STATES, STATES)), {"[1]": all_wrong(expected, got)[""]}
    )
    assert (chart.key, chart.heat.across) == ("[1]", "step")


NUMBERS = st.floats(width=64) | st.sampled_from([0.0, 1.0, np.inf, np.nan])
PAIRS = hnp.array_shapes(min_dims=1, max_dims=4, max_side=40).filter(lambda shape: np.prod(shape) < 3000)


@given(data=st.data(), shape=PAIRS)
def test_whatever_the_values_everything_lies_inside(data: st.DataObject, shape: tuple[int, ...]):
    expected = data.draw(hnp.arrays(np.float64, shape, elements=NUMBERS, fill=NUMBERS))
    got = data.draw(hnp.arrays(np.float64, shape, elements=NUMBERS, fill=NUMBERS))
    for chart in draw_charts(expected, got, None, all_wrong(expected, got)):
        heat = chart.heat
        assert (heat.columns <= 32, heat.rows <= 16) == (True, True)
        assert len(heat.squares) == heat.columns * heat.rows
        assert all(0 <= square.level <= 5 for square in heat.squares)
        assert sum(square.worst for square in heat.squares) == 1
        for segment in (chart.lines.expected + chart.lines.got) if chart.lines else ():
            assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in segment)


@pytest.mark.parametrize("dtype", [np.int64, np.uint64])
@pytest.mark.parametrize("size", [10**12, 2**53 + 1, 2**63 - 40])
def test_whole_numbers_that_are_off_by_one_are_drawn_whatever_their_size(size: int, dtype: type):
    expected = np.arange(size, size + 20, dtype=dtype)
    got = expected.copy()
    got[[3, 7]] += dtype(1)
    got[9] -= dtype(2)
    (chart,) = draw_charts(expected.tolist(), got.tolist(), ArraySpec(("T",), "int64", ("step",)), {"": (3, 7, 9)})
    assert [(s.column, s.words) for s in chart.heat.squares if s.level] == [
        (3, "step 3: 1"), (7, "step 7: 1"), (9, "step 9: 2"),
    ]  # fmt: skip
    assert chart.lines is not None


def test_what_the_judge_did_not_find_wrong_is_not_drawn():
    expected, got = wrong_at((20, 1), (2, 0))
    got[5] += 0.25
    (chart,) = draw_charts(expected, got, ArraySpec(("T", "H"), axes=("step", "unit")), {"": (5,)})
    assert [s.column for s in chart.heat.squares if s.level] == [5]
