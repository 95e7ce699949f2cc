"""The line in which jobs wait within one process: bounded, and fair to those for whom they are done."""

from __future__ import annotations

import threading

from app.jobs.model import Job, JudgingUnavailableError, QueueFullError, Turn
from app.jobs.turns import Turns


class WaitingLine:
    """Jobs whose rows are stored. Every method may be called from any thread."""

    def __init__(self, capacity: int, turns: Turns) -> None:
        """Let at most ``capacity`` wait of those that somebody waits for; what is made ahead of need takes no place."""
        self._capacity = capacity
        self._turns = turns
        self._reserved = 0
        self._refusal = ""
        self._closed = False
        self._changed = threading.Condition()

    def reserve(self, turn: Turn) -> None:
        """Count a place as taken from now on, so that not even a burst can overrun the capacity.

        Raises:
            QueueFullError: every place is taken.
            JudgingUnavailableError: `refuse` was called.
        """
        if turn is not Turn.WAITED_FOR:
            return
        with self._changed:
            if self._refusal:
                raise JudgingUnavailableError(self._refusal)
            if self._turns.waiting + self._reserved >= self._capacity:
                raise QueueFullError
            self._reserved += 1

    def release(self, turn: Turn) -> None:
        """Give a reserved place back."""
        if turn is Turn.WAITED_FOR:
            with self._changed:
                self._reserved -= 1

    def fill(self, job: Job) -> None:
        """Put a job into the place that was reserved for it."""
        self.release(job.turn)
        self.append(job)

    def append(self, job: Job) -> None:
        """Let it wait, and wake one taker; never refused."""
        with self._changed:
            self._turns.add(job)
            self._changed.notify()

    def take(self) -> Job | None:
        """Sleep until it is some job's turn; None once the line is closed."""
        with self._changed:
            while not self._closed:
                if (job := self._turns.take()) is not None:
                    return job
                self._changed.wait()
            return None

    def end(self, job: Job, seconds: float) -> None:
        """A job that was taken is no longer being done; that may make it another's turn."""
        with self._changed:
            self._turns.end(job, seconds)
            self._changed.notify()

    def refuse(self, reason: str) -> None:
        """Refuse from now on."""
        with self._changed:
            self._refusal = reason

    def close(self) -> None:
        """Wake everyone."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
