"""Every mistake of the shipped problems is recognised as it stands; right programs and the starter never are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.model import Mode, Problem
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from tests.judging import judge_whole, keep_prepared

PROBLEMS = {slug: load_problem(Path(__file__).parents[2] / "problems" / slug) for slug in ("rnn-cell", "vanilla-rnn")}
MISTAKES = [(slug, mistake.program.id) for slug, problem in PROBLEMS.items() for mistake in problem.mistakes]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as slot:
        yield slot


def recognised(problem: Problem, source: bytes, sandbox: Sandbox, mode: Mode = Mode.SUBMIT, seed: str = "") -> str:
    keep_prepared(problem, sandbox, known=True)
    mistake = judge_whole(problem, source, sandbox, mode, seed)[1].mistake
    return mistake.id if mistake else ""


@pytest.mark.parametrize("seed", ["one", "another"])
@pytest.mark.parametrize(("slug", "name"), MISTAKES)
def test_a_mistake_is_recognised_as_it_stands(slug: str, name: str, seed: str, sandbox: Sandbox):
    problem = PROBLEMS[slug]
    source = next(mistake.program.source for mistake in problem.mistakes if mistake.program.id == name)
    assert recognised(problem, source, sandbox, seed=seed) == name


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("slug", PROBLEMS)
def test_right_programs_and_the_starter_are_no_mistakes(slug: str, mode: Mode, sandbox: Sandbox):
    problem = PROBLEMS[slug]
    sources = [problem.reference.source, problem.starter.encode(), *(other.source for other in problem.alternatives)]
    assert [recognised(problem, source, sandbox, mode) for source in sources] == [""] * len(sources)
