"""The places that a page keeps for cases that are still to come, held against the order in which they are judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.submissions.model import Submission
from app.submissions.places import list_places
from grader.model import Mode, Problem
from grader.sandbox import Sandbox
from tests.doubling import RIGHT, case, doubling
from tests.judging import judge_cases

Make = Callable[..., Submission]


def fresh(group: str, name: str, count: int) -> dict[str, Any]:
    """An entry whose cases are drawn anew for each submission."""
    told = {"group": group, "name": name, "dims": {"D": "1..4"}, "generate": "normal"}
    return {**told, "seed": "fresh", "count": count}


GROUPS = [
    {"name": "sample", "points": 0},
    {"name": "sizes", "points": 30},
    {"name": "values", "points": 50},
    {"name": "gated", "points": 20, "requires": ["values"]},
]
CASES = [
    fresh("gated", "late", 2),
    case("values", "fixed", 3.0),
    case("sizes", "long", 3.0, 4.0, 5.0),
    case("sample", "shown", 1.0),
    fresh("values", "drawn", 3),
    case("gated", "fixed as well", 6.0),
    case("sample", "shown as well", 2.0),
]


@pytest.fixture
def mixed(tmp_path: Path) -> Problem:
    """Groups that hold fresh and fixed cases, one of which waits for another."""
    return doubling(tmp_path, groups=GROUPS, cases=CASES)


def test_they_stand_in_the_order_in_which_cases_come(mixed: Problem, make_submission: Make):
    assert [(place.group, place.labels) for place in list_places(mixed, make_submission())] == [
        ("sample", ("shown", "shown as well")),
        ("values", ("fresh case",) * 3),
        ("sizes", ("hidden case",)),
        ("values", ("hidden case",)),
        ("gated", ("hidden case", "fresh case", "fresh case")),
    ]


@pytest.mark.parametrize("mode", Mode)
def test_each_case_finds_the_place_of_its_group(mixed: Problem, make_submission: Make, sandbox: Sandbox, mode: Mode):
    places = list_places(mixed, make_submission(mode=mode))
    expected = [(place.group, label) for place in places for label in place.labels]
    results = judge_cases(mixed, RIGHT.encode(), sandbox, mode)
    label = {False: "hidden case", True: "fresh case"}
    assert expected == [(c.group, label[c.drawn] if c.group != "sample" else c.name) for c in results]


def test_custom_input_has_one(mixed: Problem, make_submission: Make):
    [place] = list_places(mixed, make_submission(mode=Mode.RUN, inputs={"x": "[1]"}))
    assert (place.group, place.labels, place.count) == ("custom input", ("custom input",), 1)
