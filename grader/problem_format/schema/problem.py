"""The whole document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from grader.problem_format.schema.basis import TEXT_LIMIT, Line, LongText, Model, PositiveOrAuto
from grader.problem_format.schema.cases import CaseModel, GroupModel
from grader.problem_format.schema.opening import CustomInputModel, EditorialModel, FreshModel
from grader.problem_format.schema.values import ArgumentModel, CompareModel, SpecModel


class MistakeModel(Model):
    """A named wrong program, in a file or inline, with the feedback that teaches."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
    """What it is called: small letters, digits and hyphens."""

    file: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """The wrong program, in a file."""

    source: Annotated[str, Field(max_length=TEXT_LIMIT)] | None = None
    """The wrong program, written here."""

    message: Line
    """What a student with this mistake is told."""

    hints: Annotated[list[Line], Field(max_length=50)] = []
    """Further hints, one at a time."""


class HintModel(Model):
    """A hint, shown once that many submissions have been judged."""

    text: Line
    """Markdown."""

    after_attempts: Annotated[int, Field(ge=0, le=1_000)] = 0
    """How many submissions must have been judged before it is shown."""


class LimitsModel(Model):
    """What a submission may use; brought into the allowed range, never unlimited."""

    wall_seconds: PositiveOrAuto = "auto"
    """Wall time for one case; `auto` is ten times what the reference takes on it, and at least 2 s."""

    memory_mb: Annotated[int, Field(gt=0)] = 512
    """Memory beyond the interpreter's own."""

    profile: Literal["default", "strict"] = "default"
    """`strict` opens no file at all: only modules that are imported already can be used (docs/sandbox.md)."""


class TrackModel(Model):
    """Where the problem stands in a series."""

    name: Line
    """The name of the series."""

    position: Annotated[int, Field(ge=0, le=100_000)]
    """The place in it."""


class PaperModel(Model):
    """The publication that the exercise comes from."""

    author: Line
    """Who wrote it."""

    title: Line
    """What it is called."""

    year: Annotated[int, Field(ge=1, le=9999)]
    """When it appeared."""


UUID_PATTERN = r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"


class ProblemModel(Model):
    """A whole `problem.yaml`."""

    format: Literal[1]
    """The version of this format."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
    """The address of the page and the name of the folder: small letters, digits and hyphens."""

    uuid: Annotated[str, Field(pattern=UUID_PATTERN)] = ""
    """An identity that outlives a change of `id`: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12."""

    title: Annotated[str, Field(min_length=1, max_length=200)]
    """What the catalogue calls it."""

    status: Literal["draft", "active", "deprecated"] = "active"
    """Whether it is offered to students."""

    version: Annotated[str, Field(max_length=64)] = ""
    """Your own label; the version that counts is a hash of everything in the problem."""

    license: Annotated[str, Field(max_length=200)] = ""
    """Under which terms others may use it."""

    credits: Annotated[list[Line], Field(max_length=50)] = []
    """Whom to thank."""

    difficulty: Literal["easy", "medium", "hard"]
    """How hard it is."""

    concepts: Annotated[list[Annotated[str, Field(min_length=1, max_length=64)]], Field(max_length=30)] = []
    """What it exercises, for the catalogue."""

    track: TrackModel | None = None
    """The series that it belongs to."""

    source: PaperModel | None = None
    """The publication that it comes from."""

    entry_point: str
    """The function that students write."""

    arguments: Annotated[dict[str, ArgumentModel], Field(max_length=50)]
    """Its arguments by name, in order."""

    returns: SpecModel
    """What it returns."""

    statement: LongText
    """Markdown with formulas between $ or $$; `{{ name[0]:.4f }}` takes computed values."""

    theory: LongText = ""
    """The same, for the second tab."""

    starter: LongText
    """What the editor shows at first; it must compile and must not be accepted."""

    hints: Annotated[list[HintModel], Field(max_length=50)] = []
    """Hints for everyone."""

    requirements: Annotated[list[Line], Field(max_length=50)] = []
    """What the program must do, one line each, in Markdown."""

    constraints: Annotated[list[Line], Field(max_length=50)] = []
    """What the inputs are like, one line each, in Markdown."""

    reference: LongText
    """Your right program; every expected value comes from it."""

    worked: LongText | None = None
    """A program with a function `worked` that returns named values for the prose, the reference's answer as
    `result` among them."""

    any_of: LongText | None = None
    """Where there is more than one right answer: a program with a function `any_of` that takes the arguments and
    returns a list of all right answers, the reference's among them."""

    alternatives: Annotated[list[LongText], Field(max_length=50)] = []
    """Other right programs, at best written in quite different ways."""

    mistakes: Annotated[list[MistakeModel], Field(max_length=100)] = []
    """Wrong programs with feedback that teaches; they are recognised in submissions."""

    compare: CompareModel = CompareModel()
    """How far answers may lie from expected ones."""

    limits: LimitsModel = LimitsModel()
    """What a submission may use."""

    editorial: EditorialModel | None = None
    """What opens to those who have solved the problem."""

    custom_input: CustomInputModel = CustomInputModel()
    """What is told of inputs that students write themselves."""

    fresh: FreshModel = FreshModel()
    """What is told of fresh cases that fail."""

    waive: dict[Literal["fresh", "luck"], Annotated[str, Field(min_length=1, max_length=500)]] = {}
    """Checks that need not hold here, each with its reason, which the report shows: `fresh`, that acceptance hangs on a
    fresh case; `luck`, that no mistake scores more in one submission than in another."""

    groups: Annotated[list[GroupModel], Field(max_length=50)] = [GroupModel(name="sample")]
    """Groups of cases with their points."""

    cases: Annotated[list[CaseModel], Field(min_length=1, max_length=500)]
    """The test cases."""


def json_schema() -> dict[str, Any]:
    """The JSON Schema of `problem.yaml`, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **ProblemModel.model_json_schema()}
