"""What can be wrong with handing in, and with waiting for what comes of it."""

from __future__ import annotations

from collections.abc import Mapping

from app.kernel.faults import Fault, FaultKind
from grader.model import SOURCE_LIMIT


class SourceTooLargeError(Fault):
    """A program that is longer than any that is judged; nothing was stored."""

    kind = FaultKind.TOO_LARGE

    def __init__(self, size: int) -> None:
        super().__init__(
            f"Your program has {size:,} bytes; at most {SOURCE_LIMIT:,} (64 kB) are taken. Nothing was handed in: "
            "please make it shorter and try again."
        )


class InputsRefusedError(Fault):
    """Custom input that does not fit; nothing was stored.

    Attributes:
        faults: by argument, a sentence that says what is wrong and what to change.
    """

    kind = FaultKind.INVALID

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("The inputs do not fit this problem. " + " ".join(faults.values()))
        self.faults = dict(faults)

    @property
    def errors(self) -> list[dict[str, object]]:
        """For problem details: where in the request, and what."""
        return [{"location": ["body", "inputs", name], "message": text} for name, text in self.faults.items()]


class TooManyOutstandingError(Fault):
    """This visitor has too many submissions that are not judged yet; nothing was stored."""

    kind = FaultKind.TOO_MANY
    retry_after = 2

    def __init__(self, limit: int) -> None:
        super().__init__(f"{limit} of your submissions are waiting to be judged. Please let one finish first.")


class TooManyListeningError(Fault):
    """This visitor has too many streams of live results open."""

    kind = FaultKind.TOO_MANY
    retry_after = 5

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"{limit} of your pages are listening to live results. Please close one, or load this one again."
        )


class TooManyListeningFromError(Fault):
    """Too many streams of live results go to one address."""

    kind = FaultKind.TOO_MANY
    retry_after = 5

    def __init__(self) -> None:
        super().__init__(
            "Too many pages of your network are listening to live results. Load this one again to see the verdict."
        )


class ListenersFullError(Fault):
    """Too many are listening to live results already."""

    kind = FaultKind.UNAVAILABLE
    retry_after = 5

    def __init__(self) -> None:
        super().__init__(
            "Too many pages are listening to live results just now. Load this one again to see the verdict."
        )
