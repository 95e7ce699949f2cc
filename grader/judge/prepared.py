"""What is known of a problem before any submission. Nothing of it is kept here: whoever prepares a problem owns it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.diagnosis import MistakeTable
from grader.judge.batches import KeptBatches
from grader.judge.prepared_case import PreparedCase
from grader.model import Problem, Value


@dataclass(frozen=True, slots=True)
class PreparedEntry:
    """One entry under `cases`, prepared.

    Attributes:
        cases: the fixed case; of a fresh entry, draws that no submission is judged by (see `Prepared`).
        count: how many cases of it a submission gets.
        seeds: those of the draws, 32 hexadecimal digits each; none for a fixed case.
    """

    cases: tuple[PreparedCase, ...]
    count: int = 1
    seeds: tuple[str, ...] = ()

    @property
    def auto_seconds(self) -> float:
        """What `auto` gives each of its cases: for fresh ones, what the slowest of these draws asks for."""
        return max(item.auto_seconds for item in self.cases)


@dataclass(frozen=True, slots=True)
class Examples:
    """What the page of a problem shows before any run.

    Attributes:
        expected: the reference's answers, one for each of `problem.samples`.
        worked: named values for the prose: what `worked` returns on the first sample, its inputs by argument name,
            and the reference's answer as `expected`.
    """

    expected: tuple[Value, ...]
    worked: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A problem that submissions can be judged on.

    Its fresh entries hold a secret set of draws, by which mistakes are recognised and nobody is scored. What a
    submission is scored by is drawn for it alone and is not kept here.

    Attributes:
        problem: the problem as it was read; inputs that a program makes are in the entries alone.
        entries: its cases with all that is computed of them, in the order of the problem's entries.
        table: what the known mistakes do on them; None while that was not looked at.
        examples: what the problem's page shows; None while it was not computed.
        diagnosed: whether submissions are told what is wrong beyond each case's message.
        batches: what is computed of its fixed cases once the first submission asks for them together.
    """

    problem: Problem
    entries: tuple[PreparedEntry, ...]
    table: MistakeTable | None = None
    examples: Examples | None = None
    diagnosed: bool = True
    batches: KeptBatches = field(default_factory=KeptBatches, compare=False, repr=False)

    @property
    def items(self) -> tuple[PreparedCase, ...]:
        """Every case, the secret set among them."""
        return tuple(item for entry in self.entries for item in entry.cases)

    @property
    def fixed(self) -> tuple[PreparedCase, ...]:
        """The cases that every submission gets."""
        return tuple(entry.cases[0] for entry in self.entries if not entry.seeds)

    @property
    def secret(self) -> tuple[PreparedCase, ...]:
        """The draws by which mistakes are recognised and nobody is scored."""
        return tuple(item for entry in self.entries if entry.seeds for item in entry.cases)
