"""What changes the version of all that judging depends on, and what must not: two tables of edits."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from grader.model import Problem
from grader.problem_format import load_problem

REFERENCE = "def mix(x, y, n):\n    return {'sum': x + y, 'pair': (n, n)}\n"
GENERATOR = "def generate(rng, dims):\n    return {'x': rng.normal(size=dims['D']), 'y': rng.normal(size=dims['D'])}\n"
BASE: dict[str, Any] = {
    "format": 1,
    "id": "mixing",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "title": "Mixing",
    "status": "active",
    "version": "1",
    "license": "MIT",
    "credits": ["Ada"],
    "difficulty": "easy",
    "concepts": ["addition"],
    "track": {"name": "Sums", "position": 1},
    "source": {"author": "Ada", "title": "On sums", "year": 1840},
    "entry_point": "mix",
    "arguments": {
        "x": {"shape": ["D"], "meaning": "one"},
        "y": {"shape": ["D"], "meaning": "other"},
        "n": {"scalar": "int", "meaning": "a number"},
    },
    "returns": {"dict": {"sum": {"shape": ["D"]}, "pair": {"tuple": [{"scalar": "int"}, {"scalar": "int"}]}}},
    "statement": "Add.",
    "theory": "Sums.",
    "starter": "def mix(x, y, n):\n    pass\n",
    "hints": [{"text": "Plus.", "after_attempts": 1}],
    "requirements": ["Add."],
    "constraints": ["D is at least 1."],
    "reference": REFERENCE,
    "worked": f"{REFERENCE}def worked(x, y, n):\n    return {{'result': mix(x, y, n)}}\n",
    "any_of": f"{REFERENCE}def any_of(*a):\n    return [mix(*a)]\n",
    "alternatives": ["def mix(x, y, n):\n    return {'sum': y + x, 'pair': (n, n)}\n"],
    "mistakes": [{"id": "difference", "source": "def mix(x, y, n): ...\n", "message": "No.", "hints": ["Plus."]}],
    "compare": {"rtol": 1e-9, "atol": "auto"},
    "limits": {"wall_seconds": 1.0, "memory_mb": 256},
    "editorial": {"text": "It is easy."},
    "fresh": {"shown": "first_failing"},
    "waive": {"luck": "It is only an example."},
    "groups": [{"name": "sample"}, {"name": "main", "points": 10.0, "requires": ["sample"]}],
    "cases": [
        {
            "group": "sample",
            "name": "shown",
            "inputs": {"x": [1.0], "y": [2.0], "n": 3},
            "hint": "Look.",
            "explanation": "One and two.",
            "properties": [
                {"holds": "special_case", "zero": ["x"], "gives": "y", "part": "sum", "says": "Nothing is added."}
            ],
        },
        {
            "group": "main",
            "name": "drawn",
            "dims": {"D": "2..5"},
            "generate": "normal",
            "inputs": {"n": 1},
            "seed": "fresh",
        },
        {"group": "main", "name": "made", "dims": {"D": 3}, "generate": {"python": GENERATOR}, "inputs": {"n": 1}},
    ],
}  # fmt: skip
Edit = Callable[[dict[str, Any]], object]


def list_for_tuple(spec: dict[str, Any]) -> None:
    spec["list"] = spec.pop("tuple")


READ: dict[str, Edit] = {
    "id": lambda d: d.update(id="blending"),
    "uuid": lambda d: d.update(uuid="00000000-0000-4000-8000-000000000001"),
    "title": lambda d: d.update(title="Blending"),
    "status": lambda d: d.update(status="draft"),
    "label": lambda d: d.update(version="2"),
    "license": lambda d: d.update(license="CC0"),
    "credits": lambda d: d.update(credits=["Ada", "Bob"]),
    "difficulty": lambda d: d.update(difficulty="hard"),
    "concepts": lambda d: d.update(concepts=[]),
    "track": lambda d: d.pop("track"),
    "source": lambda d: d["source"].update(year=1841),
    "statement": lambda d: d.update(statement="Add them."),
    "theory": lambda d: d.update(theory=""),
    "starter": lambda d: d.update(starter="def mix(x, y, n):\n    return None\n"),
    "hints": lambda d: d.update(hints=[]),
    "requirements": lambda d: d.update(requirements=[]),
    "constraints": lambda d: d.update(constraints=[]),
    "alternatives": lambda d: d.update(alternatives=[]),
    "editorial": lambda d: d.update(editorial={"text": "It is hard."}),
    "meaning": lambda d: d["arguments"]["n"].pop("meaning"),
    "meaning of an array": lambda d: d["arguments"]["x"].update(meaning="the first"),
    "case's hint": lambda d: d["cases"][0].update(hint=""),
    "case's explanation": lambda d: d["cases"][0].pop("explanation"),
    "property's sentence": lambda d: d["cases"][0]["properties"][0].update(says="Zero changes nothing."),
    "mistake's message": lambda d: d["mistakes"][0].update(message="That is the difference."),
    "mistake's hints": lambda d: d["mistakes"][0].pop("hints"),
    "default written out": lambda d: d["cases"][0].update(layout="c"),
    "order of keys": lambda d: d.update(groups=d.pop("groups"), entry_point=d.pop("entry_point")),
}
JUDGED: dict[str, Edit] = {
    "entry point": lambda d: d.update(entry_point="blend"),
    "order of arguments": lambda d: d.update(arguments=dict(reversed(d["arguments"].items()))),
    "argument's dtype": lambda d: d["arguments"]["x"].update(dtype="float32"),
    "argument's kind": lambda d: d["arguments"]["n"].update(scalar="float"),
    "returned list for a tuple": lambda d: list_for_tuple(d["returns"]["dict"]["pair"]),
    "returned dtype": lambda d: d["returns"]["dict"]["sum"].update(dtype="float32"),
    "unordered": lambda d: d["returns"]["dict"]["sum"].update(unordered=True),
    "tolerance of a part": lambda d: d["returns"]["dict"]["sum"].update(compare={"rtol": 1e-3}),
    "rtol": lambda d: d["compare"].update(rtol=1e-8),
    "atol": lambda d: d["compare"].update(atol=0.0),
    "equal_nan": lambda d: d["compare"].update(equal_nan=True),
    "wall time": lambda d: d["limits"].update(wall_seconds="auto"),
    "memory": lambda d: d["limits"].update(memory_mb=512),
    "profile": lambda d: d["limits"].update(profile="strict"),
    "reference": lambda d: d.update(reference=f"{REFERENCE}# a remark\n"),
    "worked": lambda d: d.update(worked=d["worked"] + "\n"),
    "no worked": lambda d: d.pop("worked"),
    "any_of": lambda d: d.update(any_of=d["any_of"] + "\n"),
    "no any_of": lambda d: d.pop("any_of"),
    "programs changing places": lambda d: d.update(worked=d["any_of"], any_of=d["worked"]),
    "mistake's program": lambda d: d["mistakes"][0].update(source="def mix(x, y, n): return x\n"),
    "mistake's id": lambda d: d["mistakes"][0].update(id="minus"),
    "another mistake": lambda d: d["mistakes"].append({"id": "minus", "source": "", "message": "No."}),
    "points": lambda d: d["groups"][1].update(points=11.0),
    "scoring": lambda d: d["groups"][1].update(scoring="all"),
    "gate": lambda d: d["groups"][1].pop("requires"),
    "group's name": lambda d: (d["groups"][1].update(name="rest"), [c.update(group="rest") for c in d["cases"][1:]]),
    "case's name": lambda d: d["cases"][1].update(name="fresh"),
    "inputs": lambda d: d["cases"][0]["inputs"].update(x=[1.5]),
    "infinity": lambda d: d["cases"][0]["inputs"].update(x=[float("inf")]),
    "layout": lambda d: d["cases"][0].update(layout="strided"),
    "dims": lambda d: d["cases"][1].update(dims={"D": "2..6"}),
    "distribution": lambda d: d["cases"][1].update(generate="uniform"),
    "seed": lambda d: d["cases"][1].update(seed=1),
    "count": lambda d: d["cases"][1].update(count=2),
    "generator": lambda d: d["cases"][2].update(generate={"python": GENERATOR + "\n"}),
    "order of cases": lambda d: d["cases"].reverse(),
    "a case less": lambda d: d["cases"].pop(),
    "property's program": lambda d: d["cases"][0]["properties"][0].update(gives="y + 0"),
    "property's arguments": lambda d: d["cases"][0]["properties"][0].update(zero=["y"]),
    "no property": lambda d: d["cases"][0].pop("properties"),
    "answer on custom inputs": lambda d: d.update(custom_input={"reference": "shown"}),
}


@pytest.fixture
def edited(tmp_path: Path) -> Callable[[Edit], Problem]:
    def edited(edit: Edit) -> Problem:
        document = copy.deepcopy(BASE)
        edit(document)
        path = tmp_path / "mixing.yaml"
        path.write_text(yaml.safe_dump(document, sort_keys=False), encoding="utf-8")
        return load_problem(path)

    return edited


def nothing(_: dict[str, Any]) -> None:
    """No edit."""


@pytest.mark.parametrize("what", READ)
def test_what_is_only_read_changes_nothing(edited: Callable[[Edit], Problem], what: str):
    before, after = edited(nothing), edited(READ[what])
    assert after.judging_version == before.judging_version
    assert after.version != before.version
    np.testing.assert_equal(*([entry.case.inputs for entry in problem.entries] for problem in (before, after)))


def test_remarks_and_the_form_of_the_document_change_nothing(tmp_path: Path):
    plain, other = tmp_path / "plain.yaml", tmp_path / "other.yaml"
    plain.write_text(yaml.safe_dump(BASE, sort_keys=False), encoding="utf-8")
    ordered = yaml.safe_dump({"arguments": BASE["arguments"]}, sort_keys=False)
    rest = {key: value for key, value in BASE.items() if key != "arguments"}
    flow = yaml.safe_dump(rest, sort_keys=False, default_flow_style=None, indent=4, width=60)
    other.write_text(f"# a remark\n{ordered}\n{flow}", encoding="utf-8")
    one, two = load_problem(plain), load_problem(other)
    assert one.version != two.version
    assert one.judging_version == two.judging_version


@pytest.mark.parametrize("what", JUDGED)
def test_what_judging_depends_on_changes_it(edited: Callable[[Edit], Problem], what: str):
    assert edited(JUDGED[what]).judging_version != edited(nothing).judging_version


def test_every_edit_leads_somewhere_else(edited: Callable[[Edit], Problem]):
    versions = [edited(edit).judging_version for edit in JUDGED.values()]
    assert len(set(versions)) == len(versions)
    assert all(len(version) == 64 for version in versions)


def test_an_argument_may_be_called_python(edited: Callable[[Edit], Problem]):
    def python(distribution: str) -> Edit:
        return lambda d: d.update(
            arguments={"python": {"shape": ["D"]}, "x": {"shape": ["D"]}},
            cases=[
                {"group": "sample", "dims": {"D": 2}, "generate": {"python": distribution, "x": "normal"}, "seed": 1},
                {"group": "main", "dims": {"D": 2}, "generate": "normal", "seed": 2},
            ],
        )

    assert edited(python("normal")).judging_version != edited(python("uniform")).judging_version


def test_where_a_program_is_written_changes_nothing(tmp_path: Path):
    inline, apart = tmp_path / "mixing.yaml", tmp_path / "mixing"
    inline.write_text(yaml.safe_dump(BASE, sort_keys=False), encoding="utf-8")
    document = copy.deepcopy(BASE)
    document["reference"] = {"file": "reference.py"}
    document["mistakes"][0]["file"] = "wrong.py"
    document["cases"][2]["generate"] = {"python": {"file": "generate.py"}}
    apart.mkdir()
    (apart / "reference.py").write_text(REFERENCE, encoding="utf-8")
    (apart / "wrong.py").write_text(document["mistakes"][0].pop("source"), encoding="utf-8")
    (apart / "generate.py").write_text(GENERATOR, encoding="utf-8")
    (apart / "problem.yaml").write_text(yaml.safe_dump(document, sort_keys=False), encoding="utf-8")
    assert load_problem(inline).judging_version == load_problem(apart).judging_version
