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

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class FileModel(Model):
    """A text that stands in a file of the problem's folder."""

    file: Annotated[str, Field(min_length=1, max_length=200)]


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
    dtype: DtypeName = "float64"
    axes: Annotated[list[Line], Field(max_length=8)] = []


class ScalarModel(Model):
    """A single Python value."""

    scalar: ScalarKind


class DictModel(Model):
    """A dict of exactly these keys."""

    items: Annotated[dict[str, SpecModel], Field(alias="dict", min_length=1, max_length=50)]


class TupleModel(Model):
    """A tuple of exactly these items."""

    items: Annotated[list[SpecModel], Field(alias="tuple", max_length=50)]


class ListModel(Model):
    """A list of exactly these items."""

    items: Annotated[list[SpecModel], Field(alias="list", max_length=50)]


def _spec_form(value: Any) -> str:
    """Which form a description of a value takes, by the key that tells it."""
    keys = value if isinstance(value, dict) else ()
    return next((f"<{key}>" for key in ("scalar", "dict", "tuple", "list") if key in keys), "<array>")


SpecModel: TypeAlias = Annotated[
    Annotated[ArrayModel, Tag("<array>")]
    | Annotated[ScalarModel, Tag("<scalar>")]
    | Annotated[DictModel, Tag("<dict>")]
    | Annotated[TupleModel, Tag("<tuple>")]
    | Annotated[ListModel, Tag("<list>")],
    Discriminator(_spec_form),
]


class ArrayArgumentModel(ArrayModel):
    """An array that the entry point takes."""

    meaning: Annotated[str, Field(max_length=2_000)] = ""


class ScalarArgumentModel(ScalarModel):
    """A single value that the entry point takes."""

    meaning: Annotated[str, Field(max_length=2_000)] = ""


ArgumentModel = Annotated[
    Annotated[ArrayArgumentModel, Tag("<array>")] | Annotated[ScalarArgumentModel, Tag("<scalar>")],
    Discriminator(lambda value: "<scalar>" if isinstance(value, dict) and "scalar" in value else "<array>"),
]


class NormalModel(Model):
    """A normal distribution: mean and standard deviation."""

    mean: Number = 0.0
    scale: Annotated[Number, Field(ge=0)] = 1.0


class UniformModel(Model):
    """Uniform from ``low`` up to, without, ``high``."""

    low: Number = -1.0
    high: Number = 1.0


class FanInModel(Model):
    """Normal with standard deviation gain / sqrt(last axis)."""

    gain: Number = 1.0


class IntegersModel(Model):
    """Whole numbers from ``low`` to ``high``, both ends among them."""

    low: Annotated[int, Field(ge=-(2**63), lt=2**63)]
    high: Annotated[int, Field(ge=-(2**63), lt=2**63)]


class ConstantModel(Model):
    """The same value everywhere."""

    value: Number


class DistributionModel(Model):
    """One distribution with its parameters."""

    normal: NormalModel | None = None
    uniform: UniformModel | None = None
    fan_in: FanInModel | None = None
    integers: IntegersModel | None = None
    constant: ConstantModel | None = None


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
    name: Annotated[str, Field(max_length=200)] = ""
    explanation: LongText = ""
    hint: Annotated[str, Field(max_length=2_000)] = ""
    inputs: Annotated[dict[str, Any], Field(max_length=50)] = {}
    dims: Annotated[dict[str, Dimension], Field(max_length=50)] = {}
    generate: Generate | None = None
    seed: Seed = 0
    count: Annotated[int, Field(ge=1, le=POOL_SIZE)] | None = None
    layout: Literal["c", "fortran", "strided"] = "c"


class GroupModel(Model):
    """A named set of cases with points."""

    name: Annotated[str, Field(min_length=1, max_length=64)]
    points: Annotated[float, Field(ge=0, le=1e6, allow_inf_nan=False)] = 0.0
    requires: Annotated[list[Line], Field(max_length=50)] = []
    scoring: Literal["each", "all"] = "each"


class MistakeModel(Model):
    """A named wrong program, in a file or inline, with the feedback that teaches."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
    file: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    source: Annotated[str, Field(max_length=TEXT_LIMIT)] | None = None
    message: Line
    hints: Annotated[list[Line], Field(max_length=50)] = []


class HintModel(Model):
    """A hint, shown once that many submissions have been judged."""

    text: Line
    after_attempts: Annotated[int, Field(ge=0, le=1_000)] = 0


class CompareModel(Model):
    """The tolerance: ``|got - want| <= atol + rtol*|want|``."""

    rtol: Annotated[float, Field(ge=0, lt=1, allow_inf_nan=False)] = 1e-9
    atol: PositiveOrAuto = "auto"
    equal_nan: bool = False


class LimitsModel(Model):
    """What a submission may use; brought into the allowed range, never unlimited."""

    wall_seconds: PositiveOrAuto = "auto"
    memory_mb: Annotated[int, Field(gt=0)] = 512
    profile: Literal["default", "strict"] = "default"


class TrackModel(Model):
    """Where the problem stands in a series."""

    name: Line
    position: Annotated[int, Field(ge=0, le=100_000)]


class PaperModel(Model):
    """The publication that the exercise comes from."""

    author: Line
    title: Line
    year: Annotated[int, Field(ge=1, le=9999)]


class ProblemModel(Model):
    """A whole `problem.yaml`."""

    format: Literal[1]
    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
    title: Annotated[str, Field(min_length=1, max_length=200)]
    status: Literal["draft", "active", "deprecated"] = "active"
    version: Annotated[str, Field(max_length=64)] = ""
    license: Annotated[str, Field(max_length=200)] = ""
    credits: Annotated[list[Line], Field(max_length=50)] = []
    difficulty: Literal["easy", "medium", "hard"]
    concepts: Annotated[list[Annotated[str, Field(min_length=1, max_length=64)]], Field(max_length=30)] = []
    track: TrackModel | None = None
    source: PaperModel | None = None
    entry_point: str
    arguments: Annotated[dict[str, ArgumentModel], Field(max_length=50)]
    returns: SpecModel
    statement: LongText
    theory: LongText = ""
    starter: LongText
    hints: Annotated[list[HintModel], Field(max_length=50)] = []
    requirements: Annotated[list[Line], Field(max_length=50)] = []
    constraints: Annotated[list[Line], Field(max_length=50)] = []
    reference: LongText
    worked: LongText | None = None
    alternatives: Annotated[list[LongText], Field(max_length=50)] = []
    mistakes: Annotated[list[MistakeModel], Field(max_length=100)] = []
    compare: CompareModel = CompareModel()
    limits: LimitsModel = LimitsModel()
    groups: Annotated[list[GroupModel], Field(max_length=50)] = [GroupModel(name="sample")]
    cases: Annotated[list[CaseModel], Field(min_length=1, max_length=500)]


def json_schema() -> dict[str, Any]:
    """The JSON Schema of `problem.yaml`, for editors."""
    return ProblemModel.model_json_schema()
