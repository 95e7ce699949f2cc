"""What does not open yet, and what cannot be kept."""

from __future__ import annotations

from app.kernel.faults import Fault, FaultKind


class LockedError(Fault):
    """It is there, but does not open to this visitor yet; the message says what opens it."""

    kind = FaultKind.FORBIDDEN


class HintLockedError(Fault):
    """The turn of this hint has not come."""

    kind = FaultKind.CONFLICT

    def __init__(self) -> None:
        super().__init__("This hint is not open yet: hints open one after the other, the later ones with submissions.")


class DraftRefusedError(Fault):
    """What was typed is built on an older draft than the one that is stored, is too long, or came without a cookie."""

    kind = FaultKind.CONFLICT

    def __init__(self) -> None:
        super().__init__(
            "What you typed was not kept: a newer draft of this problem was saved elsewhere, or it is too long, or "
            "your browser sent no cookie. Go back, where it still stands, and copy what you need before you load the "
            "page again."
        )
