"""What a program does on every case that a problem holds, every draw of its fresh ones among them."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from grader.checkers import Context, Difference, compare_any
from grader.judge import Prepared, PreparedCase, PreparedEntry, prepare
from grader.judge.calls import Refusal, load_request, source_text
from grader.judge.further_calls import FurtherCalls, Missed
from grader.judge.own_programs import describe_outcome
from grader.model import Problem, Reason, RunStatus, Value
from grader.sandbox import Outcome, Said, Sandbox, frames

DRAWS, QUICK_DRAWS = 200, 20
"""How many draws of each fresh entry programs are tried on, and how many in a quick check."""
_SAMPLED = 4
"""By so many draws it is found out how long the reference takes, and how large inputs are."""
_LEAST_DRAWS = 8
_DRAW_SECONDS = 4.0
"""How long the reference may take for all draws."""
_DRAW_BYTES = 64 << 20
"""How many bytes of inputs all draws may take."""
_ROOM = 10
"""How many times its budget a submission may take here, where it meets every draw of every case."""


@dataclass(frozen=True)
class ProvingGround:
    """A problem that is ready to have programs tried on it.

    Attributes:
        prepared: the problem, its cases with all of their inputs.
    """

    prepared: Prepared

    @classmethod
    def of(cls, problem: Problem, sandbox: Sandbox, most: int = DRAWS) -> ProvingGround:
        """Prepare a problem, with at most so many draws of each entry; fewer where they are slow or large.

        Raises:
            UnfitProblemError: its reference fails.
        """
        if not problem.fresh_counts:
            return cls(prepare(problem, sandbox, {}))
        began = time.monotonic()
        few = prepare(problem, sandbox, fixed_seeds(problem, _SAMPLED))
        seconds = (time.monotonic() - began) / len(few.items)
        size = max(len(item.payload) for item in few.secret)
        room = min(_DRAW_SECONDS / seconds, _DRAW_BYTES / size) / len(problem.fresh_counts)
        draws = min(most, max(_LEAST_DRAWS, int(room)))
        return cls(prepare(problem, sandbox, fixed_seeds(problem, draws)))

    @property
    def problem(self) -> Problem:
        """The problem."""
        return self.prepared.problem

    @property
    def entries(self) -> tuple[PreparedEntry, ...]:
        """Its cases, and many draws of the fresh ones, with the reference's answers."""
        return self.prepared.entries

    @property
    def seeds(self) -> dict[int, Sequence[str]]:
        """Those of the draws, by the index of their entry."""
        return {index: entry.seeds for index, entry in enumerate(self.entries) if entry.seeds}

    @cached_property
    def items(self) -> tuple[PreparedCase, ...]:
        """Every case and every draw."""
        return self.prepared.items

    def passes(self, item: PreparedCase, outcome: Outcome) -> bool:
        """Whether an outcome is a right answer to a case."""
        if outcome.status is not RunStatus.OK:
            return False
        return self.difference(item, outcome.value) is None

    def difference(self, item: PreparedCase, value: Value) -> Difference | None:
        """What is wrong with an answer to a case, held against the right one that it comes nearest to."""
        context = Context(self.problem.tolerance, item.case.dims, hidden=False)
        return compare_any(item.answers, value, self.problem.returns, context)[1]

    def accepted(self, ran: Ran) -> list[bool]:
        """For each case whether a program's answer is right and its function has the properties that are asked for."""
        cases = zip(self.items, ran.outcomes, strict=True)
        return [index not in ran.missed and self.passes(item, one) for index, (item, one) in enumerate(cases)]

    def explain(self, item: PreparedCase, outcome: Outcome) -> str:
        """In a sentence, why an outcome is no right answer."""
        if outcome.status is not RunStatus.OK:
            return describe_outcome(outcome)
        difference = self.difference(item, outcome.value)
        return difference.message if difference else ""


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of one program.

    Attributes:
        loaded: how loading it went.
        outcomes: one for each case; where the program could not be loaded, or its process had ended, that outcome.
        missed: by the index of a case, which property of the function does not hold there, in a sentence.
    """

    loaded: Outcome
    outcomes: tuple[Outcome, ...]
    missed: Mapping[int, str] = field(default_factory=dict)

    @property
    def loads(self) -> bool:
        """Whether the program could be loaded at all."""
        return self.loaded.status is RunStatus.OK


def fixed_seeds(problem: Problem, draws: int) -> dict[int, list[str]]:
    """The same seeds every time, for each fresh entry."""
    return {index: [f"{number:032x}" for number in range(draws)] for index in problem.fresh_counts}


def run(ground: ProvingGround, source: bytes, sandbox: Sandbox, entry_point: str = "") -> Ran:
    """Load a program and call it on every case, one after the other in one child."""
    text = source_text(source)
    if isinstance(text, Refusal):
        refused = Outcome(RunStatus.RAISED, text.reason, said=Said(message=text.message))
        return Ran(refused, (refused,) * len(ground.items))
    limits = ground.problem.limits
    with sandbox.open(replace(limits, submission_seconds=_ROOM * limits.submission_seconds)) as child:
        child.send(load_request(text, ground.problem, entry_point))
        last = loaded = child.receive(0, limits.load_seconds, Reason.LOAD)
        outcomes, missed = [], {}
        further = FurtherCalls(ground.problem, child)
        for number, item in enumerate(ground.items, start=1):
            if child.alive and loaded.status is RunStatus.OK:
                child.send(frames.request(frames.CALL, number, item.payload))
                last = child.receive(number, item.call(limits).seconds, Reason.CASE)
                if found := further.find_missed(item, last):
                    missed[number - 1] = _sentence(found)
            outcomes.append(last)
    return Ran(loaded, tuple(outcomes), missed)


def _sentence(missed: Missed) -> str:
    """Which property does not hold."""
    if missed.difference is not None:
        return missed.difference.message
    return f"{missed.circumstances}: {describe_outcome(missed.outcome) if missed.outcome else 'no answer'}"
