"""A job: what is to be done, by its kind and a key."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from app.kernel.faults import Fault, FaultKind

MAX_TRIES = 3
"""How often a job is tried before it is given up."""


class Turn(IntEnum):
    """Whose turn is first: whoever waits for an answer comes before what is made ahead of need."""

    WAITED_FOR = 0
    AHEAD_OF_NEED = 1


@dataclass(frozen=True, slots=True)
class Job:
    """Something to be done once; of one kind and key there is never more than one.

    Attributes:
        kind: which handler does it.
        key: what it is to be done with, such as a submission's id.
        client: for whom it is done, who take turns; empty where that is nobody in particular.
        tries: how often it has been begun, this time included.
    """

    kind: str
    key: str
    turn: Turn = Turn.WAITED_FOR
    client: str = ""
    tries: int = 0


class QueueFullError(Fault):
    """Too much is waiting already; nothing was stored."""

    kind = FaultKind.UNAVAILABLE
    retry_after = 5

    def __init__(self) -> None:
        super().__init__("The queue is full just now. Nothing was lost: please send it again in a moment.")


class JudgingUnavailableError(Fault):
    """This machine cannot confine submitted code, so nothing is judged; nothing was stored."""

    kind = FaultKind.UNAVAILABLE
