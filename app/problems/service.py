"""The problems that can be solved here, each version that a submission may be of, and their examples."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from app.jobs.model import Job, Turn
from app.jobs.ports import JobQueue
from app.kernel.faults import NotFoundError
from app.kernel.work import Database
from app.problems.model import Preparation, ShownExamples, TrackListing
from app.problems.ports import PreparationStore, VersionReader, VersionStore
from grader.model import Problem

PREPARE = "prepare"
"""The kind of the job that computes a preparation; its key is the judging version."""

_LISTED = "active"
_HIDDEN = "draft"
_VERSIONS_KEPT = 64
_PATIENCE_SECONDS = 5.0
"""How long a page waits for examples that are being computed."""
_LOOK_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Shelves:
    """Where problems are kept: the database, their versions, and what was computed of them in this environment."""

    database: Database
    versions: VersionStore
    preparations: PreparationStore
    read_version: VersionReader
    environment: str


class Problems:
    """Problems by slug, and what their own programs compute for the samples."""

    def __init__(self, problems: Mapping[str, Problem], shelves: Shelves) -> None:
        """Take the problems as they were read; drafts stay out of sight."""
        self._problems = {slug: problem for slug, problem in problems.items() if problem.status != _HIDDEN}
        self._shelves = shelves
        self._earlier: OrderedDict[str, Problem] = OrderedDict()
        self._examples: dict[str, ShownExamples | None] = {}
        self._lock = threading.Lock()

    def register(self, queue: JobQueue) -> None:
        """At start: keep each version, and ask for what is to be computed of it and is not there."""
        shelves, current = self._shelves, {p.judging_version: p for p in self._problems.values()}
        with shelves.database.unit_of_work() as work:
            for problem in self._problems.values():
                shelves.versions.add(work, problem)
            shelves.preparations.keep_only(work, current, shelves.environment)
            for name in current:
                if shelves.preparations.get(work, name, shelves.environment) is None:
                    queue.put(work, Job(PREPARE, name, Turn.AHEAD_OF_NEED))

    def get(self, slug: str) -> Problem:
        """The problem of that slug, listed or deprecated.

        Raises:
            NotFoundError: there is none, or it is a draft.
        """
        problem = self._problems.get(slug)
        if problem is None:
            raise NotFoundError("There is no problem by that name.")
        return problem

    def at(self, slug: str, version: str) -> Problem | None:
        """A version of a problem, or the present one where that version was never kept; None once it is taken away."""
        current = self._problems.get(slug)
        if current is None or current.version == version:
            return current
        with self._lock:
            kept = self._earlier.get(version)
        return kept or self._read(slug, version) or current

    def by_judging_version(self, name: str) -> Problem | None:
        """A problem of the present that is judged like that, or None."""
        return next((one for one in self._problems.values() if one.judging_version == name), None)

    def problems(self) -> tuple[Problem, ...]:
        """Every active problem, by track and position, then by title."""
        return tuple(problem for track in self.tracks() for problem in track.problems)

    def tracks(self) -> tuple[TrackListing, ...]:
        """The active problems by track, tracks by name, those without a track last."""
        grouped: dict[str, list[Problem]] = {}
        for problem in sorted(self._problems.values(), key=_find_order):
            if problem.status == _LISTED:
                grouped.setdefault(problem.track.name if problem.track else "", []).append(problem)
        return tuple(TrackListing(name, tuple(members)) for name, members in grouped.items())

    def find_next(self, slug: str) -> Problem | None:
        """The problem after this one in its track, if there is one."""
        for track in self.tracks():
            slugs = [problem.id for problem in track.problems]
            if track.name and slug in slugs[:-1]:
                return track.problems[slugs.index(slug) + 1]
        return None

    def examples(self, problem: Problem) -> ShownExamples | None:
        """The examples of a problem; None where they cannot be computed, or take longer than a page may wait."""
        name = problem.judging_version
        if name not in self._examples:
            preparation = self._wait_for_preparation(name)
            self._examples[name] = preparation.examples if preparation else None
        if self._examples[name] is None:  # it came too late for the first page, or its problem is unfit
            preparation = self._find_preparation(name)
            self._examples[name] = preparation.examples if preparation else None
        return self._examples[name]

    def _read(self, slug: str, version: str) -> Problem | None:
        with self._shelves.database.read() as work:
            files = self._shelves.versions.files(work, slug, version)
        problem = self._shelves.read_version(files) if files is not None else None
        if problem is not None:
            with self._lock:
                self._earlier[version] = problem
                while len(self._earlier) > _VERSIONS_KEPT:
                    self._earlier.popitem(last=False)
        return problem

    def _find_preparation(self, name: str) -> Preparation | None:
        with self._shelves.database.read() as work:
            return self._shelves.preparations.get(work, name, self._shelves.environment)

    def _wait_for_preparation(self, name: str) -> Preparation | None:
        end = time.monotonic() + _PATIENCE_SECONDS
        while (preparation := self._find_preparation(name)) is None and time.monotonic() < end:
            time.sleep(_LOOK_SECONDS)
        return preparation


def _find_order(problem: Problem) -> tuple[bool, str, int, str]:
    track = problem.track
    return (track is None, track.name if track else "", track.position if track else 0, problem.title)
