"""What is to be done once a unit of work has ended, one way or the other."""

from __future__ import annotations

from collections.abc import Callable

Action = Callable[[], None]


class Callbacks:
    """The part of `app.kernel.work.Work` that is the same for every database."""

    def __init__(self) -> None:
        self._committed: list[Action] = []
        self._rolled_back: list[Action] = []

    def after_commit(self, action: Action) -> None:
        """Have something done once all of this is stored."""
        self._committed.append(action)

    def after_rollback(self, action: Action) -> None:
        """Have something done if nothing of this is stored."""
        self._rolled_back.append(action)

    def end(self, *, committed: bool) -> None:
        """Do what was asked for, in that order."""
        for action in self._committed if committed else self._rolled_back:
            action()
