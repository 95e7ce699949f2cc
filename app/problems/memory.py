"""The stores of problem versions and preparations in a `MemoryDatabase`, for tests."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from app.kernel.work import Work
from app.problems.model import Preparation
from app.storage.memory import table_of
from grader.model import Problem

_VERSIONS, _PREPARATIONS = "problem_version", "preparation"


class MemoryVersionStore:
    """Implements `app.problems.ports.VersionStore`."""

    def add(self, work: Work, problem: Problem) -> bool:
        kept, key = table_of(work, _VERSIONS), (problem.id, problem.version)
        new = key not in kept
        kept.setdefault(key, dict(problem.files))
        return new

    def files(self, work: Work, problem_id: str, version: str) -> Mapping[str, bytes] | None:
        return table_of(work, _VERSIONS).get((problem_id, version))


class MemoryPreparationStore:
    """Implements `app.problems.ports.PreparationStore`."""

    def get(self, work: Work, judging_version: str, environment: str) -> Preparation | None:
        return table_of(work, _PREPARATIONS).get((judging_version, environment))

    def put(self, work: Work, preparation: Preparation) -> None:
        key = preparation.judging_version, preparation.environment
        table_of(work, _PREPARATIONS)[key] = preparation

    def keep_only(self, work: Work, judging_versions: Collection[str], environment: str) -> None:
        kept = table_of(work, _PREPARATIONS)
        for key in list(kept):
            if key[0] not in judging_versions or key[1] != environment:
                del kept[key]
