"""A submission, its life and its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import dropwhile

from app.kernel.actor import Actor
from grader.model import CaseReport, Conclusion, Mode, Verdict

BLAMELESS = frozenset({Verdict.INTERNAL_ERROR, Verdict.CANCELLED})
"""Verdicts that never count as an attempt."""


class State(StrEnum):
    """A submission's life. The verdict is null until it is done."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Result:
    """The final judgement, as it is stored and shown.

    Attributes:
        problem_version: the version that it was judged against.
        cases: already fit for the student's eyes.
    """

    problem_version: str
    conclusion: Conclusion
    cases: tuple[CaseReport, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """What lists tell of a submission: everything but its source and its cases.

    Attributes:
        verdict: None until it is done.
        mistake: the id of the mistake that was recognised, or empty.
        peak_kb: the most memory that its process held, in kB, or None where it is not known.
        custom: whether it ran on custom input.
    """

    id: str
    problem_id: str
    mode: Mode
    created_at: datetime
    state: State
    verdict: Verdict | None = None
    score: float = 0.0
    max_score: float = 0.0
    seconds: float = 0.0
    mistake: str = ""
    peak_kb: int | None = None
    custom: bool = False

    @property
    def judged(self) -> bool:
        """Whether it has a verdict that counts: our own failures do not."""
        return self.verdict is not None and self.verdict not in BLAMELESS


@dataclass(frozen=True, slots=True)
class Submission:
    """A program handed in for one problem.

    Attributes:
        id: unguessable and url-safe, at least 128 bits.
        problem_version: the version that it was handed in for, and is judged by.
        source: the bytes as they came; whether they are UTF-8 is for the judge to say.
        owner: whose it is, or None: then whoever knows the id may read it.
        created_at: aware, UTC.
        result: None until the state is done.
        inputs: the custom input of a run, as it was written for each argument; else None.
    """

    id: str
    problem_id: str
    problem_version: str
    mode: Mode
    source: bytes
    owner: str | None
    created_at: datetime
    state: State = State.QUEUED
    result: Result | None = None
    inputs: Mapping[str, str] | None = None

    @property
    def custom(self) -> bool:
        """Whether it runs on custom input."""
        return self.inputs is not None

    @property
    def done(self) -> bool:
        """Whether the result is final."""
        return self.state is State.DONE

    @property
    def verdict(self) -> Verdict | None:
        """The verdict, or None until it is done."""
        return self.result.conclusion.verdict if self.result else None

    @property
    def text(self) -> str:
        """The source as text to show; bytes that are not UTF-8 become U+FFFD."""
        return self.source.decode("utf-8", errors="replace")

    @property
    def summary(self) -> Summary:
        """What lists tell of it."""
        known = (self.id, self.problem_id, self.mode, self.created_at, self.state)
        if self.result is None:
            return Summary(*known, custom=self.custom)
        conclusion = self.result.conclusion
        mistake = conclusion.mistake.id if conclusion.mistake else ""
        figures = (conclusion.score, conclusion.max_score, conclusion.seconds)
        return Summary(*known, conclusion.verdict, *figures, mistake, conclusion.peak_kb, self.custom)

    def readable_by(self, actor: Actor) -> bool:
        """Whether this actor may read it: its owner, or anyone who knows the id of one without an owner."""
        return self.owner is None or self.owner == actor.owner


def up_to(submission_id: str, history: Iterable[Summary]) -> tuple[Summary, ...]:
    """A submission and all that came before it, of a history with the newest first; nothing where it is not in it.

    The order is that of the store: a clock may be set back.
    """
    return tuple(dropwhile(lambda line: line.id != submission_id, history))


def internal_error(problem_version: str, message: str) -> Result:
    """The result of a submission that we failed to judge; it costs the student nothing."""
    return Result(problem_version, Conclusion(Verdict.INTERNAL_ERROR, message=message))
