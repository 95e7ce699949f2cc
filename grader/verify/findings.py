"""What the verifier found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grader.verify.margin import Margin
from grader.verify.matrix import Matrix

_IN_FULL = 2
_NAMES_LENGTH = 90


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
        margin: where the tolerance stands; None likewise.
    """

    problem: str
    version: str
    cases: int
    findings: tuple[Finding, ...]
    matrix: Matrix | None = None
    margin: Margin | None = None

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

    def as_text(self) -> str:
        """The report for a terminal: what holds in one line a check, what does not in full, then the two tables."""
        lines = [self._heading, ""]
        lines += [f"  {line}" for check in dict.fromkeys(f.check for f in self.findings) for line in self._lines(check)]
        if self.matrix and self.matrix.rows:
            lines += ["", *(f"  {line}".rstrip() for line in self.matrix.as_lines())]
        if self.margin:
            lines += ["", *(f"  {line}".rstrip() for line in self.margin.as_lines())]
        return "\n".join([*lines, ""])

    @property
    def _heading(self) -> str:
        """Problem, verdict and how much was tried."""
        draws = sum(column.draws for column in self.matrix.columns) if self.matrix else 0
        tried = f"{self.cases} cases" + (f" in each submission, {draws} tried" if draws > self.cases else "")
        return f"{self.problem}: {'all holds' if self.passed else 'falls short'} ({tried})"

    def _lines(self, check: str) -> Iterator[str]:
        """The lines of one check."""
        findings = [finding for finding in self.findings if finding.check == check]
        held = [finding for finding in findings if finding.holds]
        if len(held) <= _IN_FULL and len({finding.detail for finding in held}) == len(held):
            yield from (f"ok    {check} {finding.subject}: {finding.detail}" for finding in held)
        elif held:
            yield f"ok    {check}: {_together(held)}"
        for finding in findings:
            if not finding.holds:
                yield f"{finding.mark:4}  {check} {finding.subject}: {finding.detail}"


def _together(held: list[Finding]) -> str:
    """Several findings that hold, on one line: what they share, and their names if those are few."""
    details = {finding.detail for finding in held}
    names = ", ".join(finding.subject for finding in held)
    named = f" ({names})" if len(names) <= _NAMES_LENGTH else ""
    told = "rejected" if all(finding.rejected_by for finding in held) else "there"
    return f"{details.pop() if len(details) == 1 else told}, {len(held)} of {len(held)}{named}"
