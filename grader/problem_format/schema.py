"""The shape of `problem.yaml` as strict models: what is not written here is an error.

A union is told apart by a tag between angle brackets, so that errors speak of the form that the author chose.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

TEXT_LIMIT = 200_000
"""Longest text, in characters."""

LARGEST = 1e100
"""Largest parameter of a distribution."""

DIMENSION_LIMIT = 10_000_000
"""Longest axis."""

POOL_SIZE = 32
"""How many fresh cases are drawn for one entry with ``seed: fresh``."""

Line = Annotated[str, Field(min_length=1, max_length=2_000)]
Number = Annotated[float, Field(allow_inf_nan=False, ge=-LARGEST, le=LARGEST)]
Size = Annotated[int, Field(ge=0, le=DIMENSION_LIMIT)]


def _number_form(value: Any) -> str:
    """A word stands for itself, anything else should be a number."""
    return "<word>" if isinstance(value, str) else "<number>"


Axis = Annotated[
    Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,31}\??$"), Tag("<word>")] | Annotated[Size, Tag("<number>")],
    Discriminator(_number_form),
]
Dimension = Annotated[
    Annotated[str, Field(pattern=r"^[0-9]{1,8}\.\.[0-9]{1,8}$"), Tag("<word>")] | Annotated[Size, Tag("<number>")],
    Discriminator(_number_form),
]
Seed = Annotated[
    Annotated[Literal["fresh"], Tag("<word>")] | Annotated[int, Field(ge=0, lt=2**63), Tag("<number>")],
    Discriminator(_number_form),
]
PositiveOrAuto = Annotated[
    Annotated[Literal["auto"], Tag("<word>")] | Annotated[Number, Field(ge=0), Tag("<number>")],
    Discriminator(_number_form),
]
DtypeName = Literal[
    "float64", "float32", "float16", "int64", "int32", "int16", "int8",
    "uint64", "uint32", "uint16", "uint8", "bool", "complex128", "complex64",
]  # fmt: skip
ScalarKind = Literal["float", "int", "bool", "complex", "str", "none"]
DistributionName = Literal["normal", "uniform", "fan_in", "zeros", "ones", "identity", "integers"]


class Model(BaseModel):
    """Strict: no conversion, no unknown key, no change afterwards."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True)


class FileModel(Model):
    """A text that stands in a file of the problem's folder."""

    file: Annotated[str, Field(min_length=1, max_length=200)]
    """A file of the problem's folder, as a path below it."""


def _text_form(value: Any) -> str:
    """A mapping names a file, anything else should be text."""
    return "<file>" if isinstance(value, dict) else "<text>"


LongText = Annotated[
    Annotated[Annotated[str, Field(max_length=TEXT_LIMIT)], Tag("<text>")] | Annotated[FileModel, Tag("<file>")],
    Discriminator(_text_form),
]


class ArrayModel(Model):
    """An array: a symbol or a size for each axis (``N?`` may be absent), a dtype, a name for each axis."""

    shape: Annotated[list[Axis], Field(max_length=8)]
    """For each axis a symbol such as N, one that may be absent such as N?, or a size. Symbols are shared by all
    arguments."""

    dtype: DtypeName = "float64"
    """The NumPy dtype; nothing is converted."""

    axes: Annotated[list[Line], Field(max_length=8)] = []
    """A name for each axis, which messages then use."""


class CompareModel(Model):
    """The tolerance: ``|got - want| <= atol + rtol*|want|``."""

    rtol: Annotated[float, Field(ge=0, lt=1, allow_inf_nan=False)] = 1e-9
    """How far a value may lie from the expected one, relative to it."""

    atol: PositiveOrAuto = "auto"
    """How far it may lie beyond that; `auto` is rtol x 0.001 x the largest expected value of that output."""

    equal_nan: bool = False
    """Whether NaN is right where NaN is expected."""


PropertyName = Literal["orthogonal", "unit_norm", "sums_to_one", "sorted"]
Tolerated = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class PropertyModel(Model):
    """A property with its parameters."""

    holds: PropertyName
    """Which one: orthonormal columns, length 1, a sum of 1, or order."""

    axis: Annotated[int, Field(ge=-8, le=7)] = -1
    """Along which axis; `orthogonal` always takes the last two."""

    atol: Tolerated = 1e-9
    """How far it may be missed."""

    descending: bool = False
    """For `sorted`, from large to small."""


