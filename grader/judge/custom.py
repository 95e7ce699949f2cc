"""Run a submission on custom input; the reference is asked too where the problem allows that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from grader.checkers import Context, check_expected, compare_any, compare_form
from grader.errors import UnfitProblemError
from grader.judge.calls import Refusal, load_request, source_text
from grader.judge.own_programs import LEAST_SECONDS, authors_call, run_program
from grader.judge.prepared import Prepared
from grader.judge.prepared_case import PreparedCase
from grader.judge.results import add_load_output, report_answer, report_failure
from grader.judge.right_answers import find_other_answers, replace_draws
from grader.judge.scoring import Judged, Tally
from grader.judge.telling import Telling
from grader.judge.verdicts import Failure, explain_failure
from grader.model import SAMPLE_GROUP, CaseResult, Problem, Reason, RunStatus, TestCase, Value, Verdict
from grader.sandbox import Outcome, Sandbox, frames, wire

CASE_NAME = "custom input"
"""What the one case of such a run is called; like a sample, it is shown in full."""

_RAN = "It ran, and what it returned has the declared form. There is no expected value to compare it with."


def judge_inputs(
    prepared: Prepared, source: bytes, sandbox: Sandbox, inputs: Mapping[str, Value], dims: Mapping[str, int]
) -> Iterator[Judged]:
    """Run a source on one set of inputs: one case result, then the conclusion.

    Without an expected value an accepted case says that it ran and that its answer has the declared form; it is then
    marked as `uncompared`, and the conclusion is `not_compared`. The reference runs in a child of its own, once the
    submission's has ended.

    Args:
        prepared: what is asked.
        source: the file as it was handed in; any bytes.
        sandbox: a slot that nobody else uses meanwhile.
        inputs: by argument, in the order of the signature and of the declared types.
        dims: what the symbols of declared shapes stand for in them.

    Raises:
        SandboxUnavailableError: a required wall is missing.
        SandboxBrokenError: the zygote died; the submission may be tried again.
    """
    case = TestCase(CASE_NAME, SAMPLE_GROUP, inputs, dims=dims)
    item = PreparedCase(case, wire.encode(tuple(case.inputs.values())), None)
    tally, peak_kb = Tally(prepared.problem), None
    text = source_text(source)
    if isinstance(text, Refusal):
        result = report_failure(
            item, Failure(Verdict.COMPILE_ERROR, text.reason, text.message, text.line), None, Telling.FULL
        )
    else:
        result, peak_kb = _judge(_as_long_as_the_slowest(prepared), text, item, sandbox)
    yield tally.add(result)
    yield tally.conclude(peak_kb=peak_kb)


def _judge(problem: Problem, text: str, item: PreparedCase, sandbox: Sandbox) -> tuple[CaseResult, int | None]:
    """The result, and the peak memory in kB."""
    loaded, outcome, peak_kb = _run(problem, text, item.payload, sandbox)
    if outcome.status is not RunStatus.OK:
        result = report_failure(item, explain_failure(outcome, problem, text, hidden=False), outcome, Telling.FULL)
    elif problem.shows_reference:
        result = _judge_against_reference(problem, item, outcome, sandbox)
    else:
        result = _judge_form(problem, item, outcome, _RAN)
    return add_load_output(result, loaded), peak_kb


def _as_long_as_the_slowest(prepared: Prepared) -> Problem:
    """The problem with the wall time of its slowest case for `auto`: what these inputs ask for is not known."""
    limits = prepared.problem.limits
    seconds = max(item.call(limits).seconds for item in prepared.items)
    return replace(prepared.problem, limits=replace(limits, wall_seconds=seconds))


def _run(problem: Problem, text: str, payload: bytes, sandbox: Sandbox) -> tuple[Outcome, Outcome, int | None]:
    """What came of loading, what came of the call (the same where it could not be loaded), and the peak memory."""
    limits = problem.limits
    with sandbox.open(limits) as run:
        run.send(load_request(text, problem))
        run.send(frames.request(frames.CALL, 1, payload))
        run.watch_memory()
        loaded = run.receive(0, limits.load_seconds, Reason.LOAD)
        if loaded.status is not RunStatus.OK:
            return replace(loaded, stdout="", stdout_cut=False), loaded, run.peak_kb()
        outcome = run.receive(1, limits.wall_seconds or LEAST_SECONDS, Reason.CASE)
        return loaded, outcome, run.peak_kb()


def _judge_form(problem: Problem, item: PreparedCase, outcome: Outcome, message: str) -> CaseResult:
    """Where there is nothing to compare with."""
    difference = compare_form(outcome.value, problem.returns, Context(problem.tolerance, item.case.dims, hidden=False))
    result = replace(report_answer(item, outcome, difference), uncompared=True)
    return result if difference else replace(result, message=message)


def _judge_against_reference(problem: Problem, item: PreparedCase, outcome: Outcome, sandbox: Sandbox) -> CaseResult:
    """Held against what the reference returns, where it returns something for these inputs."""
    call = authors_call(item.payload, problem.limits)
    reference = run_program(problem, problem.reference, [call], sandbox)[0]
    if reference.status is not RunStatus.OK:
        what = reference.said.type_name or str(reference.status).replace("_", " ")
        return _judge_form(problem, item, outcome, f"It ran. The reference gives no answer for these inputs ({what}).")
    # inputs that no case of the problem has may well lead to NaN: then it is right
    context = Context(replace(problem.tolerance, equal_nan=True), item.case.dims, hidden=False)
    try:
        check_expected(reference.value, problem.returns, context)
        [others] = find_other_answers(problem, [item.case], [call], [reference.value], sandbox)
        [expected] = replace_draws(problem, [item.case], [reference.value], sandbox)
    except UnfitProblemError:
        return _judge_form(
            problem, item, outcome, "It ran. What the reference returns for these inputs cannot be compared."
        )
    nearest, difference = compare_any((expected, *others), outcome.value, problem.returns, context)
    return report_answer(replace(item, expected=nearest), outcome, difference)
