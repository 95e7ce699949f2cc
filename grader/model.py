"""The words of the judge as frozen values: problems, cases, and what came of running them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

import numpy as np

Value: TypeAlias = (
    "bool | int | float | complex | str | np.generic | np.ndarray[Any, Any]"
    " | list[Value] | tuple[Value, ...] | dict[str, Value] | Foreign | ForeignArray | None"
)
"""Anything that an entry point may take or give back (the two foreign ones are only ever given back)."""

SAMPLE_GROUP = "sample"
"""The group whose cases are shown in full; every other group is hidden."""

SOURCE_LIMIT = 64 * 1024
"""Largest source, in bytes of UTF-8."""


class RunStatus(StrEnum):
    """A fact from the sandbox about one load or one call."""

    OK = "ok"
    RAISED = "raised"
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    OUTPUT_OVERFLOW = "output_overflow"
    KILLED = "killed"
    VIOLATED = "violated"


class Verdict(StrEnum):
    """The judgement of a case or a submission (the last three never of both)."""

    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong_answer"
    RUNTIME_ERROR = "runtime_error"
    COMPILE_ERROR = "compile_error"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    SECURITY_VIOLATION = "security_violation"
    INTERNAL_ERROR = "internal_error"
    CANCELLED = "cancelled"
    NOT_RUN = "not_run"


class Reason(StrEnum):
    """Why, finer than the verdict."""

    WRONG_TYPE = "wrong_type"
    WRONG_KEYS = "wrong_keys"
    WRONG_LENGTH = "wrong_length"
    WRONG_SHAPE = "wrong_shape"
    WRONG_DTYPE = "wrong_dtype"
    NOT_FINITE = "not_finite"
    WRONG_VALUE = "wrong_value"
    PROPERTY_FAILED = "property_failed"
    TOO_LARGE = "too_large"
    SYNTAX = "syntax"
    NOT_UTF8 = "not_utf8"
    NUL = "nul"
    MISSING_ENTRY_POINT = "missing_entry_point"
    BAD_SIGNATURE = "bad_signature"
    RAISED = "raised"
    EXITED = "exited"
    CRASHED = "crashed"
    CASE = "case"
    LOAD = "load"
    SUBMISSION = "submission"
    MEMORY = "memory"
    STDOUT = "stdout"
    PROTOCOL = "protocol"
    SYSCALL = "syscall"
    REQUIRES = "requires"
    STOPPED = "stopped"
    CANCELLED = "cancelled"


class Warn(StrEnum):
    """What may stand beside an accepted verdict."""

    INPUTS_CHANGED = "inputs_changed"
    CONVERTED = "converted"


class Mode(StrEnum):
    """Which cases a submission runs: the samples, or all of them."""

    RUN = "run"
    SUBMIT = "submit"


class Layout(StrEnum):
    """How the arrays of a case lie in memory; copies are always fresh and writable."""

    C = "c"
    FORTRAN = "fortran"
    STRIDED = "strided"


class Scoring(StrEnum):
    """How a group's points are given: split equally over its cases, or all or nothing."""

    EACH = "each"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Foreign:
    """An object of a type that does not travel, such as a generator or an ndarray subclass: only its type's name does.

    Attributes:
        type_name: module and name of the type, such as ``numpy.matrix``; a student's own text, so untrusted.
    """

    type_name: str


@dataclass(frozen=True, slots=True)
class ForeignArray:
    """An exact ndarray whose dtype does not travel (neither bool, int, float nor complex).

    Attributes:
        dtype_name: the dtype as NumPy writes it, such as ``object`` or ``<U5``; may hold a student's own text.
        shape: its shape.
    """

    dtype_name: str
    shape: tuple[int, ...]


class Profile(StrEnum):
    """What a child may open: the standard library and NumPy, or nothing beyond what is already imported."""

    DEFAULT = "default"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a submission may use. Seconds are wall time; memory is beyond the warm interpreter's own."""

    wall_seconds: float = 2.0
    load_seconds: float = 5.0
    submission_seconds: float = 20.0
    memory_mb: int = 512
    profile: Profile = Profile.DEFAULT


@dataclass(frozen=True, slots=True)
class Tolerance:
    """``|got - want| <= atol + rtol*|want|``; ``atol=None`` means rtol x 1e-3 x max|want| of that output."""

    rtol: float = 1e-9
    atol: float | None = None
    equal_nan: bool = False


