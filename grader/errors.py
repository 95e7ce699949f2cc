"""What can go wrong on our side or an instructor's; a student's fault is a value, never one of these."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


class GraderError(Exception):
    """The root of every exception that this library raises on purpose."""


class SandboxUnavailableError(GraderError):
    """A required wall is missing or the self-test failed: nothing may be judged here."""


class SandboxBrokenError(GraderError):
    """The zygote died or spoke nonsense; the submission is not to blame and may be tried again."""


class ProtocolError(GraderError):
    """Bytes from a child that are no frame of ours (the submission's fault, turned into a verdict)."""


class UnfitProblemError(GraderError):
    """The reference or `worked` program of a problem failed in the sandbox: the problem is not fit to judge."""


class StoredDataError(GraderError):
    """What was stored of a prepared problem is damaged, of another format or of another problem: compute it again."""


@dataclass(frozen=True, slots=True)
class FileFault:
    """One thing wrong in an instructor's file, with where it is and how to mend it.

    Attributes:
        path: the file that holds the fault.
        line: its line, from 1.
        column: its column, from 1.
        field: the dotted key, such as ``cases.3.dims``.
        message: what is wrong, and how to mend it.
    """

    path: Path
    line: int
    column: int
    field: str
    message: str

    def __str__(self) -> str:
        """``file:line:column: field: what, and how to mend it``."""
        return f"{self.path}:{self.line}:{self.column}: {self.field}: {self.message}"


class ProblemFormatError(GraderError):
    """A problem that cannot be read; carries every fault that was found, in the order of the file."""

    def __init__(self, faults: list[FileFault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults
