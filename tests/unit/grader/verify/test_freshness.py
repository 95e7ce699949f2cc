"""Whether acceptance hangs on fresh cases, and whether marks hang on luck: problems that fall short of just that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.judge import draw_cases, judge, prepare
from grader.judge.scoring import collect
from grader.model import Mode
from grader.sandbox import Sandbox
from grader.verify import Finding, text_report, verify
from grader.verify.running import ProvingGround
from tests.doubling import case, doubling

GROUPS = [{"name": "sample"}, {"name": "main", "points": 4}, {"name": "fresh", "points": 6}]
FIXED = [case("sample", "s", 3.0), case("main", "m", 4.0, 5.0)]
FRESH = {"group": "fresh", "name": "drawn", "dims": {"D": "2..6"}, "generate": "normal", "seed": "fresh", "count": 2}
COIN = FRESH | {"generate": {"integers": {"low": 0, "high": 1}}, "dims": {"D": 3}}
OFF_BY_ONE = "def double(x):\n    return 2 * x + 1\n"
RIGHT_AT_TWO = "def double(x):\n    return x * (2 if len(x) == 2 else 3)\n"


def found(folder: Path, sandbox: Sandbox, check: str, **changes: Any) -> list[Finding]:
    report = verify(doubling(folder, **{"groups": GROUPS, "cases": [*FIXED, FRESH], "waive": {}} | changes), sandbox)
    others = {finding.check for finding in report.findings if finding.mark == "FAIL"} - {check, "mistake"}
    assert others == set()
    return [finding for finding in report.findings if finding.check == check]


def mistakes(source: str) -> list[dict[str, str]]:
    return [{"id": "wrong", "source": source, "message": "m"}]


def test_fresh_cases_that_vary_are_what_acceptance_hangs_on(tmp_path: Path, sandbox: Sandbox):
    acceptance, variety = found(tmp_path, sandbox, "fresh")
    assert (acceptance.mark, acceptance.subject) == ("ok", "acceptance")
    assert (variety.mark, variety.detail) == ("ok", "200 draws, no two alike")


@pytest.mark.parametrize(
    ("changes", "mark"),
    [({}, "FAIL"), ({"status": "draft"}, "note"), ({"groups": [{"name": "sample"}, {"name": "main"}]}, "note")],
)
def test_without_any_a_problem_for_marks_falls_short(
    tmp_path: Path, sandbox: Sandbox, changes: dict[str, Any], mark: str
):
    [acceptance] = found(tmp_path, sandbox, "fresh", cases=FIXED, **changes)
    assert acceptance.mark == mark
    assert "a table of answers" in acceptance.detail
    assert "`seed: fresh`" in acceptance.detail


def test_fresh_cases_that_are_always_the_same_do_not_count(tmp_path: Path, sandbox: Sandbox):
    same = FRESH | {"generate": "ones", "dims": {"D": 2}}
    acceptance, variety = found(tmp_path, sandbox, "fresh", cases=[*FIXED, same], fresh={"shown": "none"})
    assert (acceptance.mark, variety.mark) == ("FAIL", "note")


def test_a_waiver_and_its_reason_are_told(tmp_path: Path, sandbox: Sandbox):
    [acceptance] = found(tmp_path, sandbox, "fresh", cases=FIXED, waive={"fresh": "The only input is the empty one."})
    assert acceptance.mark == "note"
    assert acceptance.detail.endswith("(waived: The only input is the empty one.)")


@pytest.mark.parametrize(("shown", "mark"), [("first_failing", "FAIL"), ("none", "note")])
def test_where_few_inputs_are_possible_none_may_be_shown(tmp_path: Path, sandbox: Sandbox, shown: str, mark: str):
    told = {"cases": [*FIXED, COIN], "fresh": {"shown": shown}, "mistakes": mistakes(OFF_BY_ONE)}
    _, variety = found(tmp_path, sandbox, "fresh", **told)
    assert variety.mark == mark
    assert variety.detail.startswith("192 of 200 draws were drawn before")
    assert ("fresh: {shown: none}" in variety.detail) is (mark == "FAIL")


def test_fresh_cases_that_wait_for_hidden_ones_are_noted(tmp_path: Path, sandbox: Sandbox):
    gated = [*GROUPS[:2], GROUPS[2] | {"requires": ["main"]}]
    noted = [one for one in found(tmp_path, sandbox, "fresh", groups=gated) if not one.holds]
    assert [(one.mark, one.subject) for one in noted] == [("note", "fresh/drawn")]
    assert "cannot be shown: take `requires` away" in noted[0].detail
    gated[2]["requires"] = ["sample"]
    assert all(one.holds for one in found(tmp_path, sandbox, "fresh", groups=gated))


def test_marks_that_hang_on_luck_are_told_with_the_sizes(tmp_path: Path, sandbox: Sandbox):
    wrong = "def double(x):\n    return x * (2 if len(x) in (2, 1) else 3)\n"
    cases = [case("sample", "s", 3.0), case("main", "m", 4.0, 5.0, 6.0), FRESH]
    [told] = found(tmp_path, sandbox, "luck", cases=cases, mistakes=mistakes(wrong))
    assert (told.mark, told.subject) == ("FAIL", "wrong")
    assert told.detail.startswith("scores 0 to 6 of 10 points by luck: fresh/drawn accepts it in ")
    assert "of 200 draws (D = 2): choose sizes" in told.detail


def test_what_submissions_score_lies_between_what_is_told(tmp_path: Path, sandbox: Sandbox):
    cases = [case("sample", "s", 3.0), case("main", "m", 4.0, 5.0, 6.0), FRESH | {"dims": {"D": "2..3"}}]
    problem = doubling(tmp_path, groups=GROUPS, cases=cases, mistakes=mistakes(RIGHT_AT_TWO))
    prepared = prepare(problem, sandbox)
    scores = set()
    for seed in map(str, range(40)):
        draws = draw_cases(prepared, seed, sandbox)
        scores.add(collect(judge(prepared, RIGHT_AT_TWO.encode(), sandbox, Mode.SUBMIT, draws))[1].score)
    assert scores == {0.0, 3.0, 6.0}


@pytest.mark.parametrize(
    "groups",
    [
        [*GROUPS[:2], GROUPS[2] | {"points": 0}],
        [*GROUPS[:2], GROUPS[2] | {"requires": ["main"]}],
    ],
)
def test_where_no_points_hang_on_it_there_is_no_spread(tmp_path: Path, sandbox: Sandbox, groups: list[dict[str, Any]]):
    cases = [case("sample", "s", 3.0), case("main", "m", 4.0, 5.0, 6.0), FRESH]
    told = found(tmp_path, sandbox, "luck", cases=cases, groups=groups, mistakes=mistakes(RIGHT_AT_TWO))
    assert [(one.mark, one.subject) for one in told] == [("ok", "marks")]


def test_all_or_nothing_beside_a_case_that_always_rejects_it_leaves_no_spread(tmp_path: Path, sandbox: Sandbox):
    groups = [{"name": "sample"}, {"name": "main", "points": 10, "scoring": "all"}]
    cases = [case("sample", "s", 3.0), case("main", "m", 4.0, 5.0, 6.0), FRESH | {"group": "main"}]
    told = found(tmp_path, sandbox, "luck", cases=cases, groups=groups, mistakes=mistakes(RIGHT_AT_TWO))
    assert [one.mark for one in told] == ["ok"]


def test_luck_can_be_waived(tmp_path: Path, sandbox: Sandbox):
    cases = [case("sample", "s", 3.0), case("main", "m", 4.0, 5.0, 6.0), FRESH]
    waive = {"luck": "Chance is what it is about."}
    [told] = found(tmp_path, sandbox, "luck", cases=cases, mistakes=mistakes(RIGHT_AT_TWO), waive=waive)
    assert told.mark == "note"
    assert told.detail.endswith("(waived: Chance is what it is about.)")


def test_a_quick_check_tries_few_draws_and_says_so(tmp_path: Path, sandbox: Sandbox):
    problem = doubling(tmp_path, groups=GROUPS, cases=[*FIXED, FRESH])
    report = verify(problem, sandbox, quick=True)
    assert (report.passed, report.quick, report.margin) == (True, True, None)
    assert report.matrix is not None
    assert [column.draws for column in report.matrix.columns] == [1, 1, 20]
    assert {row.kind for row in report.matrix.rows} == {"mistake", "starter"}
    assert "(quick: few draws, no built-in wrong programs)" in text_report(report)
    assert report.as_object()["quick"] is True


def test_a_slow_reference_is_tried_on_fewer_draws(tmp_path: Path, sandbox: Sandbox):
    slow = "import time\ndef double(x):\n    time.sleep(0.1)\n    return 2 * x\n"
    ground = ProvingGround.of(doubling(tmp_path, groups=GROUPS, cases=[*FIXED, FRESH], reference=slow), sandbox)
    assert [len(entry.cases) for entry in ground.entries[:2]] == [1, 1]
    assert 8 <= len(ground.entries[2].cases) < 60
