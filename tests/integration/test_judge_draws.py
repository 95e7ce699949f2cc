"""Fresh cases: made for one submission, kept as bytes, met again by a retry, and renewed where the problem changed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import StoredDataError, UnfitProblemError
from grader.judge import (
    Prepared,
    PreparedCase,
    collect,
    decode_draw,
    draw_cases,
    encode_draw,
    judge,
    make_draws,
    prepare,
)
from grader.judge.draws import choose_draws
from grader.model import CaseEntry, Draw, Mode, Problem, Program
from grader.problem_format import load_problem
from grader.reports import case_to_json, report_case
from grader.sandbox import Sandbox
from tests.doubling import case, doubling

ROOT = Path(__file__).resolve().parents[2]
FRESH = {"group": "main", "name": "drawn", "dims": {"D": "2..6"}, "generate": "normal", "seed": "fresh", "count": 3}
GENERATOR = "def generate(rng, dims):\n    return {'x': rng.normal(size=rng.integers(2, 6)).cumsum()}\n"
PROBLEMS = [
    *(ROOT / "problems" / name for name in ("rnn-cell", "vanilla-rnn")),
    *(
        ROOT / "tests" / "data" / "checkers" / f"{name}.yaml"
        for name in ("gaussian-draws", "leaky-sum", "eigenvectors")
    ),
]


def with_all_drawn(problem: Problem) -> Problem:
    """Every hidden case drawn: it is always the same one, whatever the seed."""
    entries = [
        entry if entry.fresh or not entry.case.hidden else CaseEntry(entry.case, 1, lambda _, one=entry.case: one)
        for entry in problem.entries
    ]
    return replace(problem, entries=tuple(entries))


def drawn_problem(folder: Path, **more: Any) -> Problem:
    return doubling(folder, cases=[case("sample", "shown", 1.0), FRESH], **more)


def keep(problem: Problem, items: Sequence[PreparedCase], seed: str = "s") -> list[Draw]:
    """Draws as they are stored."""
    return [
        replace(one, content=encode_draw(item)) for one, item in zip(choose_draws(problem, seed), items, strict=True)
    ]


def told(prepared: Prepared, source: bytes, draws: Sequence[PreparedCase], sandbox: Sandbox) -> Any:
    """All that a submission is told but times and memory."""
    results, conclusion = collect(judge(prepared, source, sandbox, Mode.SUBMIT, draws))
    cases = [{**case_to_json(report_case(result)), "seconds": 0} for result in results]
    return cases, replace(conclusion, seconds=0, peak_kb=None)


@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: path.stem)
def test_what_was_kept_judges_alike(path: Path, sandbox: Sandbox):
    problem = with_all_drawn(load_problem(path))
    prepared = prepare(problem, sandbox)
    made = draw_cases(prepared, "s", sandbox)
    kept = keep(problem, made)
    again = [decode_draw(prepared, draw) for draw in kept]
    assert [item.payload for item in again] == [item.payload for item in made]
    assert [item.auto_seconds for item in again] == [item.auto_seconds for item in made]
    assert [encode_draw(item) for item in again] == [draw.content for draw in kept]
    wrong = problem.mistakes[0].program if problem.mistakes else Program("wrong", b"")
    for program in (problem.reference, wrong):
        assert told(prepared, program.source, again, sandbox) == told(prepared, program.source, made, sandbox)


def test_the_same_seed_draws_the_same_and_another_draws_another(tmp_path: Path, sandbox: Sandbox):
    prepared = prepare(drawn_problem(tmp_path), sandbox)
    one, again, other = (draw_cases(prepared, seed, sandbox) for seed in ("a", "a", "b"))
    assert [item.payload for item in one] == [item.payload for item in again]
    assert not {item.payload for item in one} & {item.payload for item in other}


def test_no_seed_is_met_twice(rnn_cell: Problem):
    seeds = [draw.seed for number in range(2000) for draw in choose_draws(rnn_cell, str(number))]
    assert len(set(seeds)) == len(seeds) == 2000 * sum(rnn_cell.fresh_counts.values())
    assert {len(seed) for seed in seeds} == {32}


def test_a_mended_reference_answers_the_same_inputs(tmp_path: Path, sandbox: Sandbox):
    problem = drawn_problem(tmp_path)
    before = draw_cases(prepare(problem, sandbox), "s", sandbox)
    tripled = replace(problem, version="tripled", reference=Program("reference", b"def double(x):\n    return 3 * x\n"))
    after = make_draws(prepare(tripled, sandbox), keep(problem, before), sandbox)
    assert [item.payload for item in after] == [item.payload for item in before]
    for old, new in zip(before, after, strict=True):
        np.testing.assert_array_equal(np.asarray(new.expected), 1.5 * np.asarray(old.expected))


def test_inputs_that_no_longer_fit_are_drawn_anew_of_the_same_seed(tmp_path: Path, sandbox: Sandbox):
    problem = drawn_problem(tmp_path)
    draws = keep(problem, draw_cases(prepare(problem, sandbox), "s", sandbox))
    arguments = {"x": {"shape": ["D", 2]}}
    cases = [{**case("sample", "shown"), "inputs": {"x": [[1.0, 2.0]]}}, FRESH]
    other = doubling(tmp_path, arguments=arguments, returns={"shape": ["D", 2]}, cases=cases)
    prepared = prepare(other, sandbox)
    anew = make_draws(prepared, draws, sandbox)
    plain = make_draws(prepared, [replace(draw, content=b"") for draw in draws], sandbox)
    assert [item.payload for item in anew] == [item.payload for item in plain]
    assert {np.asarray(item.case.inputs["x"]).shape[1] for item in anew} == {2}


def test_inputs_on_which_the_reference_fails_now_are_drawn_anew(tmp_path: Path, sandbox: Sandbox):
    problem = drawn_problem(tmp_path)
    draws = keep(problem, draw_cases(prepare(problem, sandbox), "s", sandbox))
    picky = b"def double(x):\n    assert len(x) > 7 or len(x) == 1\n    return 2 * x\n"
    eight = replace(problem.entries[1].case, dims={"D": 8})
    entry = replace(problem.entries[1], draw=lambda seed: replace(eight, inputs={"x": np.ones(8) * seed}))
    other = replace(
        problem, version="picky", reference=Program("reference", picky), entries=(problem.entries[0], entry)
    )
    anew = make_draws(prepare(other, sandbox), draws, sandbox)
    assert [np.asarray(item.case.inputs["x"]).tolist() for item in anew] == [
        [float(int(d.seed, 16))] * 8 for d in draws
    ]


def test_a_reference_that_fails_on_what_is_drawn_is_the_authors_fault(tmp_path: Path, sandbox: Sandbox):
    problem = drawn_problem(tmp_path)
    prepared = prepare(problem, sandbox)
    broken = replace(problem, reference=Program("reference", b"def double(x):\n    return 1 / (len(x) == 1) * x\n"))
    with pytest.raises(UnfitProblemError, match="ZeroDivisionError"):
        draw_cases(replace(prepared, problem=broken), "s", sandbox)


def test_inputs_that_a_program_makes_are_kept(tmp_path: Path, sandbox: Sandbox):
    entry = {**FRESH, "generate": {"python": GENERATOR}}
    del entry["dims"]
    problem = doubling(tmp_path, cases=[case("sample", "shown", 1.0), entry])
    prepared = prepare(problem, sandbox)
    made = draw_cases(prepared, "s", sandbox)
    again = [decode_draw(prepared, draw) for draw in keep(problem, made)]
    assert [(item.payload, item.case.dims) for item in again] == [(item.payload, item.case.dims) for item in made]


def test_every_draw_has_the_time_of_its_entry(tmp_path: Path, sandbox: Sandbox):
    prepared = prepare(drawn_problem(tmp_path), sandbox)
    entry = prepared.entries[1]
    slow = replace(entry, cases=(replace(entry.cases[0], auto_seconds=7.0), *entry.cases[1:]))
    made = draw_cases(replace(prepared, entries=(prepared.entries[0], slow)), "s", sandbox)
    assert {item.auto_seconds for item in made} == {7.0}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Prepared, Draw]:
    with Sandbox() as sandbox:
        problem = drawn_problem(tmp_path_factory.mktemp("small"))
        prepared = prepare(problem, sandbox)
        return prepared, keep(problem, draw_cases(prepared, "s", sandbox))[0]


@given(data=st.data())
def test_damaged_bytes_never_come_to_anything_else(small: tuple[Prepared, Draw], data: st.DataObject):
    prepared, draw = small
    whole = draw.content
    at = data.draw(st.integers(0, len(whole)))
    damaged = whole[:at] + data.draw(st.binary(max_size=8)) + whole[at + data.draw(st.integers(0, 8)) :]
    with suppress(StoredDataError):
        decode_draw(prepared, replace(draw, content=damaged))


@pytest.mark.parametrize("content", [b"", b"N", b"junk"])
def test_what_is_no_draw_is_told(small: tuple[Prepared, Draw], content: bytes):
    prepared, draw = small
    with pytest.raises(StoredDataError):
        decode_draw(prepared, replace(draw, content=content))
