"""Custom input in a real sandbox: what is told, and what the reference has to do with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest

from grader.judge import collect, judge_inputs
from grader.model import ArraySpec, CaseEntry, CaseResult, Conclusion, Mode, Problem, Program, Reason, Verdict, Warn
from grader.problem_format import read_inputs
from grader.reports import case_to_json, report_case
from grader.sandbox import Sandbox
from tests.judging import judge_whole, keep_prepared

INPUTS = {
    "x_t": "[[0.5, -0.3, 0.8], [0, 0, 0]]",
    "h_prev": "np.zeros((2, 2))",
    "W_xh": "np.ones((2, 3))",
    "W_hh": "np.eye(2)",
    "b_h": "[1, 2]",
}
HEAD = "import numpy as np\ndef rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n"
BODY = "    return np.tanh(x_t @ W_xh.T + h_prev @ W_hh.T + b_h)\n"
BROKEN = Program("reference", b"def rnn_cell(*_): raise ValueError('a secret of ours')\n")

Run = Callable[..., CaseResult]
RunWhole = Callable[..., tuple[CaseResult, Conclusion]]


@pytest.fixture
def run_whole(rnn_cell: Problem, sandbox: Sandbox) -> RunWhole:
    def run_whole(source: str, texts: Mapping[str, str] = INPUTS, **changes: object) -> tuple[CaseResult, Conclusion]:
        sample = replace(rnn_cell.samples[0], relations=())  # what must hold of the right program alone
        problem = replace(rnn_cell, entries=(CaseEntry(sample),), **{"version": "for custom input", **changes})
        inputs = read_inputs(problem.arguments, texts)
        [result], conclusion = collect(
            judge_inputs(keep_prepared(problem, sandbox), source.encode(), sandbox, inputs.values, inputs.dims)
        )
        accepted = result.verdict is Verdict.ACCEPTED
        whole = Verdict.NOT_COMPARED if accepted and result.uncompared else result.verdict
        assert (conclusion.verdict, conclusion.message) == (whole, "" if accepted else result.message)
        return result, conclusion

    return run_whole


@pytest.fixture
def run(run_whole: RunWhole) -> Run:
    return lambda *given, **changes: run_whole(*given, **changes)[0]


def test_what_was_returned_and_printed_is_told_without_an_expected_value(run: Run):
    result = run(HEAD + "    print('here')\n" + BODY)
    assert (result.verdict, result.reason, result.uncompared, result.hidden) == (Verdict.ACCEPTED, None, True, False)
    assert isinstance(result.got, np.ndarray)
    assert result.got.shape == (2, 2)
    assert (result.stdout, result.expected) == ("here\n", None)
    assert "no expected value" in result.message
    told = case_to_json(report_case(result))
    assert "expected" not in told
    assert told["uncompared"] is True
    assert set(told["inputs"]) == set(INPUTS)


@pytest.mark.parametrize(
    ("body", "verdict", "reason"),
    [
        ("    return [1]\n", Verdict.WRONG_ANSWER, Reason.WRONG_TYPE),
        ("    return x_t\n", Verdict.WRONG_ANSWER, Reason.WRONG_SHAPE),
        ("    return h_prev.astype(np.float32)\n", Verdict.WRONG_ANSWER, Reason.WRONG_DTYPE),
        ("    return h_prev / 0\n", Verdict.ACCEPTED, None),
        ("    return 1 / 0\n", Verdict.RUNTIME_ERROR, Reason.RAISED),
        ("    return (\n", Verdict.COMPILE_ERROR, Reason.SYNTAX),
        ("    import os; os._exit(0)\n", Verdict.RUNTIME_ERROR, Reason.EXITED),
        ("    return np.ones(10**9)\n", Verdict.MEMORY_LIMIT, Reason.MEMORY),
    ],
)
def test_the_form_and_the_fate_of_the_call_are_judged(run: Run, body: str, verdict: Verdict, reason: Reason | None):
    result = run(HEAD + body)
    assert (result.verdict, result.reason) == (verdict, reason)


def test_a_call_that_never_ends_is_ended(run: Run, rnn_cell: Problem):
    limits = replace(rnn_cell.limits, wall_seconds=0.3)
    result = run(HEAD + "    while True: pass\n", limits=limits)
    assert (result.verdict, result.reason) == (Verdict.TIME_LIMIT, Reason.CASE)


def test_a_source_that_is_no_text_is_a_compile_error(rnn_cell: Problem, sandbox: Sandbox):
    inputs = read_inputs(rnn_cell.arguments, INPUTS)
    [result], conclusion = collect(
        judge_inputs(keep_prepared(rnn_cell, sandbox), b"\xff", sandbox, inputs.values, inputs.dims)
    )
    assert (conclusion.verdict, conclusion.reason) == (Verdict.COMPILE_ERROR, Reason.NOT_UTF8)
    assert (result.verdict, result.reason) == (Verdict.COMPILE_ERROR, Reason.NOT_UTF8)


def test_where_the_problem_allows_it_the_reference_is_asked_and_compared_with(run: Run):
    right = run(HEAD + BODY, shows_reference=True)
    wrong = run(HEAD + BODY.replace(".T", "", 2).replace("W_xh", "W_xh.T"), shows_reference=True)
    assert (right.verdict, right.uncompared) == (Verdict.ACCEPTED, False)
    np.testing.assert_allclose(right.expected, right.got)  # type: ignore[arg-type]
    assert wrong.verdict in (Verdict.ACCEPTED, Verdict.WRONG_ANSWER)
    no_bias = run(HEAD + BODY.replace(" + b_h", ""), shows_reference=True)
    assert (no_bias.verdict, no_bias.reason) == (Verdict.WRONG_ANSWER, Reason.WRONG_VALUE)
    assert no_bias.max_abs_error is not None
    assert "expected" in case_to_json(report_case(no_bias))


def test_the_reference_runs_in_a_child_of_its_own(run: Run):
    spy = "import builtins, sys\n" + HEAD.partition("\n")[2] + "    import numpy as np\n    builtins.seen = 1\n" + BODY
    peeking = (
        b"import builtins\nimport numpy as np\ndef rnn_cell(x, h, *_):\n    return h + hasattr(builtins, 'seen')\n"
    )
    result = run(spy, shows_reference=True, reference=Program("reference", peeking), version="peeking")
    assert isinstance(result.expected, np.ndarray)
    assert not result.expected.any()


def test_a_reference_that_gives_no_answer_is_no_fault_of_the_student(run: Run):
    run(HEAD + BODY)  # the case is prepared with the right reference
    result = run(HEAD + BODY, shows_reference=True, reference=BROKEN)
    assert (result.verdict, result.uncompared) == (Verdict.ACCEPTED, True)
    assert "gives no answer for these inputs (ValueError)" in result.message
    assert "secret" not in str(result)


def test_nan_in_is_nan_out_and_right(run: Run):
    result = run(HEAD + BODY, {**INPUTS, "x_t": "np.full((2, 3), np.nan)"}, shows_reference=True)
    assert (result.verdict, result.uncompared) == (Verdict.ACCEPTED, False)


def test_warnings_are_told(run: Run):
    assert run(HEAD + "    h_prev[:] = 1\n" + BODY).warnings == (Warn.INPUTS_CHANGED,)


def test_the_peak_grows_with_what_a_program_takes(run_whole: RunWhole, rnn_cell: Problem, sandbox: Sandbox):
    small, large = (run_whole(HEAD + f"    y = np.ones({size})\n" + BODY)[1].peak_kb for size in (10, 10_000_000))
    assert small is not None
    assert large is not None
    assert large > small + 70_000
    _, conclusion = judge_whole(rnn_cell, (HEAD + BODY).encode(), sandbox, Mode.SUBMIT)
    assert conclusion.peak_kb is not None
    assert 5_000 < conclusion.peak_kb < large


SIGNS = Program("any_of", b"def any_of(x_t, h_prev, *_):\n    return [h_prev, -h_prev]\n")
ITSELF = Program("reference", b"def rnn_cell(x_t, h_prev, *_):\n    return h_prev\n")


@pytest.mark.parametrize(("body", "verdict"), [("-h_prev", Verdict.ACCEPTED), ("2 * h_prev", Verdict.WRONG_ANSWER)])
def test_each_of_several_right_answers_is_right(run: Run, body: str, verdict: Verdict):
    texts = {**INPUTS, "h_prev": "np.ones((2, 2))"}
    several = {"reference": ITSELF, "any_of": SIGNS, "version": "several", "shows_reference": True}
    result = run(f"{HEAD}    return {body}\n", texts, **several)
    assert (result.verdict, result.uncompared) == (verdict, False)


@pytest.mark.parametrize("body", ["h_prev", "2 * h_prev"])
def test_more_rows_in_any_order_than_can_be_matched_are_not_compared(run: Run, rnn_cell: Problem, body: str):
    texts = {**INPUTS, "x_t": "np.ones((1001, 3))", "h_prev": "np.ones((1001, 2))"}
    assert isinstance(rnn_cell.returns, ArraySpec)
    unordered = replace(rnn_cell.returns, unordered=True)
    changes = {"reference": ITSELF, "returns": unordered, "version": "rows", "shows_reference": True}
    result = run(f"{HEAD}    return {body}\n", texts, **changes)
    assert (result.verdict, result.uncompared) == (Verdict.ACCEPTED, True)
    assert "cannot be compared" in result.message
