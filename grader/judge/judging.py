"""Judge a submission: one child, one case at a time; comparing a case overlaps running the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from grader.checkers import Context, compare_any
from grader.diagnosis import MistakeTable
from grader.judge.calls import Refusal, load_request, source_text
from grader.judge.diagnosing import Diagnosing
from grader.judge.further_calls import FurtherCalls, Missed
from grader.judge.known_mistakes import mistake_table
from grader.judge.prepared import Prepared, PreparedCase
from grader.judge.results import add_load_output, report_answer, report_failure, report_not_run
from grader.judge.scoring import Judged, Tally
from grader.judge.selection import select_cases
from grader.judge.verdicts import Failure, explain_failure
from grader.model import CaseResult, Conclusion, Mode, Problem, Reason, RunStatus, TestCase, Verdict
from grader.sandbox import Outcome, Run, Sandbox, wire


def judge(prepared: Prepared, source: bytes, sandbox: Sandbox, mode: Mode, seed: str = "") -> Iterator[Judged]:
    """Judge a source: the result of each case as soon as it is known, then one conclusion.

    Args:
        prepared: what is asked. Where it lacks the table of mistakes, that is made now if the submission fails.
        source: the file as it was handed in; any bytes.
        sandbox: a slot that nobody else uses meanwhile.
        mode: the samples alone, or all cases.
        seed: the submission's id; chooses the fresh cases.

    Raises:
        SandboxUnavailableError: a required wall is missing.
        SandboxBrokenError: the zygote died; the submission may be tried again.
    """
    problem = prepared.problem
    tally, diagnosing = Tally(problem), Diagnosing(problem, enabled=prepared.diagnosed)
    text = source_text(source)
    if isinstance(text, Refusal):
        why = Failure(Verdict.COMPILE_ERROR, text.reason, text.message, text.line)
        yield from map(tally.add, _fail_first(select_cases(prepared, mode, seed), why))
        yield tally.conclude()
        return
    with sandbox.open(problem.limits) as run:
        run.send(load_request(text, problem))
        items = select_cases(prepared, mode, seed)  # while the file loads
        yield from _Submission(problem, text, run, items, tally, diagnosing).judge_cases()
        peak_kb = run.peak_kb()
        diagnosing.hear_again(run)
        if prepared.table or not diagnosing.telling:  # the verdict need not wait until the child is gone
            yield _conclude(tally, diagnosing, prepared.table, peak_kb)
            return
    yield _conclude(tally, diagnosing, mistake_table(prepared, sandbox), peak_kb)


def _conclude(tally: Tally, diagnosing: Diagnosing, table: MistakeTable | None, peak_kb: int | None) -> Conclusion:
    mistake = diagnosing.recognise(table) if table and diagnosing.telling else None
    return tally.conclude(mistake=mistake, unsteady=diagnosing.unsteady, peak_kb=peak_kb)


def _fail_first(items: Sequence[PreparedCase], why: Failure, loaded: Outcome | None = None) -> Iterator[CaseResult]:
    """The results of a file that cannot be loaded: its first case says why, the others are not run."""
    yield report_failure(items[0].case, why, loaded)
    yield from (report_not_run(item.case) for item in items[1:])


@dataclass(slots=True)
class _Submission:
    """A submission whose file is being loaded in a child.

    Attributes:
        source: its text.
        items: the cases that it gets, samples first.
    """

    problem: Problem
    source: str
    run: Run
    items: list[PreparedCase]
    tally: Tally
    diagnosing: Diagnosing
    _asked: int = 0

    def judge_cases(self) -> Iterator[CaseResult]:
        """Hear that the file is loaded, then for each case in turn: ask, receive, compare, report."""
        loaded, further = self._load(), FurtherCalls(self.problem, self.run)
        if loaded.status is not RunStatus.OK:
            why = explain_failure(loaded, self.problem, self.source, hidden=self.items[0].case.hidden)
            yield from map(self.tally.add, _fail_first(self.items, why, loaded))
            return
        for index, item in enumerate(self.items):
            result = self._skip(item.case) or self._judge_case(index, further)
            yield self.tally.add(result if index else add_load_output(result, loaded))
        self.diagnosing.ask_again(self.run, len(self.items) + 1)

    def _load(self) -> Outcome:
        """What came of loading; a sample's inputs, which hold no secret, are on their way meanwhile."""
        if not self.items[0].case.hidden:
            self._ask(0)
        self.run.watch_memory()
        return self.run.receive(0, self.problem.limits.load_seconds, Reason.LOAD)

    def _skip(self, case: TestCase) -> CaseResult | None:
        """The result of a case that is not run; None where it is."""
        if not self.run.alive:
            return report_not_run(case)
        group = self._unmet(case)
        return report_not_run(case, Reason.REQUIRES, f"Not run: the group {group} must pass first.") if group else None

    def _judge_case(self, index: int, further: FurtherCalls) -> CaseResult:
        item = self.items[index]
        self._ask(index)
        seconds = item.call(self.problem.limits).seconds
        if not item.properties:
            outcome = self.run.receive(index + 1, seconds, Reason.CASE, partial(self._ask_ahead, index))
            return self._report(item, outcome)
        outcome = self.run.receive(index + 1, seconds, Reason.CASE)
        missed = further.find_missed(item, outcome)
        self._ask_ahead(index)
        return self._report(item, outcome, missed)

    def _ask(self, index: int) -> None:
        """Send a case's inputs, unless they were sent ahead."""
        if self._asked <= index:
            self.run.send(wire.frame(wire.CALL, index + 1, self.items[index].payload))
            self._asked = index + 1

    def _ask_ahead(self, index: int) -> None:
        """Let the child work on the next case while this one is compared, if its gate does not wait for this one."""
        if index + 1 >= len(self.items):
            self.diagnosing.ask_again(self.run, index + 2)
            return
        here, following = self.items[index].case, self.items[index + 1].case
        free = here.group == following.group or here.group not in self._required(following)
        if free and self.run.alive and not self._unmet(following):
            self._ask(index + 1)

    def _required(self, case: TestCase) -> tuple[str, ...]:
        return next((group.requires for group in self.problem.groups if group.name == case.group), ())

    def _unmet(self, case: TestCase) -> str:
        """The required group that did not pass, if one stands in the way."""
        return next((name for name in self._required(case) if self.tally.failed(name)), "")

    def _report(self, item: PreparedCase, outcome: Outcome, missed: Missed | None = None) -> CaseResult:
        """The result of a case, held against the right answer that it comes nearest to."""
        case = item.case
        if outcome.status is not RunStatus.OK:
            self.diagnosing.note_no_answer(item, outcome)
            return report_failure(case, self._explain(item, outcome), outcome)
        context = Context(self.problem.tolerance, case.dims, hidden=case.hidden)
        nearest, difference = compare_any(item.answers, outcome.value, self.problem.returns, context)
        if nearest is not item.expected:
            item = replace(item, expected=nearest)
        looks_like = ""
        if difference is None:
            self.diagnosing.note_accepted(item)
        else:
            looks_like = self.diagnosing.note_wrong(item, outcome, difference, context)
        if missed and missed.outcome:
            why = self._explain(item, missed.outcome)
            return report_failure(case, replace(why, message=f"{missed.circumstances}: {why.message}"), outcome)
        if missed and missed.difference:  # it is told first, but the values are wrong all the same
            difference = replace(missed.difference, wrong=difference.wrong if difference else {})
        result = report_answer(item, outcome, difference)
        return replace(result, diagnosis=looks_like) if looks_like else result

    def _explain(self, item: PreparedCase, outcome: Outcome) -> Failure:
        """Why a call gave no answer, told with the limits that this very case has."""
        limits = replace(self.problem.limits, wall_seconds=item.call(self.problem.limits).seconds)
        return explain_failure(outcome, replace(self.problem, limits=limits), self.source, hidden=item.case.hidden)