PropertyChoice = Annotated[
    Annotated[PropertyName, Tag("<name>")] | Annotated[PropertyModel, Tag("<parameters>")],
    Discriminator(lambda value: "<parameters>" if isinstance(value, dict) else "<name>"),
]


class OutcomeModel(Model):
    """How well an answer must do on the whole, against what the reference gives."""

    measure: Literal["accuracy", "mean_squared_error", "mean_absolute_error"]
    """The share of equal elements, or the mean of the squared or of the absolute error."""

    at_least: Annotated[float, Field(ge=0, le=1)] | None = None
    """The least accuracy."""

    at_most: Annotated[float, Field(ge=0, le=LARGEST)] | None = None
    """The largest error."""


class ReturnedArrayModel(ArrayModel):
    """An array that the entry point returns."""

    compare: CompareModel | None = None
    """A tolerance of its own, in place of the problem's."""

    properties: Annotated[list[PropertyChoice], Field(max_length=8)] = []
    """What must hold of it, checked on the student's own values."""

    values: Literal["compared", "free"] = "compared"
    """`free` where its form and its properties alone count, such as for a basis that may be turned."""

    unordered: bool = False
    """Whether its rows, along the first axis, may stand in any order."""

    outcome: OutcomeModel | None = None
    """How well it must do on the whole, in place of comparing each value."""


class ScalarModel(Model):
    """A single Python value."""

    scalar: ScalarKind
    """A single Python value of this kind."""


class ReturnedScalarModel(ScalarModel):
    """A single value that the entry point returns."""

    compare: CompareModel | None = None
    """A tolerance of its own, in place of the problem's."""


class DictModel(Model):
    """A dict of exactly these keys."""

    items: Annotated[dict[str, SpecModel], Field(alias="dict", min_length=1, max_length=50)]
    """For each key what stands under it."""


class TupleModel(Model):
    """A tuple of exactly these items."""

    items: Annotated[list[SpecModel], Field(alias="tuple", max_length=50)]
    """What stands at each place."""


class ListModel(Model):
    """A list of exactly these items."""

    items: Annotated[list[SpecModel], Field(alias="list", max_length=50)]
    """What stands at each place."""


def _spec_form(value: Any) -> str:
    """Which form a description of a value takes, by the key that tells it."""
    keys = value if isinstance(value, dict) else ()
    return next((f"<{key}>" for key in ("scalar", "dict", "tuple", "list") if key in keys), "<array>")


SpecModel: TypeAlias = Annotated[
    Annotated[ReturnedArrayModel, Tag("<array>")]
    | Annotated[ReturnedScalarModel, Tag("<scalar>")]
    | Annotated[DictModel, Tag("<dict>")]
    | Annotated[TupleModel, Tag("<tuple>")]
    | Annotated[ListModel, Tag("<list>")],
    Discriminator(_spec_form),
]


class ArrayArgumentModel(ArrayModel):
    """An array that the entry point takes."""

    meaning: Annotated[str, Field(max_length=2_000)] = ""
    """What the argument is, in a few words."""


class ScalarArgumentModel(ScalarModel):
    """A single value that the entry point takes."""

    meaning: Annotated[str, Field(max_length=2_000)] = ""
    """What the argument is, in a few words."""


ArgumentModel = Annotated[
    Annotated[ArrayArgumentModel, Tag("<array>")] | Annotated[ScalarArgumentModel, Tag("<scalar>")],
    Discriminator(lambda value: "<scalar>" if isinstance(value, dict) and "scalar" in value else "<array>"),
]


class NormalModel(Model):
    """A normal distribution: mean and standard deviation."""

    mean: Number = 0.0
    """The mean."""

    scale: Annotated[Number, Field(ge=0)] = 1.0
    """The standard deviation."""


class UniformModel(Model):
    """Uniform from ``low`` up to, without, ``high``."""

    low: Number = -1.0
    """The lower end, which belongs to it."""

    high: Number = 1.0
    """The upper end, which does not."""


class FanInModel(Model):
    """Normal with standard deviation gain / sqrt(last axis)."""

    gain: Number = 1.0
    """What the standard deviation 1 / sqrt(last axis) is multiplied by."""


class IntegersModel(Model):
    """Whole numbers from ``low`` to ``high``, both ends among them."""

    low: Annotated[int, Field(ge=-(2**63), lt=2**63)]
    """The least number."""

    high: Annotated[int, Field(ge=-(2**63), lt=2**63)]
    """The largest number."""


