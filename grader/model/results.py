"""What came of running one case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.model.specs import Value
from grader.model.words import Reason, Verdict, Warn


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
        uncompared: whether there was no expected value, so that only the form was looked at (custom input alone).
        peak_kb: on a submission's last result, the most memory that its process held, interpreter and NumPy included,
            in kB; None where it is not known.
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
    uncompared: bool = False
    peak_kb: int | None = None
