"""What a owner is writing, before it is handed in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Draft:
    """The newest text of one owner for one problem.

    Attributes:
        revision: from 1, one more at each change; a text that was built on an older one never takes its place.
        saved_at: aware, UTC.
    """

    owner: str
    problem_id: str
    source: str
    revision: int
    saved_at: datetime
