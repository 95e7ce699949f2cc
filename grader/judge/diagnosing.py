"""What is gathered of a failing submission while it is judged, and what is made of it at the end."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.checkers import Context, Difference
from grader.diagnosis import Budget, MistakeTable, Seen, apart, describe, recognise, see
from grader.judge.prepared import PreparedCase
from grader.model import Mistake, Problem, Reason, RunStatus
from grader.sandbox import Outcome, Run, wire


@dataclass(slots=True)
class Diagnosing:
    """The state of one submission's diagnosis; of an accepted one it only counts the cases.

    Attributes:
        enabled: whether there is any; without it nothing is looked at, and nothing is told.
        unsteady: whether a failing sample, called again at the end, gave another answer.
    """

    problem: Problem
    enabled: bool = True
    unsteady: bool = False
    _failed: bool = False
    _seen: list[tuple[int, Seen | None]] = field(default_factory=list)
    _groups: set[str] = field(default_factory=set)
    _budget: Budget = field(default_factory=Budget)
    _again: int = 0
    _hidden: bool = False
    _sample: tuple[PreparedCase, Seen] | None = None

    @property
    def telling(self) -> bool:
        """Whether enough was run to recognise a mistake: on the samples alone, different mistakes look alike."""
        return self._failed and self._hidden and bool(self.problem.mistakes)

    def note_accepted(self, item: PreparedCase) -> None:
        """A case that passed."""
        if not self.enabled:
            return
        self._hidden = self._hidden or item.case.hidden
        self._seen.append((item.index, None))

    def note_no_answer(self, item: PreparedCase, outcome: Outcome) -> None:
        """A case whose call gave none."""
        if not self.enabled:
            return
        self._failed = True
        self._hidden = self._hidden or item.case.hidden
        self._seen.append((item.index, see(item.expected, outcome)))

    def note_wrong(self, item: PreparedCase, outcome: Outcome, difference: Difference, context: Context) -> str:
        """A wrong answer: what it looks like. Where samples fail, they alone are described: they can be looked at."""
        if not self.enabled:
            return ""
        self._failed = True
        self._hidden = self._hidden or item.case.hidden
        seen = see(item.expected, outcome)
        self._seen.append((item.index, seen))
        if self._sample is None and not item.case.hidden:
            self._sample = item, seen
        if item.case.hidden and (self._sample or item.case.group in self._groups):
            return ""
        self._groups.add(item.case.group)
        if not self._budget.covers(outcome.value):
            return ""
        return describe(difference, (item.expected, outcome.value), self.problem.returns, context, item.case.inputs)

    def ask_again(self, run: Run, number: int) -> None:
        """Call the first failing sample once more, as request `number`; the child works while the judge looks."""
        if self._sample is None or self._again or not run.alive:
            return
        self._again = number
        run.send(wire.frame(wire.CALL, number, self._sample[0].payload))

    def hear_again(self, run: Run) -> None:
        """Hold the second answer, if one was asked for, against the first."""
        if self._sample is None or not self._again or not run.alive:
            return
        item, first = self._sample
        outcome = run.receive(self._again, item.call(self.problem.limits).seconds, Reason.CASE)
        self.unsteady = outcome.status is RunStatus.OK and apart(first, see(item.expected, outcome))

    def recognise(self, table: MistakeTable) -> Mistake | None:
        """The known mistake that the submission has made, if it is one."""
        found = recognise(table, self._seen, unsteady=self.unsteady)
        return next((mistake for mistake in self.problem.mistakes if mistake.program.id == found), None)
