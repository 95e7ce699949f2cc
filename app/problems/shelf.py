"""Prepared problems as one judging thread has them at hand: in memory, from the store, or computed now."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from app.kernel.work import Database
from app.problems.model import Preparation, ShownExamples
from app.problems.ports import PreparationStore
from grader.errors import StoredDataError, UnfitProblemError
from grader.judge import Prepared, complete, decode_prepared, encode_prepared, prepare
from grader.model import Problem
from grader.reports import json_value
from grader.sandbox import Sandbox

_log = logging.getLogger(__name__)

ENVIRONMENT = f"numpy {np.__version__}"
"""What computes preparations here: another NumPy may come to other bits."""

_KEPT = 16


class Shelf:
    """What is prepared, by version; the oldest go first. Used in one thread."""

    def __init__(self, database: Database, store: PreparationStore) -> None:
        self._database, self._store = database, store
        self._kept: OrderedDict[str, Prepared] = OrderedDict()

    def take(self, problem: Problem, sandbox: Sandbox) -> Prepared:
        """What is needed to judge a problem; computed in the sandbox only where it was not stored.

        Raises:
            UnfitProblemError: the problem's own programs fail.
            SandboxBrokenError: the zygote died.
        """
        prepared = self._kept.pop(problem.version, None) or self._stored(problem) or prepare(problem, sandbox)
        return self._keep(prepared)

    def prepare(self, problem: Problem, sandbox: Sandbox) -> Preparation:
        """Compute all that an installation stores of a problem; raises SandboxBrokenError."""
        name = problem.judging_version
        try:
            prepared = complete(prepare(problem, sandbox), sandbox)
        except UnfitProblemError as error:
            return Preparation(name, ENVIRONMENT, fault=str(error))
        self._keep(prepared)
        return Preparation(name, ENVIRONMENT, encode_prepared(prepared), _examples(prepared))

    def _keep(self, prepared: Prepared) -> Prepared:
        self._kept[prepared.problem.version] = prepared
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return prepared

    def _stored(self, problem: Problem) -> Prepared | None:
        with self._database.read() as work:
            found = self._store.get(work, problem.judging_version, ENVIRONMENT)
        if found is None:
            return None
        if found.fault:
            raise UnfitProblemError(found.fault)
        try:
            return decode_prepared(problem, found.content)
        except StoredDataError as error:
            _log.warning("what was stored of %s cannot be used and is computed again: %s", problem.id, error)
            return None


@dataclass(frozen=True, slots=True)
class ShelfMaker:
    """Makes a shelf for each judging thread."""

    database: Database
    store: PreparationStore

    def make(self) -> Shelf:
        """An empty one."""
        return Shelf(self.database, self.store)


def _examples(prepared: Prepared) -> ShownExamples | None:
    made = prepared.examples
    if made is None:
        return None
    worked = {name: json_value(value) for name, value in made.worked.items()}
    return ShownExamples(tuple(json_value(value) for value in made.expected), worked)
