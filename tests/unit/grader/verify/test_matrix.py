"""The kill matrix: what counts as rejected, and how it looks."""

from __future__ import annotations

import json

from grader.verify.matrix import Column, Matrix, Row

COLUMNS = (
    Column("sample", "shown", 1, 1, hidden=False),
    Column("main", "fixed", 1, 1, hidden=True),
    Column("fresh", "drawn", 32, 4, hidden=True),
)


def matrix(*kills: tuple[int, int, int]) -> Matrix:
    return Matrix(COLUMNS, tuple(Row("mistake", f"m{place}", row) for place, row in enumerate(kills)))


def test_only_hidden_cases_that_reject_it_in_every_submission_count():
    found = matrix((1, 0, 0), (0, 1, 0), (0, 0, 31), (0, 0, 32))
    assert [found.hidden_killers(row) for row in found.rows] == [0, 1, 0, 1]
    assert found.killers(found.rows[2]) == ("fresh/drawn",)


def test_a_hidden_case_that_rejects_nothing_is_idle():
    found = matrix((1, 0, 3), (0, 0, 0))
    assert [column.name for column in found.idle()] == ["fixed"]
    assert Matrix(COLUMNS, ()).idle() == ()


def test_it_is_read_at_a_glance():
    assert list(matrix((1, 0, 32), (0, 1, 5)).as_lines()) == [
        "Which case rejects which program (x rejects it, ~ some of its draws do, . does not)",
        "",
        "            1  2  3",
        "mistake m0  x  .  x    2 of 3",
        "mistake m1  .  x  ~    2 of 3",
        "",
        "   1  sample/shown: rejects 1 of 2",
        "   2  main/fixed: rejects 1 of 2",
        "   3  fresh/drawn: rejects 2 of 2, 32 draws",
    ]


def test_numbers_of_two_digits_stand_from_top_to_bottom():
    columns = tuple(Column("main", str(number), 1, 1, hidden=True) for number in range(12))
    lines = list(Matrix(columns, (Row("starter", "s", (1,) * 12),)).as_lines())
    assert lines[2:5] == ["                    111", "           123456789012", "starter s  xxxxxxxxxxxx   12 of 12"]


def test_as_json():
    told = matrix((1, 0, 3)).as_object()
    assert told["programs"] == [{"kind": "mistake", "name": "m0", "kills": [1, 0, 3]}]
    assert told["cases"][2] == {"group": "fresh", "name": "drawn", "draws": 32, "count": 4, "hidden": True}
    json.dumps(told, allow_nan=False)
