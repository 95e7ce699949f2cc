"""A problem as its page shows it, whoever asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.problems.custom_input import CustomInputForm, view_custom_input
from app.problems.model import ShownExamples
from app.problems.shapes import ShapeView, list_shapes, spec_words
from app.show import values
from app.show.values import Part
from grader.judge import groups_before_hidden
from grader.model import JsonValue, Problem, TestCase


@dataclass(frozen=True, slots=True)
class ExampleView:
    """A sample with its inputs, its expected value (empty where unknown) and Markdown that explains it."""

    name: str
    inputs: tuple[tuple[str, Part], ...]
    expected: tuple[Part, ...]
    explanation: str


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group of cases: its name, counts and points; names of the cases only where they are samples.

    Attributes:
        fresh: how many of its cases are drawn anew for each submission.
    """

    name: str
    hidden: bool
    count: int
    fresh: int
    points: float
    names: tuple[str, ...]
    requires: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fixed:
    """What a page shows whoever asks: it changes with the problem's version alone.

    Attributes:
        sample: the name of the sample whose real shapes stand in ``shapes``.
        names: what the editor completes: name, shape and meaning of each argument.
        custom: the form for custom input, with the inputs of the first sample.
        fresh_shown: whether a fresh case that fails is shown in full.
    """

    examples: tuple[ExampleView, ...]
    groups: tuple[GroupView, ...]
    shapes: tuple[ShapeView, ...]
    sample: str
    names: tuple[dict[str, str], ...]
    custom: CustomInputForm
    fresh_shown: bool


def view_fixed_parts(problem: Problem, examples: ShownExamples | None) -> Fixed:
    """What is the same for everyone."""
    return Fixed(
        examples=tuple(_view_example(case, value) for case, value in _pair_samples(problem, examples)),
        groups=view_groups(problem),
        shapes=list_shapes(problem, examples),
        sample=problem.samples[0].name if problem.samples else "",
        names=tuple(
            {"name": argument.name, "shape": spec_words(argument.spec)[0], "meaning": argument.meaning}
            for argument in problem.arguments
        ),
        custom=view_custom_input(problem),
        fresh_shown=_shows_fresh(problem),
    )


def _pair_samples(problem: Problem, examples: ShownExamples | None) -> Sequence[tuple[TestCase, tuple[JsonValue, ...]]]:
    """Each sample with its expected value, or with none."""
    if examples is None:
        return [(case, ()) for case in problem.samples]
    return [(case, (value,)) for case, value in examples.pairs(problem)]


def _view_example(case: TestCase, expected: tuple[JsonValue, ...]) -> ExampleView:
    inputs = tuple((name, values.show_brief(value)) for name, value in case.inputs.items())
    parts = tuple(part for value in expected for part in values.show_value(value))
    return ExampleView(case.name, inputs, parts, case.explanation)


def view_groups(problem: Problem) -> tuple[GroupView, ...]:
    """The groups in their order; of hidden ones no case is named."""
    views = []
    for group in problem.groups:
        entries = [entry for entry in problem.entries if entry.case.group == group.name]
        names = () if group.hidden else tuple(entry.case.name for entry in entries)
        count = sum(entry.count for entry in entries)
        fresh = sum(entry.count for entry in entries if entry.fresh)
        views.append(GroupView(group.name, group.hidden, count, fresh, group.points, names, group.requires))
    return tuple(views)


def _shows_fresh(problem: Problem) -> bool:
    """Whether there are fresh cases that may be shown: those that come before any fixed hidden one."""
    early = groups_before_hidden(problem)
    return problem.shows_fresh and any(entry.fresh and entry.case.group in early for entry in problem.entries)
