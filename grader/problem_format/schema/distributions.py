"""What inputs are drawn from."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from grader.problem_format.schema.basis import LongText, Model, Number

DistributionName = Literal["normal", "uniform", "fan_in", "zeros", "ones", "identity", "integers"]


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


class PythonModel(Model):
    """A program that makes inputs which no distribution gives."""

    python: LongText
    """A file with `generate(rng, dims)`: it draws from `rng`, a seeded numpy.random.Generator, and returns a dict of
    all arguments that `inputs` does not give."""


def _distribution_form(value: Any) -> str:
    """A mapping gives parameters, anything else should be a name."""
    return "<parameters>" if isinstance(value, dict) else "<name>"


Distribution = Annotated[
    Annotated[DistributionName, Tag("<name>")] | Annotated[DistributionModel, Tag("<parameters>")],
    Discriminator(_distribution_form),
]


def _generate_form(value: Any) -> str:
    """One distribution for all arguments, a program, or a mapping from argument to distribution."""
    if isinstance(value, dict) and set(value) == set(PythonModel.model_fields):
        return "<python>"
    if isinstance(value, dict) and not set(value) <= set(DistributionModel.model_fields):
        return "<arguments>"
    return _distribution_form(value)


Generate = Annotated[
    Annotated[DistributionName, Tag("<name>")]
    | Annotated[DistributionModel, Tag("<parameters>")]
    | Annotated[PythonModel, Tag("<python>")]
    | Annotated[dict[str, Distribution], Field(max_length=60), Tag("<arguments>")],
    Discriminator(_generate_form),
]
