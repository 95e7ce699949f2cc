"""What was computed of a problem, written as bytes and read again: it judges alike, and damage is noticed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import StoredDataError
from grader.judge import Prepared, collect, complete, decode_prepared, draw_cases, encode_prepared, judge, prepare
from grader.model import Foreign, Mode, Problem
from grader.problem_format import load_problem, read_stored
from grader.reports import case_to_json, report_case
from grader.sandbox import Sandbox
from tests.doubling import case, doubling

ROOT = Path(__file__).resolve().parents[2]
PROBLEMS = [
    *sorted(path.parent for path in (ROOT / "problems").glob("*/problem.yaml")),
    *sorted((ROOT / "tests" / "data" / "checkers").glob("*.yaml")),
    ROOT / "tests" / "data" / "problems" / "double.yaml",
]
GENERATOR = "def generate(rng, dims):\n    return {'x': rng.normal(size=rng.integers(2, 6)).cumsum()}\n"
WORKED = """def double(x):
    return 2 * x
def worked(x):
    return {'result': double(x), 'odd': {1}, 'x': -x, 'none': None}
"""
WRONG = [
    {"id": "squared", "source": "def double(x):\n    return x * x\n", "message": "m"},
    {"id": "listed", "source": "def double(x):\n    return {'a': x, 'b': [1.5, 'c']}\n", "message": "m"},
    {"id": "narrow", "source": "def double(x):\n    return (2 * x).astype('f4')\n", "message": "m"},
    {"id": "raises", "source": "def double(x):\n    return x[9]\n", "message": "m"},
    {"id": "complex", "source": "def double(x):\n    return 2j * x\n", "message": "m"},
    {"id": "drawn", "source": "import random\ndef double(x):\n    return x + random.random()\n", "message": "m"},
    {"id": "unloadable", "source": "def double(x) return x\n", "message": "m"},
]


def with_everything(folder: Path) -> Problem:
    """A problem whose inputs a program makes, with mistakes of every form, and a worked value that does not travel."""
    made = ({"group": "main", "name": f"made {n}", "generate": {"python": GENERATOR}, "seed": n} for n in (3, "fresh"))
    cases = [case("sample", "s", 1.0, 2.0), *made]
    return doubling(folder, cases=cases, mistakes=WRONG, worked=WORKED)


def judged(prepared: Prepared, source: bytes, sandbox: Sandbox) -> Any:
    """All that is told of a submission but its times and its memory."""
    draws = draw_cases(prepared, "stored", sandbox)
    results, conclusion = collect(judge(prepared, source, sandbox, Mode.SUBMIT, draws))
    cases = [{**case_to_json(report_case(result)), "seconds": 0} for result in results]
    return cases, replace(conclusion, seconds=0, peak_kb=None)


def assert_alike(prepared: Prepared, sandbox: Sandbox) -> None:
    """Written and read, it is the same, and judges alike."""
    data = encode_prepared(prepared)
    again = decode_prepared(prepared.problem, data)
    assert encode_prepared(again) == data
    assert [item.payload for item in again.items] == [item.payload for item in prepared.items]
    assert [item.case.name for item in again.items] == [item.case.name for item in prepared.items]
    assert [len(item.properties) for item in again.items] == [len(item.properties) for item in prepared.items]
    np.testing.assert_equal(again.examples.worked, prepared.examples.worked)  # type: ignore[union-attr]
    np.testing.assert_equal(again.examples.expected, prepared.examples.expected)  # type: ignore[union-attr]
    problem = prepared.problem
    steady = (mistake.program for mistake in problem.mistakes if mistake.program.id != "drawn")
    for program in (problem.reference, *steady):
        assert judged(again, program.source, sandbox) == judged(prepared, program.source, sandbox), program.id


@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: path.name)
def test_what_was_read_again_judges_alike(path: Path, sandbox: Sandbox):
    assert_alike(complete(prepare(load_problem(path), sandbox), sandbox), sandbox)


def test_inputs_that_a_program_made_and_mistakes_of_every_form(tmp_path: Path, sandbox: Sandbox):
    prepared = complete(prepare(with_everything(tmp_path), sandbox), sandbox)
    assert prepared.examples is not None
    assert isinstance(prepared.examples.worked["odd"], Foreign)
    assert_alike(prepared, sandbox)


def test_mistakes_and_examples_may_be_missing(tmp_path: Path, sandbox: Sandbox):
    prepared = prepare(with_everything(tmp_path), sandbox)
    again = decode_prepared(prepared.problem, encode_prepared(prepared))
    assert (again.table, again.examples) == (None, None)


def test_a_problem_read_from_its_files_and_one_with_other_prose_take_it(tmp_path: Path, sandbox: Sandbox):
    problem = with_everything(tmp_path)
    data = encode_prepared(prepare(problem, sandbox))
    assert decode_prepared(read_stored(problem.files), data).items[1].case.generated is None
    reworded = replace(problem, title="Twice", version="another")
    assert decode_prepared(reworded, data).problem.title == "Twice"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Problem, bytes]:
    with Sandbox() as sandbox:
        problem = with_everything(tmp_path_factory.mktemp("small"))
        return problem, encode_prepared(complete(prepare(problem, sandbox), sandbox))


def sealed(data: bytes) -> bytes:
    """With a checksum that is right."""
    return data[:4] + hashlib.sha256(data[36:]).digest() + data[36:]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda _: b"", "another format"),
        (lambda data: b"acp0" + data[4:], "another format"),
        (lambda data: data[:-1], "checksum"),
        (lambda data: data + b"\0", "checksum"),
        (lambda data: sealed(data + b"\0"), "do not add up"),
        (lambda data: sealed(data[:36] + b"\xff\xff\xff\xff" + data[40:]), "runs past its end"),
        (lambda data: sealed(data[:36] + b"\0\0\0\0" + data[40:]), "cannot be read"),
        (lambda data: sealed(data[:36] + b"\2\0\0\0{}"), "tells no sizes"),
        (lambda data: sealed(data.replace(b'"sizes":', b'"sizez":', 1)), "tells no sizes"),
        (lambda data: sealed(data.replace(b'"inputs":"', b'"inpust":"', 1)), "of other inputs"),
        (lambda data: sealed(data.replace(b'"worked":true', b'"worked":null', 1)), "it is damaged"),
    ],
)
def test_damage_is_told(small: tuple[Problem, bytes], change: Callable[[bytes], bytes], says: str):
    problem, data = small
    with pytest.raises(StoredDataError, match=says):
        decode_prepared(problem, change(data))


def test_another_problem_is_told(small: tuple[Problem, bytes], rnn_cell: Problem):
    with pytest.raises(StoredDataError, match="of another problem"):
        decode_prepared(rnn_cell, small[1])


@given(data=st.data())
def test_damaged_bytes_never_come_to_anything_else(small: tuple[Problem, bytes], data: st.DataObject):
    problem, whole = small
    at = data.draw(st.one_of(st.integers(0, 2000), st.integers(0, len(whole) - 1)).filter(lambda at: at < len(whole)))
    piece = data.draw(st.binary(max_size=8))
    damaged = whole[:at] + piece + whole[at + data.draw(st.integers(0, 8)) :]
    if damaged != whole:
        with pytest.raises(StoredDataError):
            decode_prepared(problem, damaged)
    with suppress(StoredDataError):
        decode_prepared(problem, sealed(damaged))
