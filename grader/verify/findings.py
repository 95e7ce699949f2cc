"""What the verifier found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grader.verify.margin import Margin
from grader.verify.matrix import Matrix


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked.

    Attributes:
        check: what was checked: reference, alternative, mistake, mutant, starter, worked, number, tolerance, ...
        subject: which program or place, such as ``no-tanh`` or ``theory, line 12``.
        holds: whether it is as it must be.
        detail: what came of it; when it does not hold, also how to mend it.
        rejected_by: for wrong programs, the cases that reject it.
        required: whether the problem falls short where this does not hold; else it is advice.
    """

    check: str
    subject: str
    holds: bool
    detail: str
    rejected_by: tuple[str, ...] = ()
    required: bool = True

    @property
    def mark(self) -> str:
        """``ok``, ``FAIL`` or ``note``."""
        return "ok" if self.holds else "FAIL" if self.required else "note"


@dataclass(frozen=True, slots=True)
class Report:
    """All findings of one problem.

    Attributes:
        cases: how many cases a program is judged on.
        matrix: wrong programs by cases; None where nothing could be run.
        margin: where the tolerance stands; None likewise, and in a quick check.
        quick: whether only a few draws were tried, and none of the built-in wrong programs.
    """

    problem: str
    version: str
    cases: int
    findings: tuple[Finding, ...]
    matrix: Matrix | None = None
    margin: Margin | None = None
    quick: bool = False

    @property
    def passed(self) -> bool:
        """Whether everything holds that must."""
        return all(finding.holds or not finding.required for finding in self.findings)

    def as_object(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "problem": self.problem,
            "problem_version": self.version,
            "passed": self.passed,
            "cases": self.cases,
            "quick": self.quick,
            "findings": [
                {
                    "check": finding.check,
                    "subject": finding.subject,
                    "holds": finding.holds,
                    "required": finding.required,
                    "detail": finding.detail,
                    "rejected_by": list(finding.rejected_by),
                }
                for finding in self.findings
            ],
            "matrix": self.matrix.as_object() if self.matrix else None,
            "tolerance": self.margin.as_object() if self.margin else None,
        }