class ConstantModel(Model):
    """The same value everywhere."""

    value: Number
    """The value of every element."""


class DistributionModel(Model):
    """One distribution with its parameters."""

    normal: NormalModel | None = None
    """Normally distributed."""

    uniform: UniformModel | None = None
    """Evenly distributed."""

    fan_in: FanInModel | None = None
    """Normal, narrower the longer the last axis is: fit for weights."""

    integers: IntegersModel | None = None
    """Whole numbers."""

    constant: ConstantModel | None = None
    """One value everywhere."""


def _distribution_form(value: Any) -> str:
    """A mapping gives parameters, anything else should be a name."""
    return "<parameters>" if isinstance(value, dict) else "<name>"


Distribution = Annotated[
    Annotated[DistributionName, Tag("<name>")] | Annotated[DistributionModel, Tag("<parameters>")],
    Discriminator(_distribution_form),
]


def _generate_form(value: Any) -> str:
    """One distribution for all arguments, or a mapping from argument to distribution."""
    if isinstance(value, dict) and not set(value) <= set(DistributionModel.model_fields):
        return "<arguments>"
    return _distribution_form(value)


Generate = Annotated[
    Annotated[DistributionName, Tag("<name>")]
    | Annotated[DistributionModel, Tag("<parameters>")]
    | Annotated[dict[str, Distribution], Field(max_length=60), Tag("<arguments>")],
    Discriminator(_generate_form),
]


class CaseModel(Model):
    """One case: explicit inputs, or drawn ones, or both (the explicit ones win)."""

    group: Line
    """The group that it belongs to; those of the group `sample` are shown in full."""

    name: Annotated[str, Field(max_length=200)] = ""
    """What it is called; students see it even where it is hidden."""

    explanation: LongText = ""
    """Markdown beside a sample."""

    hint: Annotated[str, Field(max_length=2_000)] = ""
    """One sentence that is shown where it fails."""

    inputs: Annotated[dict[str, Any], Field(max_length=50)] = {}
    """Explicit inputs by argument; they win over drawn ones."""

    dims: Annotated[dict[str, Dimension], Field(max_length=50)] = {}
    """A size for each symbol, or a range such as 2..8 to draw from."""

    generate: Generate | None = None
    """A distribution for all arguments, or one for each argument and a `default`."""

    seed: Seed = 0
    """What draws start from; `fresh` draws anew for each submission."""

    count: Annotated[int, Field(ge=1, le=POOL_SIZE)] | None = None
    """With `seed: fresh`, how many draws a submission meets."""

    layout: Literal["c", "fortran", "strided"] = "c"
    """How arrays lie in memory."""


class GroupModel(Model):
    """A named set of cases with points."""

    name: Annotated[str, Field(min_length=1, max_length=64)]
    """What it is called."""

    points: Annotated[float, Field(ge=0, le=1e6, allow_inf_nan=False)] = 0.0
    """What it is worth in all."""

    requires: Annotated[list[Line], Field(max_length=50)] = []
    """Groups that must pass before this one runs."""

    scoring: Literal["each", "all"] = "each"
    """Points for each case, or for all of them or none."""


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
    """Wall time for one case."""

    memory_mb: Annotated[int, Field(gt=0)] = 512
    """Memory beyond the interpreter's own."""

    profile: Literal["default", "strict"] = "default"
    """`strict` keeps every file closed that is not open yet."""


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


class ProblemModel(Model):
    """A whole `problem.yaml`."""

    format: Literal[1]
    """The version of this format."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
    """The address of the page and the name of the folder: small letters, digits and hyphens."""

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

    alternatives: Annotated[list[LongText], Field(max_length=50)] = []
    """Other right programs, at best written in quite different ways."""

    mistakes: Annotated[list[MistakeModel], Field(max_length=100)] = []
    """Wrong programs with feedback that teaches; they are recognised in submissions."""

    compare: CompareModel = CompareModel()
    """How far answers may lie from expected ones."""

    limits: LimitsModel = LimitsModel()
    """What a submission may use."""

    groups: Annotated[list[GroupModel], Field(max_length=50)] = [GroupModel(name="sample")]
    """Groups of cases with their points."""

    cases: Annotated[list[CaseModel], Field(min_length=1, max_length=500)]
    """The test cases."""


def json_schema() -> dict[str, Any]:
    """The JSON Schema of `problem.yaml`, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **ProblemModel.model_json_schema()}
