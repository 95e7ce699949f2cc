"""Have a problem's own programs run ahead of need, once for an installation."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Protocol

from app.jobs.model import Job
from app.kernel.work import Work
from app.problems.model import Preparation
from app.problems.ports import PreparationStore
from app.problems.service import Problems
from grader.model import Problem

_log = logging.getLogger(__name__)


class Preparer(Protocol):
    """Runs a problem's own programs in a sandbox."""

    def prepare(self, problem: Problem) -> Preparation:
        """What they compute, or why the problem is not fit to be judged.

        Raises:
            ToolBrokenError: the sandbox is of no more use; the problem is not to blame.
        """


class PrepareHandler:
    """Implements `app.jobs.ports.Handler` for jobs of the kind `prepare`."""

    def __init__(self, problems: Problems, store: PreparationStore) -> None:
        self._problems, self._store = problems, store

    def begin(self, work: Work, job: Job) -> Problem | None:  # noqa: ARG002 - nothing is noted
        """The problem of that judging version, if it is still offered."""
        return self._problems.by_judging_version(job.key)

    def run(self, task: Problem, tool: Preparer) -> Callable[[Work], None]:
        """Compute it."""
        preparation = tool.prepare(task)
        if preparation.fault:
            _log.error("the problem %s cannot be judged: %s", task.id, preparation.fault)
        return partial(self._finish, preparation)

    def give_up(self, work: Work, job: Job) -> None:  # noqa: ARG002 - nothing is stored
        """Submissions then prepare it by themselves."""
        _log.error("what is needed to judge %s could not be computed ahead of need", job.key)

    def _finish(self, preparation: Preparation, work: Work) -> None:
        self._store.put(work, preparation)
