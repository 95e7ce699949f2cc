"""The time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]
"""The time now: aware, UTC."""


def utc_now() -> datetime:
    """The machine's clock."""
    return datetime.now(UTC)
