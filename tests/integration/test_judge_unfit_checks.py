"""What an author declares and the reference does not have, and what a program may do in further calls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.errors import UnfitProblemError
from grader.judge import prepare
from grader.model import Mode, Problem, Reason, Verdict
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from tests.judging import judge_cases

FOLDER = Path(__file__).resolve().parents[1] / "data" / "checkers"


def bent(folder: Path, name: str, change: Callable[[dict[str, Any]], object]) -> Problem:
    """One of the small problems with a change."""
    data = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    change(data)
    (folder / f"{name}.yaml").write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return load_problem(folder / f"{name}.yaml")


def special_case(**changes: Any) -> Callable[[dict[str, Any]], object]:
    told = {"holds": "special_case", "zero": ["X", "W"], "gives": "np.tanh(b)", "part": "1", "says": "It is tanh(b)."}
    return lambda data: data["cases"][-1].update(properties=[told | changes])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (special_case(gives="np.tanh(c)"), "`gives` on the case 'properties': it fails: NameError"),
        (special_case(gives="np.tanh(X)"), r"`gives` has shape \(3, 4, 2\), the answer \(3, 2\)"),
        (special_case(gives="np.cos(b)"), "it misses a property: It is tanh"),
        (special_case(gives="np.tanh(b"), "special_case: cannot be loaded: SyntaxError"),
        (special_case(at={"T": 9}), "special_case cuts T down to 9"),
    ],
)
def test_a_special_case_that_is_none(tmp_path: Path, sandbox: Sandbox, change: Callable[..., object], words: str):
    with pytest.raises(UnfitProblemError, match=words):
        prepare(bent(tmp_path, "leaky-sum", change), sandbox)


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        (
            "    return mu + (draws % 7) * rng.random() + rng.standard_normal((draws, len(mu))) @ L.T",
            "another distribution",
        ),
        (
            "    if rng.random() < 0.5: raise ValueError('half')\n    return mu + 0 * rng.random((draws, len(mu)))",
            "it fails",
        ),
        ("    return mu + rng.standard_normal((9, len(mu))) @ L.T", "moments need at least 1000 rows"),
    ],
)
def test_a_reference_whose_draws_are_none(tmp_path: Path, sandbox: Sandbox, reference: str, words: str):
    program = f"def draw(mu, L, rng, draws):\n{reference}\n"
    with pytest.raises(UnfitProblemError, match=words):
        prepare(bent(tmp_path, "gaussian-draws", lambda data: data.update(reference=program)), sandbox)


def test_a_further_call_has_the_time_of_its_case(tmp_path: Path, sandbox: Sandbox):
    problem = bent(tmp_path, "window", lambda data: data.update(limits={"wall_seconds": 0.4}))
    source = problem.reference.source.replace(
        b"    return", b"    import time\n    time.sleep(0 if x.sum() in (7.0,) else 9)\n    return"
    )
    first, second = judge_cases(problem, source, sandbox, Mode.SUBMIT)
    assert (first.verdict, first.reason) == (Verdict.TIME_LIMIT, Reason.CASE)
    assert first.message.startswith("Called with other numbers: The call took longer than 0.4 s.")
    assert (second.verdict, second.reason) == (Verdict.NOT_RUN, Reason.STOPPED)


def test_a_property_of_a_sample_is_checked_when_samples_alone_are_run(sandbox: Sandbox):
    problem = load_problem(FOLDER / "window.yaml")
    source = problem.reference.source.replace(b"return x +", b"return x + (x.sum() != 7.0) +")
    [sample] = judge_cases(problem, source, sandbox, Mode.RUN)
    assert (sample.verdict, sample.reason) == (Verdict.WRONG_ANSWER, Reason.PROPERTY_FAILED)
    assert sample.expected is not None
    assert sample.diagnosis == ""


def test_a_call_that_leaves_ends_the_submission(sandbox: Sandbox):
    problem = load_problem(FOLDER / "window.yaml")
    source = problem.reference.source.replace(
        b"    return", b"    import os\n    x.sum() == 7.0 or os._exit(3)\n    return"
    )
    first, second = judge_cases(problem, source, sandbox, Mode.SUBMIT)
    assert (first.verdict, first.reason) == (Verdict.RUNTIME_ERROR, Reason.EXITED)
    assert second.verdict is Verdict.NOT_RUN
