"""What the statement tells of groups of cases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.problems.views import view_fixed_parts, view_groups
from grader.model import Problem
from tests.doubling import case, doubling

FRESH = {"group": "main", "name": "drawn", "dims": {"D": "1..4"}, "generate": "normal", "seed": "fresh", "count": 3}


def test_a_group_may_hold_cases_that_are_drawn_and_others(tmp_path: Path):
    problem = doubling(tmp_path, cases=[case("sample", "shown", 1.0), case("main", "fixed", 2.0), FRESH])
    assert [(view.name, view.hidden, view.count, view.fresh, view.names) for view in view_groups(problem)] == [
        ("sample", False, 1, 0, ("shown",)),
        ("main", True, 4, 3, ()),
    ]


def test_that_a_fresh_case_is_shown_is_told_where_it_is_so(tmp_path: Path, rnn_cell: Problem):
    assert view_fixed_parts(rnn_cell, None).fresh_shown
    assert not view_fixed_parts(replace(rnn_cell, shows_fresh=False), None).fresh_shown
    assert not view_fixed_parts(doubling(tmp_path), None).fresh_shown
    groups = [{"name": "sample"}, {"name": "first", "points": 5}, {"name": "main", "points": 5, "requires": ["first"]}]
    late = doubling(tmp_path, groups=groups, cases=[case("sample", "a", 1.0), case("first", "b", 2.0), FRESH])
    assert not view_fixed_parts(late, None).fresh_shown
