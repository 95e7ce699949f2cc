"""A problem as it is judged and shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from grader.model.programs import Generated, Mistake, Program
from grader.model.relations import Relation
from grader.model.specs import Argument, Spec, Tolerance, Value
from grader.model.words import Layout, Profile, Scoring

SAMPLE_GROUP = "sample"
"""The group whose cases are shown in full; every other group is hidden."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a submission may use. Seconds are wall time; memory is beyond the warm interpreter's own.

    Attributes:
        wall_seconds: for one case; None takes it from the reference's own time when that is prepared.
    """

    wall_seconds: float | None = None
    load_seconds: float = 5.0
    submission_seconds: float = 20.0
    memory_mb: int = 512
    profile: Profile = Profile.DEFAULT


@dataclass(frozen=True, slots=True)
class Group:
    """A named set of cases with points; ``requires`` names groups that must be passed before it runs."""

    name: str
    points: float = 0.0
    requires: tuple[str, ...] = ()
    scoring: Scoring = Scoring.EACH

    @property
    def hidden(self) -> bool:
        """Whether students see only names, counts and points."""
        return self.name != SAMPLE_GROUP


@dataclass(frozen=True, slots=True)
class TestCase:
    """One set of inputs, by argument name and in the order of the signature.

    Attributes:
        dims: what each symbol of the declared shapes stands for here, such as ``{"N": 3}``.
        explanation: Markdown shown beside a sample, or empty.
        hint: one sentence shown when the case fails, or empty.
        relations: what must hold of the student's own function around this case.
        generated: what makes the inputs that are not there yet; None where all are.
    """

    __test__ = False

    name: str
    group: str
    inputs: Mapping[str, Value]
    layout: Layout = Layout.C
    dims: Mapping[str, int] = field(default_factory=dict)
    explanation: str = ""
    hint: str = ""
    relations: tuple[Relation, ...] = ()
    generated: Generated | None = None

    @property
    def hidden(self) -> bool:
        """Whether a student must never see inputs or values of this case."""
        return self.group != SAMPLE_GROUP


@dataclass(frozen=True, slots=True)
class CaseEntry:
    """One entry under `cases`: a fixed case, or fresh ones, of which every submission gets ``count`` of its own.

    Attributes:
        case: the fixed case; of fresh ones an example, which no submission meets.
        draw: makes a fresh case of a seed of 128 bits; None for a fixed case.
    """

    case: TestCase
    count: int = 1
    draw: Callable[[int], TestCase] | None = field(default=None, compare=False)

    @property
    def fresh(self) -> bool:
        """Whether its cases are drawn anew for each submission."""
        return self.draw is not None


@dataclass(frozen=True, slots=True)
class Draw:
    """A fresh case as it is kept, from its making to the end of the submission that it was drawn for.

    Attributes:
        entry: the index of its entry in `Problem.entries`.
        seed: 32 hexadecimal digits.
        content: its inputs and its right answers, for the judge alone; empty while it is not made.
    """

    entry: int
    seed: str
    content: bytes = b""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint, shown once that many submissions have been judged."""

    text: str
    after_attempts: int = 0


@dataclass(frozen=True, slots=True)
class Paper:
    """The publication that an exercise comes from."""

    author: str
    title: str
    year: int


@dataclass(frozen=True, slots=True)
class Track:
    """Where a problem stands in a series."""

    name: str
    position: int


@dataclass(frozen=True, slots=True)
class Prose:
    """Everything that is read: Markdown with LaTeX maths; ``{{ name[0]:.4f }}`` takes values of `worked`.

    The editorial is only for those who have solved the problem.
    """

    statement: str
    theory: str = ""
    hints: tuple[Hint, ...] = ()
    requirements: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    editorial: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem as it is judged and shown.

    Attributes:
        version: the hash of all that it is made of.
        judging_version: the hash of all that judging depends on, and of nothing that is only read.
        any_of: a program that lists every right answer, where there is more than one.
        shows_reference: whether students see what the reference returns for custom input.
        shows_fresh: whether students see the first fresh case that fails, with its values.
        waived: by the name of a check, why its finding is put up with.
        files: all that was read for it, by name, the document itself as `problem.yaml`.
    """

    id: str
    version: str
    judging_version: str
    title: str
    status: str
    difficulty: str
    concepts: tuple[str, ...]
    entry_point: str
    arguments: tuple[Argument, ...]
    returns: Spec
    prose: Prose
    starter: str
    reference: Program
    groups: tuple[Group, ...]
    entries: tuple[CaseEntry, ...]
    alternatives: tuple[Program, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    worked: Program | None = None
    any_of: Program | None = None
    tolerance: Tolerance = field(default_factory=Tolerance)
    limits: Limits = Limits()
    track: Track | None = None
    source: Paper | None = None
    uuid: str = ""
    shows_reference: bool = False
    shows_fresh: bool = True
    waived: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False, compare=False)

    @property
    def samples(self) -> tuple[TestCase, ...]:
        """The cases that are shown in full."""
        return tuple(entry.case for entry in self.entries if not entry.case.hidden)

    @property
    def fresh_counts(self) -> Mapping[int, int]:
        """How many fresh cases a submission gets, by the index of their entry."""
        return {index: entry.count for index, entry in enumerate(self.entries) if entry.fresh}
