"""Hand in a program, and read what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from app.draws.service import Draws
from app.jobs.model import Job
from app.jobs.ports import JobQueue
from app.kernel.actor import Actor
from app.kernel.clock import Clock
from app.kernel.faults import NotFoundError
from app.kernel.identity import new_id, repeatable_id
from app.kernel.work import Database
from app.problems.service import Problems
from app.submissions.faults import SourceTooLargeError, TooManyOutstandingError
from app.submissions.model import Submission, Summary
from app.submissions.ports import InputChecker, SubmissionStore
from app.submissions.progress import NO_PROGRESS, ProblemProgress
from grader.model import SOURCE_LIMIT, Mode, Problem

OUTSTANDING_LIMIT = 20
"""How many submissions of one visitor may wait at a time."""

JUDGE = "judge"
"""The kind of the job that has a submission judged; its key is the submission's id."""


@dataclass(frozen=True, slots=True)
class Backing:
    """Where submissions go: the database, the rows, the queue, and the time."""

    database: Database
    store: SubmissionStore
    queue: JobQueue
    clock: Clock


class Submissions:
    """Every submission goes in and is read through here."""

    def __init__(self, problems: Problems, draws: Draws, backing: Backing, check: InputChecker) -> None:
        self._check = check
        self._problems, self._draws = problems, draws
        self._database, self._store = backing.database, backing.store
        self._queue, self._clock = backing.queue, backing.clock

    def problem(self, slug: str) -> Problem:
        """The problem that is handed in for; raises NotFoundError."""
        return self._problems.get(slug)

    def submit(self, slug: str, source: bytes, mode: Mode, actor: Actor, key: str = "") -> Submission:
        """Store a submission and queue it; it is acknowledged, and will be judged, once this returns.

        Whether the source can be read is for the judge to say, so any bytes are taken that are not too many. With a
        ``key``, the same content sent again by the same actor is the submission that it was the first time.

        Raises:
            SourceTooLargeError: no program of this length is judged; nothing was stored.
            NotFoundError: no such problem.
            QueueFullError: too much is waiting; nothing was stored.
            TooManyOutstandingError: too much of this actor's is waiting; nothing was stored.
            JudgingUnavailableError: nothing can be judged on this machine; nothing was stored.
        """
        problem = self._problems.get(slug)
        _refuse_large(source)
        name = _make_id(actor, key, slug.encode(), mode.encode(), source)
        return self._store_and_queue(
            Submission(name, problem.id, problem.version, mode, source, actor.owner, self._clock()), actor, key
        )

    def run_custom_input(
        self, slug: str, source: bytes, inputs: Mapping[str, str], actor: Actor, key: str = ""
    ) -> Submission:
        """Store and queue a run on custom input: what was written for each argument.

        Raises:
            InputsRefusedError: they do not fit; nothing was stored.
            SourceTooLargeError, NotFoundError, QueueFullError, TooManyOutstandingError, JudgingUnavailableError: as
                for `submit`.
        """
        problem = self._problems.get(slug)
        _refuse_large(source)
        self._check(problem, inputs)
        name = _make_id(actor, key, slug.encode(), b"custom", source, json.dumps(inputs).encode())
        known = (name, problem.id, problem.version, Mode.RUN, source, actor.owner, self._clock())
        return self._store_and_queue(Submission(*known, inputs=dict(inputs)), actor, key)

    def _store_and_queue(self, submission: Submission, actor: Actor, key: str) -> Submission:
        """Store and queue it, or find what was sent before with the same key."""
        if key and (earlier := self._get(submission.id)) is not None:
            return earlier
        if actor.owner is not None and self._count_outstanding(actor.owner) >= OUTSTANDING_LIMIT:
            raise TooManyOutstandingError(OUTSTANDING_LIMIT)
        with self._database.unit_of_work() as work:
            new = self._store.add(work, submission)
            if new:
                self._queue.put(work, Job(JUDGE, submission.id, client=actor.client))
                if submission.mode is Mode.SUBMIT:
                    self._draws.claim(work, self._problems.get(submission.problem_id), submission.id)
        return submission if new else self.read(submission.id, actor)  # sent twice at the same moment

    def read(self, submission_id: str, actor: Actor) -> Submission:
        """A submission that this actor may read: an own one, or one that has no owner.

        Raises:
            NotFoundError: unknown, or another's.
        """
        submission = self._get(submission_id)
        if submission is None or not submission.readable_by(actor):
            raise NotFoundError("There is no submission by that name.")
        return submission

    def history(self, actor: Actor, slug: str | None = None, limit: int = 50) -> tuple[Summary, ...]:
        """The actor's own submissions, newest first, of one problem or of all."""
        if actor.owner is None:
            return ()
        with self._database.read() as work:
            return self._store.history(work, actor.owner, slug, limit)

    def list_beside(self, submission: Submission) -> tuple[Summary, ...]:
        """What its owner has handed in for the same problem, itself among it; nothing where it has none."""
        if submission.owner is None:
            return ()
        with self._database.read() as work:
            return self._store.history(work, submission.owner, submission.problem_id)

    def progress(self, actor: Actor) -> Mapping[str, ProblemProgress]:
        """The actor's progress by problem id; problems never tried are missing (see `progress_in`)."""
        if actor.owner is None:
            return {}
        with self._database.read() as work:
            return self._store.progress(work, actor.owner)

    def progress_in(self, actor: Actor, slug: str) -> ProblemProgress:
        """The actor's progress in one problem."""
        return self.progress(actor).get(slug, NO_PROGRESS)

    def _get(self, submission_id: str) -> Submission | None:
        with self._database.read() as work:
            return self._store.get(work, submission_id)

    def _count_outstanding(self, owner: str) -> int:
        with self._database.read() as work:
            return self._store.count_outstanding(work, owner)


def _refuse_large(source: bytes) -> None:
    if len(source) > SOURCE_LIMIT:
        raise SourceTooLargeError(len(source))


def _make_id(actor: Actor, key: str, *parts: bytes) -> str:
    """The identifier of a new submission; with a key the same for the same content."""
    return repeatable_id(actor.id, key, *parts) if actor.owner and key else new_id()
