"""Judge a submission: one child, one case at a time; comparing a case overlaps running the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from grader.checkers import Context, compare_any
from grader.judge.calls import Refusal, load_request, source_text
from grader.judge.diagnosing import Diagnosing
from grader.judge.further_calls import FurtherCalls, Missed, numbers
from grader.judge.known_mistakes import mistake_table, table_at_hand
from grader.judge.preparation import PreparedCase, prepare
from grader.judge.results import answered, failed, not_run, with_load_output
from grader.judge.selection import chosen
from grader.judge.verdicts import Failure, failure
from grader.model import CaseResult, Mode, Problem, Reason, RunStatus, TestCase, Verdict
from grader.sandbox import Outcome, Run, Sandbox, wire


def judge(problem: Problem, source: bytes, sandbox: Sandbox, mode: Mode, seed: str = "") -> Iterator[CaseResult]:
    """Judge a source; one result for each case, as soon as it is known.

    Args:
        problem: what is asked.
        source: the file as it was handed in; any bytes.
        sandbox: a slot that nobody else uses meanwhile.
        mode: the samples alone, or all cases.
        seed: the submission's id; chooses the fresh cases.

    Raises:
        UnfitProblemError: the problem's own reference failed.
        SandboxUnavailableError: a required wall is missing.
        SandboxBrokenError: the zygote died; the submission may be tried again.
    """
    pools = prepare(problem, sandbox)
    text = source_text(source)
    if isinstance(text, Refusal):
        yield from _refused([item.case for item in chosen(problem, pools, mode, seed)], text)
        return
    with sandbox.open(problem.limits) as run:
        run.send(load_request(text, problem))  # what is left to prepare is done while the file loads
        judging = _Judging(problem, text, run, chosen(problem, pools, mode, seed), Diagnosing(problem))
        yield from judging.results()
    if judging.held is not None:
        yield judging.diagnosing.concluded(judging.held, mistake_table(problem, sandbox))


def _wait() -> None:
    """Send nothing ahead: further calls of the same case come first."""


def _refused(cases: Sequence[TestCase], refusal: Refusal) -> Iterator[CaseResult]:
    why = Failure(Verdict.COMPILE_ERROR, refusal.reason, refusal.message, refusal.line)
    yield failed(cases[0], why)
    yield from not_run(cases[1:])


@dataclass(slots=True)
class _Judging:
    """The state of one submission being judged.

    Attributes:
        held: the last result of a submission that failed, while it is not known yet what the mistakes do.
    """

    problem: Problem
    source: str
    run: Run
    items: list[PreparedCase]
    diagnosing: Diagnosing
    held: CaseResult | None = None
    _asked: int = 0
    _passed: dict[str, bool] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=numbers)

    def results(self) -> Iterator[CaseResult]:
        """What came of loading, which is under way, then of every case in turn."""
        if not self.items[0].case.hidden:
            self._ask(0)  # on its way while the file loads: a sample holds no secret
        self.run.watch_memory()
        loaded = self.run.receive(0, self.problem.limits.load_seconds, Reason.LOAD)
        if loaded.status is not RunStatus.OK:
            first = self.items[0].case
            yield failed(first, failure(loaded, self.problem, self.source, hidden=first.hidden), loaded)
            yield from not_run([item.case for item in self.items[1:]])
            return
        for number, result in enumerate(self._cases(loaded), start=1):
            if number < len(self.items):
                yield result
                continue
            last = replace(result, peak_kb=self.run.peak_kb())
            if self.diagnosing.failed:
                yield from self._concluded(last)
            else:
                yield last

    def _concluded(self, last: CaseResult) -> Iterator[CaseResult]:
        """The last result of a submission that failed; it is held back while it is not known what the mistakes do."""
        self.diagnosing.ask_again(self.run, len(self.items) + 1)
        table = table_at_hand(self.problem) if self.diagnosing.telling else None
        if table is None and self.diagnosing.telling:
            self.diagnosing.hear_again(self.run)
            self.held = last
        else:
            yield self.diagnosing.concluded(last, table, self.run)

    def _cases(self, loaded: Outcome) -> Iterator[CaseResult]:
        for place, item in enumerate(self.items):
            blocking = self._blocking(item.case)
            if blocking:
                yield from not_run([item.case], Reason.REQUIRES, f"Not run: the group {blocking} must pass first.")
                self._note(item.case.group, passed=False)
                continue
            self._ask(place)
            ahead = partial(self._ask_ahead, place)
            seconds = item.call(self.problem.limits).seconds
            outcome = self.run.receive(place + 1, seconds, Reason.CASE, _wait if item.properties else ahead)
            result = self._result(item, outcome, ahead)
            self._note(item.case.group, passed=result.verdict is Verdict.ACCEPTED)
            yield with_load_output(result, loaded) if place == 0 else result
            if not self.run.alive:
                yield from not_run([rest.case for rest in self.items[place + 1 :]])
                return

    def _ask(self, place: int) -> None:
        """Send a case's inputs, unless they were sent ahead."""
        if self._asked <= place:
            self.run.send(wire.frame(wire.CALL, place + 1, self.items[place].payload))
            self._asked = place + 1

    def _ask_ahead(self, place: int) -> None:
        """Let the child work on the next case while this one is compared, if its gate does not wait for this one."""
        if place + 1 >= len(self.items):
            self.diagnosing.ask_again(self.run, place + 2)
            return
        if not self.run.alive:
            return
        here, following = self.items[place].case, self.items[place + 1].case
        free = here.group == following.group or here.group not in self._requires(following)
        if free and not self._blocking(following):
            self._ask(place + 1)

    def _requires(self, case: TestCase) -> tuple[str, ...]:
        return next((group.requires for group in self.problem.groups if group.name == case.group), ())

    def _blocking(self, case: TestCase) -> str | None:
        """The required group that did not pass, if one stands in the way."""
        return next((name for name in self._requires(case) if not self._passed.get(name, True)), None)

    def _note(self, group: str, *, passed: bool) -> None:
        self._passed[group] = self._passed.get(group, True) and passed

    def _limited(self, item: PreparedCase) -> Problem:
        """The problem with the limits that hold for this very case."""
        limits = self.problem.limits
        return replace(self.problem, limits=replace(limits, wall_seconds=item.call(limits).seconds))

    def _result(self, item: PreparedCase, outcome: Outcome, ahead: Callable[[], None]) -> CaseResult:
        case = item.case
        if outcome.status is not RunStatus.OK:
            self.diagnosing.no_answer(item, outcome)
            return failed(case, failure(outcome, self._limited(item), self.source, hidden=case.hidden), outcome)
        context = Context(self.problem.tolerance, case.dims, hidden=case.hidden)
        nearest, difference = compare_any(item.answers, outcome.value, self.problem.returns, context)
        if nearest is not item.expected:
            item = replace(item, expected=nearest)
        missed = self._missed(item, outcome, ahead) if item.properties else None
        if difference is None:
            self.diagnosing.accepted(item)
            result = answered(item, outcome, missed.difference if missed else None)
        else:
            told = self.diagnosing.wrong(item, outcome, difference, context)
            if missed and missed.difference:  # it is told first, but the values are wrong all the same
                difference = replace(missed.difference, wrong=difference.wrong)
            result = replace(answered(item, outcome, difference), diagnosis=told)
        return self._without_answer(item, outcome, missed) if missed and missed.outcome else result

    def _missed(self, item: PreparedCase, outcome: Outcome, ahead: Callable[[], None]) -> Missed | None:
        """The first property that the function misses."""
        return FurtherCalls(self.problem, self.run, self._numbers, ahead).missed(item, outcome)

    def _without_answer(self, item: PreparedCase, outcome: Outcome, missed: Missed) -> CaseResult:
        """The result of a case that was answered, but of which a further call was not."""
        assert missed.outcome is not None  # noqa: S101  told apart by the caller
        why = failure(missed.outcome, self._limited(item), self.source, hidden=item.case.hidden)
        return failed(item.case, replace(why, message=f"{missed.circumstances}: {why.message}"), outcome)
