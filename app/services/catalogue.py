"""The problems that can be solved here, and their examples."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.examples import Examples, ExamplesError
from app.kernel.faults import NotFoundError
from app.ports import ExampleMaker, Rehearsal
from grader.model import Problem

_log = logging.getLogger(__name__)

_LISTED = "active"
_HIDDEN = "draft"


@dataclass(frozen=True, slots=True)
class TrackListing:
    """Problems that are read in this order; ``name`` is empty for those that stand in no track."""

    name: str
    problems: tuple[Problem, ...]


_REHEARSED = 16
"""How many problems are rehearsed at the start: as many as the judge keeps at hand."""


def _nothing(_: Problem) -> None:
    """Rehearse nothing."""


class Catalogue:
    """Problems by slug, and what their own programs compute for the samples."""

    def __init__(
        self, problems: Mapping[str, Problem], make_examples: ExampleMaker, rehearse: Rehearsal = _nothing
    ) -> None:
        """Take the problems as they were read; drafts stay out of sight."""
        self._rehearse = rehearse
        self._problems = {slug: problem for slug, problem in problems.items() if problem.status != _HIDDEN}
        self._make_examples = make_examples
        self._examples: dict[str, Examples | None] = {}
        self._making = threading.Lock()

    def get(self, slug: str) -> Problem:
        """The problem of that slug, listed or deprecated.

        Raises:
            NotFoundError: there is none, or it is a draft.
        """
        problem = self._problems.get(slug)
        if problem is None:
            raise NotFoundError("There is no problem by that name.")
        return problem

    def problems(self) -> tuple[Problem, ...]:
        """Every active problem, by track and position, then by title."""
        return tuple(problem for track in self.tracks() for problem in track.problems)

    def tracks(self) -> tuple[TrackListing, ...]:
        """The active problems by track, tracks by name, those without a track last."""
        grouped: dict[str, list[Problem]] = {}
        for problem in sorted(self._problems.values(), key=_order):
            if problem.status == _LISTED:
                grouped.setdefault(problem.track.name if problem.track else "", []).append(problem)
        return tuple(TrackListing(name, tuple(members)) for name, members in grouped.items())

    def examples(self, problem: Problem) -> Examples | None:
        """The examples of this version, computed once; None where they cannot be computed (the log says why)."""
        if problem.version not in self._examples:
            with self._making:
                self._make_once(problem)
        return self._examples.get(problem.version)

    def warm(self, stopping: threading.Event) -> None:
        """Compute ahead of need, until told to stop: every active problem's examples, then what rehearsals compute."""
        problems = self.problems()
        for step, members in ((self.examples, problems), (self._rehearse, problems[:_REHEARSED])):
            for problem in members:
                if stopping.is_set():
                    return
                step(problem)

    def _make_once(self, problem: Problem) -> None:
        if problem.version in self._examples:
            return
        try:
            self._examples[problem.version] = self._make_examples(problem)
        except ExamplesError as error:
            _log.warning("no examples for %s: %s", problem.id, error)
            if error.lasting:
                self._examples[problem.version] = None


def _order(problem: Problem) -> tuple[bool, str, int, str]:
    track = problem.track
    return (track is None, track.name if track else "", track.position if track else 0, problem.title)
