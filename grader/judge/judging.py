"""Judge a submission: one child, one case at a time, or many where all is well; then one conclusion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grader.diagnosis import MistakeTable
from grader.judge.calls import Refusal, load_request, source_text
from grader.judge.case_judge import CaseJudge, fail_first
from grader.judge.diagnosing import Diagnosing
from grader.judge.known_mistakes import mistake_table
from grader.judge.prepared import Prepared
from grader.judge.prepared_case import PreparedCase
from grader.judge.scoring import Judged, Tally
from grader.judge.selection import list_cases_of, list_samples
from grader.judge.verdicts import Failure
from grader.model import Conclusion, Mode, Verdict
from grader.sandbox import Run, Sandbox, frames


def judge(
    prepared: Prepared, source: bytes, sandbox: Sandbox, mode: Mode, draws: Iterable[PreparedCase] = ()
) -> Iterator[Judged]:
    """Judge a source: the result of each case as soon as it is known, then one conclusion.

    Args:
        prepared: what is asked. Where it lacks the table of mistakes, that is made now if the submission fails.
        source: the file as it was handed in; any bytes.
        sandbox: a slot that nobody else uses meanwhile.
        mode: the samples alone, or all cases.
        draws: the fresh cases, which were drawn for this submission and are used for no other; they are read while
            the file is loaded, before any case is told.

    Raises:
        ValueError: all cases are asked for, and there are not as many draws as the problem asks for.
        SandboxUnavailableError: a required wall is missing.
        SandboxBrokenError: the zygote died; the submission may be tried again.
    """
    for known in judge_by_steps(prepared, source, sandbox, mode, draws):
        yield from known


def judge_by_steps(
    prepared: Prepared, source: bytes, sandbox: Sandbox, mode: Mode, draws: Iterable[PreparedCase] = ()
) -> Iterator[list[Judged]]:
    """As `judge`, but what is known at once comes at once."""
    problem = prepared.problem
    tally, diagnosing = Tally(problem), Diagnosing(problem, enabled=prepared.diagnosed)
    text = source_text(source)
    if isinstance(text, Refusal):
        why = Failure(Verdict.COMPILE_ERROR, text.reason, text.message, text.line)
        unjudged = fail_first(list_cases_of(prepared, mode, list(draws)), why)
        yield [*map(tally.add, unjudged), tally.conclude()]
        return
    with sandbox.open(problem.limits) as run:
        run.send(load_request(text, problem))
        asked = _ask_first_sample(prepared, run)
        run.watch_memory()
        items = list_cases_of(prepared, mode, list(draws))
        cases, left = CaseJudge(prepared, text, run, items, tally, diagnosing, asked), len(items)
        last: Sequence[Judged] = ()
        for results in cases.judge_cases():
            left -= len(results)
            if left or diagnosing.failed:
                yield list(results)
            else:
                last = results  # nothing is left to be waited for
        peak_kb = run.peak_kb()
        diagnosing.hear_again(run)
        if diagnosing.recognises:
            diagnosing.try_secret_set(run, prepared.secret)
        if prepared.table or not diagnosing.recognises:  # the verdict need not wait until the child is gone
            yield [*last, _conclude(tally, diagnosing, prepared.table, peak_kb)]
            return
    yield [_conclude(tally, diagnosing, mistake_table(prepared, sandbox), peak_kb)]


def _ask_first_sample(prepared: Prepared, run: Run) -> int:
    """Send the inputs of the first sample, if there is one: they hold no secret, and go while the file is loaded."""
    samples = list_samples(prepared)[:1]
    for item in samples:
        run.send(frames.request(frames.CALL, 1, item.payload))
    return len(samples)


def _conclude(tally: Tally, diagnosing: Diagnosing, table: MistakeTable | None, peak_kb: int | None) -> Conclusion:
    mistake = diagnosing.recognise(table) if table and diagnosing.recognises else None
    return tally.conclude(mistake=mistake, unsteady=diagnosing.unsteady, peak_kb=peak_kb)
