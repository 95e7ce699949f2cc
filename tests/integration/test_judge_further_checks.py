"""Small problems whose answers are drawn, are not unique, or are held by properties: from document to verdict."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.errors import UnfitProblemError
from grader.judge import prepare
from grader.model import CaseEntry, CaseResult, Mode, Problem, Reason, Verdict
from grader.problem_format import load_problem
from grader.reports import case_to_json, report_case
from grader.sandbox import Sandbox
from grader.verify import verify
from tests.judging import judge_cases

FOLDER = Path(__file__).resolve().parents[1] / "data" / "checkers"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))


def problem(name: str) -> Problem:
    return load_problem(FOLDER / f"{name}.yaml")


def with_last_drawn(found: Problem, count: int) -> Problem:
    """The problem whose last case is drawn that often for each submission; the first that fails is told in full."""
    *entries, last = found.entries
    drawn = CaseEntry(last.case, count, last.draw or (lambda _: last.case))
    return replace(found, version=f"{found.version} {count}", entries=(*entries, drawn))


def judged(name: str, sandbox: Sandbox, *changes: tuple[str, str], drawn: int = 0) -> list[CaseResult]:
    """What comes of the reference with pieces of it replaced."""
    found = with_last_drawn(problem(name), drawn) if drawn else problem(name)
    source = found.reference.source.decode()
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    return judge_cases(found, source.encode(), sandbox, Mode.SUBMIT, seed="s")


def missed(name: str, sandbox: Sandbox, *changes: tuple[str, str]) -> str:
    """The message of the one case that is drawn and misses a property."""
    [last] = [result for result in judged(name, sandbox, *changes, drawn=1) if result.drawn]
    assert (last.verdict, last.reason, last.hidden) == (Verdict.WRONG_ANSWER, Reason.PROPERTY_FAILED, False)
    return last.message


def told_least(name: str, sandbox: Sandbox, *changes: tuple[str, str]) -> CaseResult:
    """The first fixed hidden case that fails."""
    return next(
        result
        for result in judged(name, sandbox, *changes)
        if result.hidden and not result.drawn and result.verdict is not Verdict.ACCEPTED
    )


@pytest.mark.parametrize("name", NAMES)
def test_each_problem_passes_its_own_check(name: str, sandbox: Sandbox):
    report = verify(problem(name), sandbox, quick=name == "gaussian-draws")  # whose draws are large
    assert [finding for finding in report.findings if finding.mark == "FAIL"] == []
    assert all(result.verdict is Verdict.ACCEPTED for result in judged(name, sandbox))


def test_an_answer_with_other_signs_is_shown_beside_the_right_one_that_it_equals(sandbox: Sandbox):
    first, second = judged("eigenvectors", sandbox, ('"vectors": vectors', '"vectors": vectors * -1'))
    assert (first.verdict, second.verdict) == (Verdict.ACCEPTED, Verdict.ACCEPTED)
    assert isinstance(first.expected, dict)
    assert first.expected["vectors"].tolist() == first.got["vectors"].tolist()  # type: ignore[index, call-overload]


def test_an_answer_beside_all_right_ones_is_held_against_the_nearest(sandbox: Sandbox):
    change = ("return {", "vectors[0, 1] *= -1.5; return {")
    first, second = judged("eigenvectors", sandbox, change)
    assert (first.reason, first.first_index, first.differing) == (Reason.WRONG_VALUE, "row 0, pair 1", 1)
    assert "More than one answer is right here" in first.message
    assert (second.reason, second.hidden) == (Reason.WRONG_VALUE, True)


def test_half_of_one_right_answer_and_half_of_another_are_none(sandbox: Sandbox):
    results = judged("eigenvectors", sandbox, ('"values": values', '"values": values[::-1].copy()'))
    assert {result.reason for result in results} == {Reason.WRONG_VALUE}


@pytest.mark.parametrize(
    ("any_of", "told"),
    [
        ("def any_of(A):\n    return 1 / 0\n", "it fails: ZeroDivisionError"),
        ("def any_of(A):\n    return []\n", "a list of 1 to 256 answers"),
        ("def any_of(A):\n    return [A]\n", "the reference does not give a dict"),
        (
            "import numpy as np\ndef any_of(A):\n    return [{'values': np.zeros(len(A)), 'vectors': A}]\n",
            "the reference's answer is not among them",
        ),
    ],
)
def test_a_list_of_right_answers_that_is_none_is_the_authors_fault(any_of: str, told: str, sandbox: Sandbox):
    found = problem("eigenvectors")
    assert found.any_of is not None
    unfit = replace(found, version=any_of, any_of=replace(found.any_of, source=any_of.encode()))
    with pytest.raises(UnfitProblemError, match="any_of on the case 'shown'") as caught:
        prepare(unfit, sandbox)
    assert told in str(caught.value)


def test_draws_are_made_from_the_generator_of_the_case(sandbox: Sandbox):
    first, *_ = judged(
        "gaussian-draws", sandbox, ("rng.standard", "__import__('numpy').random.default_rng(7).standard")
    )
    assert first.verdict is Verdict.ACCEPTED
    assert first.warnings == ()
    told = case_to_json(report_case(first))
    assert told["inputs"]["rng"] == {"generator": 7}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("mu + ", "mu + 0.3 + "), "does not have the right mean over the axis draw, farthest at component"),
        (("@ L.T", "@ L.T * 1.2"), "does not have the right variance"),
        (("@ L.T", "@ __import__('numpy').abs(L.T)"), "does not have the right"),
        (("rng.standard_normal(", "(12**0.5) * rng.random("), "does not have the right"),
    ],
)
def test_a_biased_sampler_is_told_what_is_off_and_no_figure(change: tuple[str, str], words: str, sandbox: Sandbox):
    results = judged("gaussian-draws", sandbox, change, drawn=3)
    wrong = [result for result in results if result.hidden and result.drawn and result.verdict is Verdict.WRONG_ANSWER]
    assert wrong
    assert all(result.reason is Reason.PROPERTY_FAILED and words in result.message for result in wrong)
    assert not any(letter in result.message for result in wrong for letter in "3456789.".replace(".", ""))


def test_a_sample_shows_both_figures(sandbox: Sandbox):
    first = judged("gaussian-draws", sandbox, ("mu + ", "mu + 0.5 + "))[0]
    assert "where the reference's draws have" in first.message
    assert first.diagnosis == ""


def test_a_gradient_is_held_against_the_students_own_forward_pass(sandbox: Sandbox):
    told = missed("linear-layer", sandbox, ("scale * X.T @ error", "-scale * X.T @ error"))
    assert told == (
        "`dW` is not how `loss` changes when `W` moves a little (central differences of your own function). It has "
        "the opposite sign. `db` agrees."
    )
    told = missed("linear-layer", sandbox, ("scale * error.sum(axis=0)", "scale * error.mean(axis=0)"))
    assert "It is N times too small: is a sum over N taken going forward, and a mean going back? `dW` agrees." in told
    told = missed("linear-layer", sandbox, ("dZ @ W.T", "dZ @ W[::-1].T"))
    assert "`dX` is not how `Z` changes when `X` moves a little" in told
    assert "Look at the term of the backward pass that leads to `X`." in told


def test_gradients_of_a_wrong_forward_pass_agree_and_the_values_are_told(sandbox: Sandbox):
    changes = ("np.mean(error**2)", "np.mean(error**2) + 1"), ("Z = X @ W + b", "Z = X @ W + b + 0.5")
    last = judged("linear-layer", sandbox, *changes, drawn=1)[-1]
    assert last.reason is Reason.WRONG_VALUE


def test_what_is_differentiated_may_not_be_made_up_in_further_calls(sandbox: Sandbox):
    """The case itself is right, and central differences of what is made up agree with the gradients."""
    known = "float(layer.__dict__.setdefault(W.shape, W.tobytes()) != W.tobytes())"
    told = missed("linear-layer", sandbox, ("np.mean(error**2)", f"np.mean(error**2) + {known}"))
    assert told.startswith("When `W` moves a little, `loss` is not what it must be")


def test_examples_that_read_each_other(sandbox: Sandbox):
    told = missed(
        "leaky-sum", sandbox, ("states = np.empty_like(X)", "states = np.empty_like(X); h = h + 0 * X[:, 0] + h[:1]")
    )
    assert told.startswith(
        "When the examples along the axis batch change places, those of the answer must change places"
    )
    told = missed("leaky-sum", sandbox, ("@ W.T + b", "@ W.T + b + h.mean(axis=0)"))
    assert told.startswith(
        "One example alone must give what it gives among others along the axis batch; yours does not"
    )


def test_special_cases_are_told_in_the_authors_words(sandbox: Sandbox):
    told = missed("leaky-sum", sandbox, ("+ b)", ")"))
    assert told == "Where X and W are zero, every state is tanh(b). Yours does not, first at batch 0, unit 0."
    told = missed("leaky-sum", sandbox, ("h @ W.T", "h @ W"))
    assert told.startswith("One step is one update of the state.")


@pytest.mark.parametrize(
    ("name", "changes", "rule"),
    [
        (
            "window",
            [("return x +", "return x + 1 +")],
            "The answer must be linear in `x`: f(2a - 3b) = 2 f(a) - 3 f(b).",
        ),
        ("linear-layer", [("dZ @ W.T", "dZ @ W[::-1].T")], "Each gradient must be how `"),
    ],
)
def test_of_a_fixed_hidden_case_the_rule_alone_is_told(
    name: str, changes: list[tuple[str, str]], rule: str, sandbox: Sandbox
):
    told = told_least(name, sandbox, *changes)
    assert (told.verdict, told.reason, told.first_index) == (Verdict.WRONG_ANSWER, Reason.PROPERTY_FAILED, None)
    assert told.message.startswith(rule)
    assert told.message.endswith(". The inputs are hidden.")


def test_what_is_not_linear(sandbox: Sandbox):
    told = missed("window", sandbox, ("return x +", "return x + 1 +"))
    assert told.startswith(
        "The answer must be linear in `x`: f(2a - 3b) = 2 f(a) - 3 f(b). Yours is not, first at step 0."
    )


def test_a_further_call_that_raises_is_told_with_its_circumstances(sandbox: Sandbox):
    change = ("    states = ", "    assert len(X) > 1, X\n    states = ")
    last = told_least("leaky-sum", sandbox, change)
    assert (last.verdict, last.reason, last.exception) == (Verdict.RUNTIME_ERROR, Reason.RAISED, "AssertionError")
    assert last.message == (
        "Called with one example alone (N is 1): AssertionError on line 3. The case is hidden, and so is the "
        "exception's text."
    )


def test_another_form_in_a_further_call_is_told(sandbox: Sandbox):
    told = missed("leaky-sum", sandbox, ("return states, h", "return states, h[0] if len(h) == 1 else h"))
    assert told.startswith("Called with one example alone (N is 1), your function gives another form of answer.")
    assert "result[1]" in told


def test_a_reference_without_the_property_is_the_authors_fault(sandbox: Sandbox):
    found = problem("window")
    source = found.reference.source.replace(b"return x +", b"return 1 + x +")
    unfit = replace(found, version="affine", reference=replace(found.reference, source=source))
    with pytest.raises(UnfitProblemError, match="it misses a property: The answer must be linear"):
        prepare(unfit, sandbox)
