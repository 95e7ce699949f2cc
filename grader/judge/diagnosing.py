"""What is gathered of a failing submission while it is judged, and what is made of it at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.checkers import Context, Difference, compare_any
from grader.diagnosis import Budget, MistakeTable, Seen, apart, describe, recognise, see
from grader.judge.prepared_case import PreparedCase
from grader.judge.telling import Telling
from grader.model import Mistake, Problem, Reason, RunStatus
from grader.sandbox import Outcome, Run, frames

_SECRET_SECONDS = 1.0
"""How long the secret set may take: whoever is slow is not kept waiting for a name."""
_FIRST_NUMBER = 1 << 21
"""Requests for cases are numbered from 1; those of the secret set lie far beyond."""


@dataclass(slots=True)
class Diagnosing:
    """The state of one submission's diagnosis; of an accepted one it only counts the cases.

    Attributes:
        enabled: whether there is any; without it nothing is looked at, and nothing is told.
        failed: whether a case failed.
        unsteady: whether a failing case that is told in full, called again at the end, gave another answer.
    """

    problem: Problem
    enabled: bool = True
    failed: bool = False
    unsteady: bool = False
    _beyond_samples: bool = False
    _seen: list[tuple[int, Seen | None]] = field(default_factory=list)
    _budget: Budget = field(default_factory=Budget)
    _again: int = 0
    _told: tuple[PreparedCase, Seen] | None = None

    @property
    def recognises(self) -> bool:
        """Whether enough was run to recognise a mistake: on the samples alone, different mistakes look alike."""
        return self.failed and self._beyond_samples and bool(self.problem.mistakes)

    def note_accepted(self, item: PreparedCase) -> None:
        """A case that passed."""
        self._note(item, None)

    def note_no_answer(self, item: PreparedCase, outcome: Outcome) -> None:
        """A case whose call gave none."""
        if self.enabled:
            self.failed = True
            self._note(item, see(item.expected, outcome))

    def note_wrong(
        self, item: PreparedCase, outcome: Outcome, difference: Difference, context: Context, telling: Telling
    ) -> str:
        """A wrong answer: what it looks like, where it is told in full; else nothing."""
        if not self.enabled:
            return ""
        self.failed = True
        seen = see(item.expected, outcome)
        self._note(item, seen)
        if telling is not Telling.FULL:
            return ""
        self._told = self._told or (item, seen)
        if not self._budget.covers(outcome.value):
            return ""
        return describe(difference, (item.expected, outcome.value), self.problem.returns, context, item.case.inputs)

    def _note(self, item: PreparedCase, seen: Seen | None) -> None:
        """What was drawn for this submission alone is in no table."""
        if self.enabled:
            self._beyond_samples = self._beyond_samples or item.case.hidden
            if item.index is not None:
                self._seen.append((item.index, seen))

    def ask_again(self, run: Run, number: int) -> None:
        """Call the first failing case that is told in full once more; the child works while the judge looks."""
        if self._told is None or self._again or not run.alive:
            return
        self._again = number
        run.send(frames.request(frames.CALL, number, self._told[0].payload))

    def hear_again(self, run: Run) -> None:
        """Hold the second answer, if one was asked for, against the first."""
        if self._told is None or not self._again or not run.alive:
            return
        item, first = self._told
        outcome = run.receive(self._again, item.call(self.problem.limits).seconds, Reason.CASE)
        self.unsteady = outcome.status is RunStatus.OK and apart(first, see(item.expected, outcome))

    def try_secret_set(self, run: Run, items: Sequence[PreparedCase]) -> None:
        """See what the program does on draws that score nobody: they tell mistakes apart that fixed cases do not."""
        left = _SECRET_SECONDS
        for number, item in enumerate(items, start=_FIRST_NUMBER):
            if left <= 0 or not run.alive:
                return
            run.send(frames.request(frames.CALL, number, item.payload))
            outcome = run.receive(number, min(item.call(self.problem.limits).seconds, left), Reason.CASE)
            left -= outcome.seconds
            if outcome.status is RunStatus.TIMED_OUT:
                return
            right = outcome.status is RunStatus.OK and self._is_right(item, outcome)
            self._note(item, None if right else see(item.expected, outcome))

    def _is_right(self, item: PreparedCase, outcome: Outcome) -> bool:
        context = Context(self.problem.tolerance, item.case.dims, hidden=True)
        return compare_any(item.answers, outcome.value, self.problem.returns, context)[1] is None

    def recognise(self, table: MistakeTable) -> Mistake | None:
        """The known mistake that the submission has made, if it is one."""
        found = recognise(table, self._seen, unsteady=self.unsteady)
        return next((mistake for mistake in self.problem.mistakes if mistake.program.id == found), None)
