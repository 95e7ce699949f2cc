"""How arguments and returned values are described."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from grader.problem_format.schema.basis import LARGEST, Line, Model, PositiveOrAuto, Size, number_form

Axis = Annotated[
    Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,31}\??$"), Tag("<word>")] | Annotated[Size, Tag("<number>")],
    Discriminator(number_form),
]
DtypeName = Literal[
    "float64", "float32", "float16", "int64", "int32", "int16", "int8",
    "uint64", "uint32", "uint16", "uint8", "bool", "complex128", "complex64",
]  # fmt: skip
ScalarKind = Literal["float", "int", "bool", "complex", "str", "none"]
ArgumentKind = Literal["float", "int", "bool", "complex", "str", "none", "generator"]
MomentName = Literal["mean", "variance", "covariance", "deciles"]


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

    moments: Annotated[list[MomentName], Field(max_length=4)] = []
    """Where each row, along the first axis, is an independent draw: which statistics must be those of the reference's
    draws, in place of comparing each value. Ranks, and that rows are drawn one by one, are always looked at."""


class ReturnedScalarModel(Model):
    """A single value that the entry point returns."""

    scalar: ScalarKind
    """A single Python value of this kind."""

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


class ScalarArgumentModel(Model):
    """A single value that the entry point takes."""

    scalar: ArgumentKind
    """A single Python value of this kind; `generator` is a NumPy Generator, made of a seed."""

    meaning: Annotated[str, Field(max_length=2_000)] = ""
    """What the argument is, in a few words."""


ArgumentModel = Annotated[
    Annotated[ArrayArgumentModel, Tag("<array>")] | Annotated[ScalarArgumentModel, Tag("<scalar>")],
    Discriminator(lambda value: "<scalar>" if isinstance(value, dict) and "scalar" in value else "<array>"),
]
