"""What services raise. The web turns each into one status (see `app.web.errors`)."""

from __future__ import annotations

from collections.abc import Mapping


class Fault(Exception):  # noqa: N818 - the root of the family; its members say Error
    """The root: an exception that is raised on purpose and has an answer."""


class NotFoundError(Fault):
    """Nothing here by that name, or it belongs to someone else: the two are never told apart."""


class LockedError(Fault):
    """It is there, but does not open to this visitor yet; the message says what opens it."""


class InputsRefusedError(Fault):
    """Inputs of the student's own that do not fit; nothing was stored.

    Attributes:
        faults: by argument, a sentence that says what is wrong and what to change.
    """

    def __init__(self, faults: Mapping[str, str]) -> None:
        """Keep the sentences."""
        super().__init__("The inputs do not fit this problem. " + " ".join(faults.values()))
        self.faults = dict(faults)

    @property
    def errors(self) -> list[dict[str, object]]:
        """For problem details: where in the request, and what."""
        return [{"location": ["body", "inputs", name], "message": text} for name, text in self.faults.items()]


class QueueFullError(Fault):
    """Too much is waiting already; nothing was stored.

    Attributes:
        retry_after: seconds after which to try again.
    """

    def __init__(self, retry_after: int) -> None:
        """Keep the seconds."""
        super().__init__("The queue is full just now. Nothing was lost: please send it again in a moment.")
        self.retry_after = retry_after


class TooManyOutstandingError(Fault):
    """This visitor has too many submissions that are not judged yet; nothing was stored."""

    def __init__(self, limit: int, retry_after: int) -> None:
        """Keep the limit and the seconds after which to try again."""
        super().__init__(f"{limit} of your submissions are waiting to be judged. Please let one finish first.")
        self.retry_after = retry_after


class TooManyListeningError(Fault):
    """This visitor has too many streams of live results open."""

    def __init__(self, limit: int, retry_after: int) -> None:
        """Keep the limit and the seconds after which to try again."""
        super().__init__(
            f"{limit} of your pages are listening to live results. Please close one, or load this one again."
        )
        self.retry_after = retry_after


class ListenersFullError(Fault):
    """Too many are listening to live results already."""

    def __init__(self, retry_after: int) -> None:
        """Keep the seconds after which to try again."""
        super().__init__(
            "Too many pages are listening to live results just now. Load this one again to see the verdict."
        )
        self.retry_after = retry_after


class HintLockedError(Fault):
    """The turn of this hint has not come."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("This hint is not open yet: hints open one after the other, the later ones with submissions.")


class DraftRefusedError(Fault):
    """What was typed is built on an older draft than the one that is stored, or too long."""

    def __init__(self) -> None:
        """Say how nothing gets lost."""
        super().__init__(
            "What you typed was not kept: a newer draft of this problem was saved elsewhere, or it is too long. Go "
            "back, where it still stands, and copy what you need before you load the page again."
        )


class StoreFullError(Fault):
    """The store has no room left, most often a full disk; nothing of this write was stored, and all before it is.

    Attributes:
        retry_after: seconds after which to try again.
    """

    def __init__(self, retry_after: int = 60) -> None:
        """Keep the seconds."""
        super().__init__(
            "This server has no room left, so what you just sent was not stored: please keep your copy of it. "
            "Everything stored before is safe. Whoever runs this site has to make room; then send it again."
        )
        self.retry_after = retry_after


class JudgingUnavailableError(Fault):
    """This machine cannot confine submitted code, so nothing is judged; nothing was stored."""


class ExamplesError(Fault):
    """The examples of a problem could not be computed.

    Attributes:
        lasting: whether trying again in this process is pointless.
    """

    def __init__(self, message: str, *, lasting: bool) -> None:
        """Keep whether it lasts."""
        super().__init__(message)
        self.lasting = lasting
