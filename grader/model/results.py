"""What came of running a submission: of each case, and of all of it together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.model.specs import Value
from grader.model.words import Reason, Verdict, Warn


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of one case, already fit for the student's eyes: a hidden case carries no value of any kind.

    One that is fixed and hidden carries no figure either.

    Attributes:
        message: one or two plain sentences: what is wrong first.
        hidden: whether its inputs and values are kept back.
        drawn: whether it was drawn for this submission only, and is never met again.
        max_abs_error: largest absolute error; of a drawn case that is hidden a power of ten, or None.
        line: the line of the student's file where it was raised, from 1.
        first_index: name of the first differing element by axis, such as ``batch 0, step 1``.
        seconds: wall time of its call; None where it was not called, or that is not told.
        stdout: what the case printed; empty for hidden cases.
        diagnosis: what a wrong answer looks like, in one or two sentences, or empty.
        wrong: which elements of what was returned are wrong, for cases that are not hidden: by the place of an array
            in it, such as ``["outputs"]`` (empty for the whole), their flat indices in C order.
        uncompared: whether there was no expected value, so that only the form was looked at (custom input alone).
    """

    name: str
    group: str
    verdict: Verdict
    reason: Reason | None = None
    message: str = ""
    hidden: bool = True
    drawn: bool = False
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
    seconds: float | None = None
    stdout: str = ""
    stdout_cut: bool = False
    inputs: Mapping[str, Value] | None = None
    expected: Value = None
    got: Value = None
    returned: bool = False
    diagnosis: str = ""
    uncompared: bool = False
    wrong: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecognisedMistake:
    """A known mistake that a submission has made: its id, what is told of it, and its hints in their order."""

    id: str
    message: str
    hints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What came of a whole submission: verdict and reason are those of its first case that is not accepted.

    Attributes:
        message: what is wrong first, in one or two plain sentences, or empty.
        line: the line of the student's file that the message speaks of, from 1, or None.
        score: points earned, of ``max_score``.
        seconds: wall time of all cases.
        diagnosis: what is known of the fault beyond the message, in one or two sentences, or empty.
        mistake: the known mistake that was recognised, or None.
        peak_kb: the most memory that its process held, interpreter and NumPy included, in kB; None where not known.
    """

    verdict: Verdict
    reason: Reason | None = None
    message: str = ""
    line: int | None = None
    score: float = 0.0
    max_score: float = 0.0
    seconds: float = 0.0
    diagnosis: str = ""
    mistake: RecognisedMistake | None = None
    peak_kb: int | None = None
