"""Whose turn it is: those for whom jobs are done take turns, and nobody who may be slow can hold every slot.

With jobs in one line, a visitor who hands in a hundred programs that sleep has everybody else wait for a hundred. Here
each client, a visitor or an address, has a line of its own, and the lines take turns (round robin: Nagle, RFC 970).
A job that runs cannot be put off, so of the slots at most half are held by those of whom nothing is known yet or whose
last jobs were slow, together, and at most half by any one client.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from enum import Enum

from app.jobs.model import Job, Turn

SLOW_SECONDS = 1.0
"""From this on a job counts as slow."""

_REMEMBERED = 10_000
"""Of how many clients the pace is known; of the one that was asked longest ago it is forgotten first."""


class Pace(Enum):
    """What is expected of a job, which decides how many may run at a time."""

    QUICK = "quick"
    UNSURE = "unsure"
    """The client is new, or was slow."""
    AHEAD = "ahead"
    """Nobody waits for it."""


def runners_for(slots: int) -> int:
    """How many jobs may run at a time: with one slot a spare one as well, so that there is a half to keep free."""
    return max(2, slots)


class Turns:
    """The jobs that wait, by client, and those that run. Not for several threads at a time."""

    def __init__(self, slots: int) -> None:
        """Share out so many slots."""
        self._half = max(1, slots // 2)
        self._bounds = {Pace.QUICK: slots, Pace.UNSURE: self._half, Pace.AHEAD: self._half}
        self._lines: dict[Turn, OrderedDict[str, deque[Job]]] = {turn: OrderedDict() for turn in Turn}
        self._running: dict[tuple[str, str], Pace] = {}
        self._paces: Counter[Pace] = Counter()
        self._clients: Counter[str] = Counter()
        self._slow: OrderedDict[str, bool] = OrderedDict()
        self.waiting = 0

    def add(self, job: Job) -> None:
        """Let it wait at the end of its client's line."""
        self._lines[job.turn].setdefault(job.client, deque()).append(job)
        self.waiting += job.turn is Turn.WAITED_FOR

    def take(self) -> Job | None:
        """The next that may run, which counts as running from now on; None where there is none."""
        for lines in self._lines.values():
            for client, line in lines.items():
                pace = self._pace(line[0])
                if self._may_run(client, pace):
                    return self._start(client, pace, lines)
        return None

    def end(self, job: Job, seconds: float) -> None:
        """It runs no longer, and took this long."""
        self._paces[self._running.pop((job.kind, job.key))] -= 1
        self._clients[job.client] -= 1
        if not self._clients[job.client]:
            del self._clients[job.client]
        if job.turn is Turn.WAITED_FOR:
            self._remember(job.client, slow=seconds > SLOW_SECONDS)

    def _start(self, client: str, pace: Pace, lines: OrderedDict[str, deque[Job]]) -> Job:
        line = lines.pop(client)
        job = line.popleft()
        if line:
            lines[client] = line  # behind everybody else's
        self._running[job.kind, job.key] = pace
        self._paces[pace] += 1
        self._clients[client] += 1
        self.waiting -= job.turn is Turn.WAITED_FOR
        return job

    def _pace(self, job: Job) -> Pace:
        if job.turn is not Turn.WAITED_FOR:
            return Pace.AHEAD
        return Pace.UNSURE if self._slow.get(job.client, True) else Pace.QUICK

    def _may_run(self, client: str, pace: Pace) -> bool:
        return self._clients[client] < self._half and self._paces[pace] < self._bounds[pace]

    def _remember(self, client: str, *, slow: bool) -> None:
        self._slow[client] = slow
        self._slow.move_to_end(client)
        if len(self._slow) > _REMEMBERED:
            self._slow.popitem(last=False)
