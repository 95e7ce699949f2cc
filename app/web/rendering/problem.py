"""A problem as its page and the catalogue show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.progress import NO_PROGRESS, ProblemProgress
from app.domain.submission import Submission
from app.problems.model import Examples, TrackListing
from app.web.rendering import values, words
from app.web.rendering.custom_input import CustomInput, custom_input
from app.web.rendering.shapes import ShapeView, shapes, spec_words
from app.web.rendering.values import Part
from grader.model import JsonValue, Mode, Problem, TestCase


@dataclass(frozen=True, slots=True)
class Entry:
    """A problem in a list with the visitor's own progress; ``state`` is untried, tried or solved."""

    problem: Problem
    number: int
    state: str
    words: str
    now: bool = False


@dataclass(frozen=True, slots=True)
class TrackView:
    """A track of the catalogue: the entries that are shown, and how many there are and are solved in all."""

    name: str
    entries: tuple[Entry, ...]
    total: int
    solved: int

    @property
    def shown(self) -> int:
        """How many entries are shown."""
        return len(self.entries)


@dataclass(frozen=True, slots=True)
class ExampleView:
    """A sample with its inputs, its expected value (empty where unknown) and Markdown that explains it."""

    name: str
    inputs: tuple[tuple[str, Part], ...]
    expected: tuple[Part, ...]
    explanation: str


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group of cases: its name, count and points; names of the cases only where they are samples."""

    name: str
    hidden: bool
    count: int
    points: float
    names: tuple[str, ...]
    requires: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fixed:
    """What a page shows whoever asks: it changes with the problem's version alone.

    Attributes:
        sample: the name of the sample whose real shapes stand in ``shapes``.
        names: what the editor completes: name, shape and meaning of each argument.
        custom: the form for inputs of one's own, with those of the first sample.
    """

    examples: tuple[ExampleView, ...]
    groups: tuple[GroupView, ...]
    shapes: tuple[ShapeView, ...]
    sample: str
    names: tuple[dict[str, str], ...]
    custom: CustomInput


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """What the page of a problem shows beside its prose."""

    fixed: Fixed
    steps: tuple[Entry, ...]
    position: int

    @property
    def examples(self) -> tuple[ExampleView, ...]:
        """The samples."""
        return self.fixed.examples

    @property
    def groups(self) -> tuple[GroupView, ...]:
        """The groups of cases."""
        return self.fixed.groups

    @property
    def total(self) -> int:
        """How many cases a submission runs."""
        return sum(group.count for group in self.groups)

    @property
    def previous(self) -> Problem | None:
        """The problem before this one in its track."""
        return self.steps[self.position - 2].problem if self.position > 1 else None

    @property
    def next(self) -> Problem | None:
        """The problem after this one in its track."""
        return self.steps[self.position].problem if 0 < self.position < len(self.steps) else None


def track_views(tracks: Sequence[TrackListing], progress: Mapping[str, ProblemProgress]) -> tuple[TrackView, ...]:
    """The catalogue with the visitor's progress."""
    found = [(track.name, _entries(track.problems, progress, "")) for track in tracks]
    return tuple(TrackView(name, entries, len(entries), _solved(entries)) for name, entries in found)


def _solved(entries: Sequence[Entry]) -> int:
    return sum(entry.state == "solved" for entry in entries)


def problem_page(
    problem: Problem,
    examples: Examples | None,
    tracks: Sequence[TrackListing],
    progress: Mapping[str, ProblemProgress],
    fixed: Fixed | None = None,
) -> ProblemPage:
    """The page's own view of a problem; ``fixed`` where it is at hand already."""
    track = next((track for track in tracks if track.name and problem.id in {p.id for p in track.problems}), None)
    steps = _entries(track.problems, progress, problem.id) if track else ()
    return ProblemPage(
        fixed=fixed or fixed_parts(problem, examples),
        steps=steps,
        position=next((entry.number for entry in steps if entry.now), 0),
    )


def fixed_parts(problem: Problem, examples: Examples | None) -> Fixed:
    """What is the same for everyone."""
    return Fixed(
        examples=tuple(_example(case, value) for case, value in _pairs(problem, examples)),
        groups=_groups(problem),
        shapes=shapes(problem, examples),
        sample=problem.samples[0].name if problem.samples else "",
        names=tuple(
            {"name": argument.name, "shape": spec_words(argument.spec)[0], "meaning": argument.meaning}
            for argument in problem.arguments
        ),
        custom=custom_input(problem),
    )


def _entries(problems: Sequence[Problem], progress: Mapping[str, ProblemProgress], current: str) -> tuple[Entry, ...]:
    return tuple(
        Entry(problem, number, *_state(progress.get(problem.id, NO_PROGRESS)), now=problem.id == current)
        for number, problem in enumerate(problems, start=1)
    )


def _state(progress: ProblemProgress) -> tuple[str, str]:
    if progress.solved:
        return "solved", "Solved"
    return ("tried", "Tried") if progress.tried else ("untried", "Not tried yet")


def _pairs(problem: Problem, examples: Examples | None) -> Sequence[tuple[TestCase, tuple[JsonValue, ...]]]:
    """Each sample with its expected value, or with none."""
    if examples is None:
        return [(case, ()) for case in problem.samples]
    return [(case, (value,)) for case, value in examples.pairs(problem)]


def _example(case: TestCase, expected: tuple[JsonValue, ...]) -> ExampleView:
    inputs = tuple((name, values.brief_part(value)) for name, value in case.inputs.items())
    parts = tuple(part for value in expected for part in values.parts(value))
    return ExampleView(case.name, inputs, parts, case.explanation)


def places(problem: Problem, submission: Submission) -> tuple[GroupView, ...]:
    """The groups of which a submission runs cases, in the order in which they run."""
    mode = submission.mode
    if submission.custom:
        return (GroupView(words.CUSTOM, hidden=False, count=1, points=0.0, names=(words.CUSTOM_CASE,), requires=()),)
    groups = _groups(problem)
    samples = tuple(group for group in groups if not group.hidden and group.count)
    return samples if mode is Mode.RUN else (*samples, *(group for group in groups if group.hidden and group.count))


def _groups(problem: Problem) -> tuple[GroupView, ...]:
    found = []
    for group in problem.groups:
        pools = [pool for pool in problem.pools if pool.cases[0].group == group.name]
        names = () if group.hidden else tuple(case.name for pool in pools for case in pool.cases)
        count = sum(pool.count for pool in pools)
        found.append(GroupView(group.name, group.hidden, count, group.points, names, group.requires))
    return tuple(found)