@dataclass(frozen=True, slots=True)
class Property:
    """What must hold of an array itself, whatever the reference gives.

    Attributes:
        kind: ``orthogonal`` (columns orthonormal), ``unit_norm``, ``sums_to_one`` or ``sorted``.
        axis: along which; of no meaning for ``orthogonal``, which takes the last two.
        atol: how far it may be missed.
        descending: for ``sorted``, from large to small.
    """

    kind: str
    axis: int = -1
    atol: float = 1e-9
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Goal:
    """A measure of an array against the reference's, held to a bound in place of each value to its own.

    Attributes:
        measure: ``accuracy``, ``mean_squared_error`` or ``mean_absolute_error``.
        bound: the least accuracy, or the largest error.
    """

    measure: str
    bound: float


@dataclass(frozen=True, slots=True)
class ArraySpec:
    """An ndarray: symbolic shape (``"N?"`` may be absent, ints are fixed), dtype name, a name for each axis.

    Attributes:
        tolerance: its own, in place of the problem's.
        properties: what must hold of it, checked before its values.
        unordered: whether its rows (along the first axis) may stand in any order.
        free: whether its values are not compared at all, so that its form and its properties alone count.
        goal: how well it must do, in place of comparing its values.
    """

    shape: tuple[str | int, ...]
    dtype: str = "float64"
    axes: tuple[str, ...] = ()
    tolerance: Tolerance | None = None
    properties: tuple[Property, ...] = ()
    unordered: bool = False
    free: bool = False
    goal: Goal | None = None


@dataclass(frozen=True, slots=True)
class ScalarSpec:
    """One of ``float int bool complex str none``; ``tolerance`` is its own, in place of the problem's."""

    kind: str
    tolerance: Tolerance | None = None


@dataclass(frozen=True, slots=True)
class DictSpec:
    """A dict with exactly these keys."""

    items: Mapping[str, Spec]


@dataclass(frozen=True, slots=True)
class SequenceSpec:
    """A tuple or a list (``kind`` says which) of exactly these items."""

    kind: str
    items: tuple[Spec, ...]


Spec: TypeAlias = "ArraySpec | ScalarSpec | DictSpec | SequenceSpec"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of the entry point."""

    name: str
    spec: ArraySpec | ScalarSpec
    meaning: str = ""


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
    """

    __test__ = False

    name: str
    group: str
    inputs: Mapping[str, Value]
    layout: Layout = Layout.C
    dims: Mapping[str, int] = field(default_factory=dict)
    explanation: str = ""
    hint: str = ""

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
class Program:
    """A whole source file that belongs to a problem."""

    id: str
    source: bytes


@dataclass(frozen=True, slots=True)
class Mistake:
    """A named wrong program with the feedback that teaches."""

    program: Program
    message: str
    hints: tuple[str, ...] = ()


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
    """Everything that is read: Markdown with LaTeX maths; ``{{ name[0]:.4f }}`` takes values of `worked`."""

    statement: str
    theory: str = ""
    hints: tuple[Hint, ...] = ()
    requirements: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem as it is judged and shown. ``version`` is the hash of all that it is made of."""

    id: str
    version: str
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
    tolerance: Tolerance = Tolerance()
    limits: Limits = Limits()
    track: Track | None = None
    source: Paper | None = None

    @property
    def samples(self) -> tuple[TestCase, ...]:
        """The cases that are shown in full."""
        return tuple(case for pool in self.pools for case in pool.cases if not case.hidden)


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of one case, already fit for the student's eyes: a hidden case carries no value of any kind.

    Attributes:
        message: one or two plain sentences: what is wrong first.
        max_abs_error: largest absolute error; for hidden cases a power of ten, or None.
        line: the line of the student's file where it was raised, from 1.
        first_index: name of the first differing element by axis, such as ``batch 0, step 1``.
        stdout: what the case printed (samples only).
        diagnosis: what a wrong answer looks like, in one or two sentences, or empty.
        mistake: on a failing submission's last result, the id of the mistake that was recognised in it, or empty.
        unsteady: on the same, whether two calls with the same input gave two answers.
    """

    name: str
    group: str
    verdict: Verdict
    reason: Reason | None = None
    message: str = ""
    hidden: bool = True
    max_abs_error: float | None = None
    max_rel_error: float | None = None
    differing: int | None = None
    total: int | None = None
    first_index: str | None = None
    exception: str | None = None
    line: int | None = None
    trace: str = ""
    warnings: tuple[Warn, ...] = ()
    hint: str = ""
    seconds: float = 0.0
    stdout: str = ""
    stdout_cut: bool = False
    inputs: Mapping[str, Value] | None = None
    expected: Value = None
    got: Value = None
    returned: bool = False
    diagnosis: str = ""
    mistake: str = ""
    unsteady: bool = False
