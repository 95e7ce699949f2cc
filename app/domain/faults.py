"""What services raise. The web turns each into one status (see `app.web.errors`)."""

from __future__ import annotations


class Fault(Exception):  # noqa: N818 - the root of the family; its members say Error
    """The root: an exception that is raised on purpose and has an answer."""


class NotFoundError(Fault):
    """Nothing here by that name, or it belongs to someone else: the two are never told apart."""


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
