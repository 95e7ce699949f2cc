"""Exceptions that are raised on purpose. Each is of a kind, and the web answers by kind: no table lists them all."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar


class FaultKind(StrEnum):
    """What sort of answer a fault has; each is one status of HTTP."""

    INVALID = "invalid"
    """What was sent cannot be taken as it is."""
    UNAUTHENTICATED = "unauthenticated"
    """It takes somebody who is known."""
    FORBIDDEN = "forbidden"
    """Whoever asks may not do this, or not yet."""
    NOT_FOUND = "not_found"
    """There is none, or it is another's: the two are never told apart."""
    CONFLICT = "conflict"
    """It does not go with how things stand now."""
    TOO_LARGE = "too_large"
    """It is larger than what is taken."""
    TOO_MANY = "too_many"
    """Whoever asks has asked too much."""
    UNAVAILABLE = "unavailable"
    """It cannot be done just now, whoever asks."""
    NO_ROOM = "no_room"
    """There is no room left to store anything."""


class Fault(Exception):  # noqa: N818 - the root of the family; its members say Error
    """The root of the family; the message is fit for whoever asked.

    Attributes:
        kind: what sort of answer it has.
        retry_after: seconds after which to try again, or None where that is not known to help.
    """

    kind: ClassVar[FaultKind]
    retry_after: int | None = None

    @property
    def errors(self) -> list[dict[str, object]]:
        """For problem details: where in the request each thing is wrong, and what; most often nothing."""
        return []


class NotFoundError(Fault):
    """Nothing here by that name, or it belongs to someone else: the two are never told apart."""

    kind = FaultKind.NOT_FOUND


class UnauthenticatedError(Fault):
    """Only somebody who is known may do this."""

    kind = FaultKind.UNAUTHENTICATED


class ForbiddenError(Fault):
    """Whoever asks may not do this."""

    kind = FaultKind.FORBIDDEN


class TooOftenError(Fault):
    """Whoever asks has asked for this too often in a short time; nothing was done."""

    kind = FaultKind.TOO_MANY

    def __init__(self, seconds: int) -> None:
        self.retry_after = seconds
        unit = "second" if seconds == 1 else "seconds"
        super().__init__(
            f"Too many requests came from you, or from your network, in a short time. Please wait {seconds} {unit} and "
            "try again; what you wrote is still where you wrote it."
        )


class StoreFullError(Fault):
    """The store has no room left, most often a full disk; nothing of this write was stored, and all before it is."""

    kind = FaultKind.NO_ROOM
    retry_after = 60

    def __init__(self) -> None:
        super().__init__(
            "This server has no room left, so what you just sent was not stored: please keep your copy of it. "
            "Everything stored before is safe. Whoever runs this site has to make room; then send it again."
        )
