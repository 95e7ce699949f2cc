"""Problems as REST shows them: everything that a student may see, and nothing of the hidden cases."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from app.problems.model import Named, ShownExamples
from grader.model import ArraySpec, DictSpec, Group, JsonValue, Problem, ScalarSpec, Spec, TestCase
from grader.problem_format import TemplateError, fill
from grader.reports import json_value


def summary(problem: Problem) -> ProblemSummary:
    """A line of the catalogue."""
    return ProblemSummary(**_list_summary_fields(problem))


def problem_body(problem: Problem, examples: ShownExamples | None) -> ProblemBody:
    """The whole problem; without examples, the expected values are null and placeholders stay in the prose."""
    values = examples.values(problem) if examples else {}
    expected = examples.expected if examples else (None,) * len(problem.samples)
    return ProblemBody(
        **_list_summary_fields(problem),
        entry_point=problem.entry_point,
        arguments=[ArgumentBody(name=a.name, type=spec_body(a.spec), meaning=a.meaning) for a in problem.arguments],
        returns=spec_body(problem.returns),
        statement=_fill(problem.prose.statement, values),
        theory=_fill(problem.prose.theory, values),
        requirements=[_fill(text, values) for text in problem.prose.requirements],
        constraints=[_fill(text, values) for text in problem.prose.constraints],
        starter=problem.starter,
        groups=[_make_group(problem, group) for group in problem.groups],
        samples=[_make_sample(case, value) for case, value in zip(problem.samples, expected, strict=True)],
    )


def spec_body(spec: Spec) -> dict[str, Any]:
    """What a value must be."""
    if isinstance(spec, ArraySpec):
        return {"kind": "array", "shape": list(spec.shape), "dtype": spec.dtype, "axes": list(spec.axes)}
    if isinstance(spec, ScalarSpec):
        return {"kind": spec.kind}
    if isinstance(spec, DictSpec):
        return {"kind": "dict", "items": {name: spec_body(item) for name, item in spec.items.items()}}
    return {"kind": spec.kind, "items": [spec_body(item) for item in spec.items]}


def _list_summary_fields(problem: Problem) -> dict[str, Any]:
    track, paper = problem.track, problem.source
    return {
        "id": problem.id,
        "version": problem.version,
        "title": problem.title,
        "difficulty": problem.difficulty,
        "concepts": list(problem.concepts),
        "track": TrackBody(name=track.name, position=track.position) if track else None,
        "paper": PaperBody(author=paper.author, title=paper.title, year=paper.year) if paper else None,
        "url": f"/api/v1/problems/{problem.id}",
    }


def _make_group(problem: Problem, group: Group) -> GroupBody:
    entries = [entry for entry in problem.entries if entry.case.group == group.name]
    return GroupBody(
        name=group.name,
        points=group.points,
        cases=sum(entry.count for entry in entries),
        fresh=sum(entry.count for entry in entries if entry.fresh),
        hidden=group.hidden,
        requires=list(group.requires),
    )


def _make_sample(case: TestCase, expected: JsonValue) -> SampleBody:
    inputs = {name: json_value(value) for name, value in case.inputs.items()}
    return SampleBody(name=case.name, inputs=inputs, expected=expected, explanation=case.explanation)


def _fill(text: str, values: Named) -> str:
    try:
        return fill(text, values)
    except TemplateError:
        return text


class TrackBody(BaseModel):
    """Where a problem stands in a series."""

    name: str
    position: int


class PaperBody(BaseModel):
    """The publication that a problem comes from."""

    author: str
    title: str
    year: int


class ProblemSummary(BaseModel):
    """A line of the catalogue."""

    id: str = Field(examples=["rnn-cell"])
    version: str
    title: str = Field(examples=["RNN Cell"])
    difficulty: Literal["easy", "medium", "hard"]
    concepts: list[str]
    track: TrackBody | None = None
    paper: PaperBody | None = None
    url: str = Field(description="Where the whole problem is.", examples=["/api/v1/problems/rnn-cell"])


class ProblemList(BaseModel):
    """The catalogue, in its order."""

    problems: list[ProblemSummary]


class ArgumentBody(BaseModel):
    """One argument of the entry point."""

    name: str
    type: dict[str, Any]
    meaning: str = ""


class GroupBody(BaseModel):
    """A group of cases; of hidden ones nothing more is shown before they are run."""

    name: str
    points: float
    cases: int = Field(description="How many cases a submission runs of it.")
    fresh: int = Field(description="How many of them are drawn anew for each submission.")
    hidden: bool
    requires: list[str]


class SampleBody(BaseModel):
    """A case that is shown in full; `expected` is what the reference computes."""

    name: str
    inputs: dict[str, Any]
    expected: Any = None
    explanation: str = ""


class ProblemBody(ProblemSummary):
    """A whole problem: everything that a student may see."""

    entry_point: str = Field(examples=["rnn_cell"])
    arguments: list[ArgumentBody]
    returns: dict[str, Any]
    statement: str = Field(description="Markdown with LaTeX maths.")
    theory: str
    requirements: list[str]
    constraints: list[str]
    starter: str
    groups: list[GroupBody]
    samples: list[SampleBody]
