"""Which walls stand, and whether they hold: a self-test that tries to break each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from grader.errors import SandboxUnavailableError
from grader.model import Limits, Reason, RunStatus
from grader.sandbox import frames, wire
from grader.sandbox.outcome import Outcome
from grader.sandbox.probes import PROBES, Probe
from grader.sandbox.requirements import REQUIRED
from grader.sandbox.run import Run

_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Wall:
    """One line of the examination.

    Attributes:
        name: the wall, or the wall and what was tried at it.
        holds: whether it stands, or withstood the attempt.
        required: whether nothing may be judged without it.
        detail: "on", or why not, or how the attempt ended.
    """

    name: str
    holds: bool
    required: bool
    detail: str


class Opens(Protocol):
    """What can give a run in a fresh child (a `Sandbox`)."""

    def open(self, limits: Limits) -> AbstractContextManager[Run]:
        """A run in a fresh child."""

    @property
    def walls(self) -> dict[str, str]:
        """What the zygote said of each wall."""


def list_walls(sandbox: Opens) -> Iterator[Wall]:
    """Each wall as the zygote put it on."""
    for name, state in sandbox.walls.items():
        yield Wall(name, state.startswith("on"), name in REQUIRED, state)


def self_test(sandbox: Opens, unreadable: str) -> Iterator[Wall]:
    """Try to break each wall from inside; `unreadable` is a file that a child must not be able to read."""
    for probe in PROBES:
        outcome = _attempt(sandbox, probe, unreadable)
        yield Wall(
            f"{probe.wall}: {probe.title}", _was_denied(outcome), required=True, detail=_describe_outcome(outcome)
        )


def require_self_test(sandbox: Opens, unreadable: str) -> None:
    """Raise SandboxUnavailableError with the attempts that got through."""
    broken = [f"{wall.name} ({wall.detail})" for wall in self_test(sandbox, unreadable) if not wall.holds]
    if broken:
        raise SandboxUnavailableError(f"the self-test got through: {'; '.join(broken)}")


def _attempt(sandbox: Opens, probe: Probe, unreadable: str) -> Outcome:
    with sandbox.open(Limits()) as run:
        run.send(frames.load(probe.source, "probe", 1))
        loaded = run.receive(0, _SECONDS, Reason.LOAD)
        if loaded.status is not RunStatus.OK:
            return loaded
        run.send(frames.request(frames.CALL, 1, wire.encode((unreadable,))))
        return run.receive(1, _SECONDS, Reason.CASE)


def _was_denied(outcome: Outcome) -> bool:
    """Only a probe that ran and was denied proves a wall; anything else counts as broken."""
    return outcome.status is RunStatus.OK and isinstance(outcome.value, str) and outcome.value.startswith("denied")


def _describe_outcome(outcome: Outcome) -> str:
    if outcome.status is RunStatus.OK:
        return str(outcome.value)
    return f"the probe did not finish: {outcome.status} {outcome.reason or ''} {outcome.said.message}".strip()
