"""The cases of one submission, whose file is being loaded in a child: comparing a case overlaps running the next."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from grader.checkers import Context, compare_any
from grader.judge.batches import Batch
from grader.judge.diagnosing import Diagnosing
from grader.judge.further_calls import FurtherCalls, Missed
from grader.judge.prepared import Prepared
from grader.judge.prepared_case import PreparedCase
from grader.judge.results import add_load_output, report_answer, report_failure, report_not_run
from grader.judge.scoring import Tally
from grader.judge.selection import groups_before_hidden
from grader.judge.telling import Teller, Telling, without_figures
from grader.judge.verdicts import Failure, explain_failure
from grader.model import CaseResult, Problem, Reason, RunStatus, Verdict
from grader.sandbox import Outcome, Run, cores, frames

_PATIENCE_SECONDS = 0.05
"""How long all answers to a batch are awaited together. A case that takes longer has a clock of its own."""


def fail_first(items: Sequence[PreparedCase], why: Failure, loaded: Outcome | None = None) -> Iterator[CaseResult]:
    """The results of a file that cannot be loaded: its first case says why, the others are not run."""
    telling = Telling.LEAST if items[0].case.hidden else Telling.FULL
    yield report_failure(items[0], why, loaded, telling)
    yield from map(report_not_run, items[1:])


@dataclass(slots=True)
class CaseJudge:
    """A submission whose file is being loaded in a child.

    Attributes:
        source: its text.
        items: the cases that it gets, samples first.
        asked: of how many of them the inputs were sent.
    """

    prepared: Prepared
    source: str
    run: Run
    items: list[PreparedCase]
    tally: Tally
    diagnosing: Diagnosing
    asked: int
    problem: Problem = field(init=False)
    teller: Teller = field(init=False)
    _batches: dict[int, Batch] = field(init=False)
    _needs: dict[str, tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        """Find out what can be asked for at once."""
        self.problem = self.prepared.problem
        self._needs = {group.name: group.requires for group in self.problem.groups}
        early = groups_before_hidden(self.problem)
        self.teller = Teller(self.problem, early)
        self._batches = self.prepared.batches.find_all(self.items, self.problem, early)

    def judge_cases(self) -> Iterator[Sequence[CaseResult]]:
        """Hear that the file is loaded, then for each case in turn, or for many at once: ask, receive, compare."""
        loaded = self.run.receive(0, self.problem.limits.load_seconds, Reason.LOAD)
        further = FurtherCalls(self.problem, self.run)
        if loaded.status is not RunStatus.OK:
            why = explain_failure(loaded, self.problem, self.source, hidden=self.items[0].case.hidden)
            yield [self.tally.add(result) for result in fail_first(self.items, why, loaded)]
            return
        index = 0
        while index < len(self.items):
            results = self._accept_batch(index) or [self._judge_next(index, further, loaded)]
            yield results
            index += len(results)
        self.diagnosing.ask_again(self.run, len(self.items) + 1)

    def _judge_next(self, index: int, further: FurtherCalls, loaded: Outcome) -> CaseResult:
        """The result of one case, as it is told."""
        item = self.items[index]
        telling = self.teller.choose(item)
        result = self._skip(item) or self._judge_case(index, further, telling)
        told = self.teller.fit(result if index else add_load_output(result, loaded), telling)
        return self.tally.add(told, result.seconds)

    def _accept_batch(self, index: int) -> list[CaseResult]:
        """The results of the batch that begins here, if all of its answers come soon and are right; else none."""
        batch = self._batch_at(index)
        if batch is None:
            return []
        started = time.monotonic()
        self._ask(index)
        if not (self.tally.all_well and self._is_right(batch)):  # where one fails, others mostly do
            return []
        self.run.accept(batch.size, len(batch.items))
        self._ask_ahead(batch.end - 1)
        self.tally.add_seconds(time.monotonic() - started)
        return [self._accept(item) for item in batch.items]

    def _batch_at(self, index: int) -> Batch | None:
        """The batch that begins here, if none of its cases is left out."""
        batch = self._batches.get(index) if self.run.alive else None
        return None if batch is None or any(map(self._unmet, batch.groups)) else batch

    def _is_right(self, batch: Batch) -> bool:
        """Whether all answers come soon and are right; with a core to spare, the last one alone is waited for."""
        run, size, ahead = self.run, batch.early.size, cores.to_spare()
        seconds = min(_PATIENCE_SECONDS, self.problem.limits.wall_seconds or _PATIENCE_SECONDS)
        if ahead and not (run.await_answers(size, seconds) and batch.early.accepts(run.peek(0, size))):
            return False
        if not run.await_answers(batch.size, seconds):
            return False
        return (ahead or batch.early.accepts(run.peek(0, size))) and batch.last.accepts(run.peek(size))

    def _accept(self, item: PreparedCase) -> CaseResult:
        self.diagnosing.note_accepted(item)
        return self.tally.add(CaseResult(item.case.name, item.case.group, Verdict.ACCEPTED, drawn=item.drawn))

    def _skip(self, item: PreparedCase) -> CaseResult | None:
        """The result of a case that is not run; None where it is."""
        if not self.run.alive:
            return report_not_run(item)
        group = self._unmet(item.case.group)
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
        """Send a case's inputs, or those of the batch that it begins, unless they were sent ahead."""
        if self.asked > index:
            return
        batch = self._batch_at(index)
        if batch is None:
            self.run.send(frames.request(frames.CALL, index + 1, self.items[index].payload))
            self.asked = index + 1
        else:
            self.run.send(batch.requests, len(batch.items))
            self.asked = batch.end

    def _ask_ahead(self, index: int) -> None:
        """Let the child work on the next case while this one is compared, if its gate does not wait for this one."""
        if index + 1 >= len(self.items):
            self.diagnosing.ask_again(self.run, index + 2)
            return
        here, batch = self.items[index].case.group, self._batch_at(index + 1)
        following = batch.groups if batch else (self.items[index + 1].case.group,)
        waits = any(here in self._needs[group] or self._unmet(group) for group in following)
        if self.run.alive and not waits:
            self._ask(index + 1)

    def _unmet(self, group: str) -> str:
        """The group that it requires and that did not pass, if one stands in the way."""
        return next((name for name in self._needs[group] if self.tally.failed(name)), "")

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
