"""The recogniser against a frozen corpus of wrong programs; see tests/data/recognition/README.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.model import Mode, Verdict
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from tests.judging import judge_whole, keep_prepared

CORPUS = Path(__file__).parents[1] / "data" / "recognition"
PROBLEMS = {path.name: load_problem(Path(__file__).parents[2] / "problems" / path.name) for path in CORPUS.glob("*-*")}
REWRITES = sorted(CORPUS.glob("*/rewrites/*.py"))
UNLISTED = sorted([*CORPUS.glob("*/others/*.py"), *CORPUS.glob("*/borderline/*.py")])
MISSED = {
    "vanilla-rnn/fresh-weights--a": "draws other numbers at every call, so there is nothing to compare",
    "vanilla-rnn/fresh-weights--b": "draws other numbers than the mistake does",
}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as slot:
        yield slot


def recognised(path: Path, sandbox: Sandbox, mode: Mode = Mode.SUBMIT) -> str:
    problem = PROBLEMS[path.parts[-3]]
    keep_prepared(problem, sandbox, known=True)
    conclusion = judge_whole(problem, path.read_bytes(), sandbox, mode, seed=path.stem)[1]
    assert mode is Mode.RUN or conclusion.verdict is not Verdict.ACCEPTED
    return conclusion.mistake.id if conclusion.mistake else ""


def name(path: Path) -> str:
    return f"{path.parts[-3]}/{path.stem}"


def test_the_corpus_is_there():
    known = {f"{slug}/{mistake.program.id}" for slug, problem in PROBLEMS.items() for mistake in problem.mistakes}
    assert {name(path).split("--")[0] for path in REWRITES} == known
    assert len(REWRITES) == 2 * len(known)
    assert len(UNLISTED) >= 40


@pytest.mark.parametrize("path", REWRITES, ids=name)
def test_a_mistake_is_recognised_when_it_is_written_in_another_way(path: Path, sandbox: Sandbox):
    wanted = "" if name(path) in MISSED else path.stem.split("--")[0]
    assert recognised(path, sandbox) == wanted


@pytest.mark.parametrize("path", UNLISTED, ids=name)
def test_what_is_wrong_in_another_way_is_not_called_a_known_mistake(path: Path, sandbox: Sandbox):
    assert recognised(path, sandbox) == ""


@pytest.mark.parametrize("path", [*REWRITES, *UNLISTED][::7], ids=name)
def test_on_the_samples_alone_nothing_is_recognised(path: Path, sandbox: Sandbox):
    assert recognised(path, sandbox, Mode.RUN) == ""
