"""What the service of problems needs from outside, as Protocols.

VersionStore       the files of every version that was ever offered here
PreparationStore   what was computed of them
VersionReader      makes a problem of its files again
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Protocol, TypeAlias

from app.kernel.work import Work
from app.problems.model import Preparation
from grader.model import Problem

VersionReader: TypeAlias = Callable[[Mapping[str, bytes]], Problem | None]
"""The problem that these files make; None where this program cannot read them any more."""


class VersionStore(Protocol):
    """Where the versions of problems are kept, by the hash of their content."""

    def add(self, work: Work, problem: Problem) -> bool:
        """Keep the files of a problem; False where its version is kept already."""

    def files(self, work: Work, problem_id: str, version: str) -> Mapping[str, bytes] | None:
        """The files of a version, or None."""


class PreparationStore(Protocol):
    """Where preparations are kept."""

    def get(self, work: Work, judging_version: str, environment: str) -> Preparation | None:
        """The preparation, or None."""

    def put(self, work: Work, preparation: Preparation) -> None:
        """Keep it in place of an earlier one."""

    def keep_only(self, work: Work, judging_versions: Collection[str], environment: str) -> None:
        """Forget all others."""
