"""Whether the site can do what it is there for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Check: TypeAlias = Callable[[], str | None]
"""Why something does not work just now, or None."""


@dataclass(frozen=True, slots=True)
class Readiness:
    """All that must work."""

    checks: Sequence[Check]

    def fault(self) -> str | None:
        """The first reason why it is not ready, or None."""
        return next((reason for check in self.checks if (reason := check()) is not None), None)
