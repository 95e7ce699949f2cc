"""Judge a submission: one child, one case at a time; comparing a case overlaps running the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
from grader.judge.selection import groups_before_hidden, list_cases_of
from grader.judge.telling import Teller, Telling, without_figures
from grader.judge.verdicts import Failure, explain_failure
from grader.model import CaseResult, Conclusion, Mode, Problem, Reason, RunStatus, TestCase, Verdict
from grader.sandbox import Outcome, Run, Sandbox, wire


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
    problem = prepared.problem
    tally, diagnosing = Tally(problem), Diagnosing(problem, enabled=prepared.diagnosed)
    text = source_text(source)
    if isinstance(text, Refusal):
        why = Failure(Verdict.COMPILE_ERROR, text.reason, text.message, text.line)
        yield from map(tally.add, _fail_first(list_cases_of(prepared, mode, list(draws)), why))
        yield tally.conclude()
        return
    with sandbox.open(problem.limits) as run:
        run.send(load_request(text, problem))
        items = list_cases_of(prepared, mode, list(draws))
        teller = Teller(problem, groups_before_hidden(problem))
        yield from _Submission(problem, text, run, items, tally, diagnosing, teller).judge_cases()
        peak_kb = run.peak_kb()
        diagnosing.hear_again(run)
        if diagnosing.recognises:
            diagnosing.try_secret_set(run, prepared.secret)
        if prepared.table or not diagnosing.recognises:  # the verdict need not wait until the child is gone
            yield _conclude(tally, diagnosing, prepared.table, peak_kb)
            return
    yield _conclude(tally, diagnosing, mistake_table(prepared, sandbox), peak_kb)


def _conclude(tally: Tally, diagnosing: Diagnosing, table: MistakeTable | None, peak_kb: int | None) -> Conclusion:
    mistake = diagnosing.recognise(table) if table and diagnosing.recognises else None
    return tally.conclude(mistake=mistake, unsteady=diagnosing.unsteady, peak_kb=peak_kb)


def _fail_first(items: Sequence[PreparedCase], why: Failure, loaded: Outcome | None = None) -> Iterator[CaseResult]:
    """The results of a file that cannot be loaded: its first case says why, the others are not run."""
    telling = Telling.LEAST if items[0].case.hidden else Telling.FULL
    yield report_failure(items[0], why, loaded, telling)
    yield from map(report_not_run, items[1:])


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
    teller: Teller
    _asked: int = 0

    def judge_cases(self) -> Iterator[CaseResult]:
        """Hear that the file is loaded, then for each case in turn: ask, receive, compare, report."""
        loaded, further = self._load(), FurtherCalls(self.problem, self.run)
        if loaded.status is not RunStatus.OK:
            why = explain_failure(loaded, self.problem, self.source, hidden=self.items[0].case.hidden)
            yield from map(self.tally.add, _fail_first(self.items, why, loaded))
            return
        for index, item in enumerate(self.items):
            telling = self.teller.choose(item)
            result = self._skip(item) or self._judge_case(index, further, telling)
            told = self.teller.fit(result if index else add_load_output(result, loaded), telling)
            yield self.tally.add(told, result.seconds)
        self.diagnosing.ask_again(self.run, len(self.items) + 1)

    def _load(self) -> Outcome:
        """What came of loading; a sample's inputs, which hold no secret, are on their way meanwhile."""
        if not self.items[0].case.hidden:
            self._ask(0)
        self.run.watch_memory()
        return self.run.receive(0, self.problem.limits.load_seconds, Reason.LOAD)

    def _skip(self, item: PreparedCase) -> CaseResult | None:
        """The result of a case that is not run; None where it is."""
        if not self.run.alive:
            return report_not_run(item)
        group = self._unmet(item.case)
        return report_not_run(item, Reason.REQUIRES, f"Not run: the group {group} must pass first.") if group else None

    def _judge_case(self, index: int, further: FurtherCalls, telling: Telling) -> CaseResult:
        item = self.items[index]
        self._ask(index)
        seconds = item.call(self.problem.limits).seconds
        if not item.properties:
            outcome = self.run.receive(index + 1, seconds, Reason.CASE, partial(self._ask_ahead, index))
            return self._report(item, outcome, telling)
        outcome = self.run.receive(index + 1, seconds, Reason.CASE)
        missed = further.find_missed(item, outcome)
        self._ask_ahead(index)
        return self._report(item, outcome, telling, missed)

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

    def _report(
        self, item: PreparedCase, outcome: Outcome, telling: Telling, missed: Missed | None = None
    ) -> CaseResult:
        """The result of a case, held against the right answer that it comes nearest to."""
        if outcome.status is not RunStatus.OK:
            self.diagnosing.note_no_answer(item, outcome)
            return report_failure(item, self._explain(item, outcome, telling), outcome, telling)
        context = Context(self.problem.tolerance, item.case.dims, hidden=telling is not Telling.FULL)
        nearest, difference = compare_any(item.answers, outcome.value, self.problem.returns, context)
        if nearest is not item.expected:
            item = replace(item, expected=nearest)
        looks_like = ""
        if difference is None:
            self.diagnosing.note_accepted(item)
        else:
            looks_like = self.diagnosing.note_wrong(item, outcome, difference, context, telling)
        if missed and missed.outcome:
            why = self._explain(item, missed.outcome, telling)
            why = replace(why, message=f"{missed.circumstances}: {why.message}")
            return report_failure(item, why, outcome, telling)
        if missed and missed.difference:  # it is told first, but the values are wrong all the same
            difference = replace(missed.difference, wrong=difference.wrong if difference else {})
        if difference is None and item.drawn:
            telling = Telling.PART  # one that passes teaches nothing
        if difference is not None and telling is Telling.LEAST:
            difference = without_figures(difference, missed.rule if missed else "")
        result = report_answer(item, outcome, difference, telling)
        return replace(result, diagnosis=looks_like) if looks_like else result

    def _explain(self, item: PreparedCase, outcome: Outcome, telling: Telling) -> Failure:
        """Why a call gave no answer, told with the limits that this very case has."""
        limits = replace(self.problem.limits, wall_seconds=item.call(self.problem.limits).seconds)
        problem, hidden = replace(self.problem, limits=limits), telling is not Telling.FULL
        return explain_failure(outcome, problem, self.source, hidden=hidden)
