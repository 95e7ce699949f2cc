"""A problem as it is judged and shown."""

from __future__ import annotations

from collections.abc import Mapping
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
class CasePool:
    """Cases of which a submission gets ``count``: a fixed case is a pool of one."""

    cases: tuple[TestCase, ...]
    count: int = 1


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
    pools: tuple[CasePool, ...]
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
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False, compare=False)

    @property
    def samples(self) -> tuple[TestCase, ...]:
        """The cases that are shown in full."""
        return tuple(case for pool in self.pools for case in pool.cases if not case.hidden)
