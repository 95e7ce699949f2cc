from __future__ import annotations

from collections.abc import Callable

from app.problems.bodies import problem_body, spec_body, summary
from app.problems.model import ShownExamples
from grader.model import ArraySpec, DictSpec, Paper, Problem, ScalarSpec, SequenceSpec, Track

EXAMPLES = ShownExamples(([2.0, "Infinity"],), {})


def test_samples_are_whole_and_hidden_cases_are_only_counted(make_problem: Callable[..., Problem]):
    body = problem_body(make_problem(), EXAMPLES)
    assert [sample.model_dump() for sample in body.samples] == [
        {"name": "small", "inputs": {"x": [1.0, "NaN"]}, "expected": [2.0, "Infinity"], "explanation": "Twice each."}
    ]
    assert [group.model_dump() for group in body.groups] == [
        {"name": "sample", "points": 0.0, "cases": 1, "fresh": 0, "hidden": False, "requires": []},
        {"name": "large", "points": 100.0, "cases": 1, "fresh": 0, "hidden": True, "requires": ["sample"]},
    ]
    text = body.model_dump_json()
    assert all(secret not in text for secret in ("424242", "canary", "secret", "Mind the size"))


def test_of_a_group_it_is_told_how_many_cases_are_fresh(rnn_cell: Problem):
    fresh = {group.name: group.fresh for group in problem_body(rnn_cell, None).groups}
    assert fresh == {"sample": 0, "shapes": 0, "values": 0, "layouts": 0, "fresh": 6}


def test_prose_has_its_numbers_filled_in(make_problem: Callable[..., Problem]):
    assert problem_body(make_problem(), EXAMPLES).statement == "Double 1.0."


def test_without_a_sandbox_the_rest_is_there(make_problem: Callable[..., Problem]):
    body = problem_body(make_problem(), None)
    assert body.samples[0].expected is None
    assert body.statement == "Double {{ x[0]:.1f }}."


def test_a_line_of_the_catalogue(make_problem: Callable[..., Problem]):
    line = summary(make_problem(track=Track("Time", 2), source=Paper("Elman", "Finding Structure in Time", 1990)))
    assert line.url == "/api/v1/problems/double"
    assert line.track is not None
    assert line.track.position == 2
    assert line.paper is not None
    assert line.paper.year == 1990
    assert summary(make_problem()).track is None


def test_specs():
    array = {"kind": "array", "shape": ["N?", 3], "dtype": "float64", "axes": ["row", "column"]}
    spec = ArraySpec(("N?", 3), axes=("row", "column"))
    assert spec_body(DictSpec({"a": spec})) == {"kind": "dict", "items": {"a": array}}
    assert spec_body(SequenceSpec("tuple", (spec, ScalarSpec("int")))) == {
        "kind": "tuple",
        "items": [array, {"kind": "int"}],
    }
