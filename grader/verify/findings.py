"""What the verifier found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked.

    Attributes:
        check: what was checked: reference, alternative, mistake, starter, worked, number.
        subject: which program or place, such as ``no-tanh`` or ``theory, line 12``.
        holds: whether it is as it must be.
        detail: what came of it; when it does not hold, also how to mend it.
        rejected_by: for wrong programs, the cases that reject it.
    """

    check: str
    subject: str
    holds: bool
    detail: str
    rejected_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """All findings of one problem.

    Attributes:
        cases: how many cases a program was judged on.
    """

    problem: str
    version: str
    cases: int
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether everything holds."""
        return all(finding.holds for finding in self.findings)

    def as_object(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "problem": self.problem,
            "problem_version": self.version,
            "passed": self.passed,
            "cases": self.cases,
            "findings": [
                {
                    "check": finding.check,
                    "subject": finding.subject,
                    "holds": finding.holds,
                    "detail": finding.detail,
                    "rejected_by": list(finding.rejected_by),
                }
                for finding in self.findings
            ],
        }

    def as_text(self) -> str:
        """The report for a terminal."""
        lines = [f"{self.problem}: {'all holds' if self.passed else 'falls short'} ({self.cases} cases)"]
        for finding in self.findings:
            mark = "ok  " if finding.holds else "FAIL"
            lines.append(f"  {mark}  {finding.check} {finding.subject}: {finding.detail}")
        return "\n".join(lines)
