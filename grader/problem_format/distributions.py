"""Named distributions for drawn inputs; each draw is fixed by its seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from grader.model import ArraySpec, ScalarSpec, Value
from grader.problem_format.inputs import InputFaultError, freeze
from grader.problem_format.schema import (
    ConstantModel,
    DistributionModel,
    FanInModel,
    IntegersModel,
    Model,
    NormalModel,
    UniformModel,
)

Array: TypeAlias = "np.ndarray[Any, Any]"
Shape: TypeAlias = "tuple[int, ...]"

_SCALAR_DTYPE = {"float": "float64", "int": "int64", "bool": "bool", "complex": "complex128"}


def draw(
    chosen: str | DistributionModel, spec: ArraySpec | ScalarSpec, shape: Shape, entropy: tuple[int, ...]
) -> Value:
    """One input: a read-only array of the spec's dtype, or a Python scalar.

    Args:
        chosen: a distribution's name, or one with parameters.
        spec: the declared type.
        shape: sizes of the array's axes; () for a scalar. It was checked to be small enough.
        entropy: seeds PCG64, and with it the whole draw.

    Raises:
        InputFaultError: the distribution does not go with the dtype or shape, or leaves the dtype's range.
    """
    dtype = _dtype(spec)
    name, parameters = _choice(chosen)
    if name in ("normal", "uniform", "fan_in") and dtype.kind not in "fc":
        raise InputFaultError(f"cannot draw {dtype.name} from {name!r}; use {{integers: {{low: 0, high: 9}}}}")
    generator = np.random.Generator(np.random.PCG64(list(entropy)))
    with np.errstate(all="ignore"):
        array = _DRAWS[name](generator, parameters, shape, dtype)
        if dtype.kind in "fc" and not np.isfinite(array).all():
            raise InputFaultError(f"leaves the range of {dtype.name}; use smaller parameters")
    return freeze(array) if isinstance(spec, ArraySpec) else array.item()


def _dtype(spec: ArraySpec | ScalarSpec) -> np.dtype[Any]:
    """The dtype to draw in."""
    if isinstance(spec, ArraySpec):
        return np.dtype(spec.dtype)
    if spec.kind not in _SCALAR_DTYPE:
        raise InputFaultError(f"cannot be drawn, since it is a {spec.kind}; write it under `inputs`")
    return np.dtype(_SCALAR_DTYPE[spec.kind])


def _choice(chosen: str | DistributionModel) -> tuple[str, Any]:
    """A distribution's name and its parameters."""
    if isinstance(chosen, str):
        return chosen, _DEFAULTS.get(chosen)
    given = [(name, getattr(chosen, name)) for name in chosen.model_fields_set]
    if len(given) != 1 or given[0][1] is None:
        raise InputFaultError("needs exactly one distribution, such as {normal: {scale: 0.1}}")
    return given[0]


_DEFAULTS: dict[str, Model] = {
    "normal": NormalModel(),
    "uniform": UniformModel(),
    "fan_in": FanInModel(),
    "integers": IntegersModel(low=0, high=9),
    "zeros": ConstantModel(value=0),
    "ones": ConstantModel(value=1),
}


def _standard(generator: np.random.Generator, shape: Shape, dtype: np.dtype[Any]) -> Array:
    """Standard normal numbers; complex ones have independent parts."""
    real = generator.standard_normal(shape)
    return np.asarray(real + 1j * generator.standard_normal(shape) if dtype.kind == "c" else real)


def _normal(generator: np.random.Generator, parameters: NormalModel, shape: Shape, dtype: np.dtype[Any]) -> Array:
    return np.asarray(parameters.mean + parameters.scale * _standard(generator, shape, dtype), dtype=dtype)


def _fan_in(generator: np.random.Generator, parameters: FanInModel, shape: Shape, dtype: np.dtype[Any]) -> Array:
    scale = parameters.gain / max(shape[-1] if shape else 1, 1) ** 0.5
    return np.asarray(scale * _standard(generator, shape, dtype), dtype=dtype)


def _uniform(generator: np.random.Generator, parameters: UniformModel, shape: Shape, dtype: np.dtype[Any]) -> Array:
    if parameters.low > parameters.high:
        raise InputFaultError("has `low` above `high`; swap them")
    width = parameters.high - parameters.low
    real = parameters.low + width * generator.random(shape)
    if dtype.kind == "c":
        real = real + 1j * (parameters.low + width * generator.random(shape))
    return np.asarray(real, dtype=dtype)


def _integers(generator: np.random.Generator, parameters: IntegersModel, shape: Shape, dtype: np.dtype[Any]) -> Array:
    if parameters.low > parameters.high:
        raise InputFaultError("has `low` above `high`; swap them")
    _check_range(parameters.low, dtype)
    _check_range(parameters.high, dtype)
    return np.asarray(generator.integers(parameters.low, parameters.high, shape, endpoint=True)).astype(dtype)


def _constant(_: np.random.Generator, parameters: ConstantModel, shape: Shape, dtype: np.dtype[Any]) -> Array:
    _check_range(parameters.value, dtype)
    return np.full(shape, parameters.value).astype(dtype)


def _identity(_: np.random.Generator, __: Any, shape: Shape, dtype: np.dtype[Any]) -> Array:
    if len(shape) != 2:  # noqa: PLR2004 - a matrix has two axes
        raise InputFaultError("'identity' needs an argument of two axes")
    return np.eye(*shape, dtype=dtype)


def _check_range(value: float, dtype: np.dtype[Any]) -> None:
    """Refuse what a bool or integer dtype cannot hold."""
    if dtype.kind not in "biu":
        return
    low, high = (0, 1) if dtype.kind == "b" else (int(np.iinfo(dtype).min), int(np.iinfo(dtype).max))
    if not (low <= value <= high and value == int(value)):
        raise InputFaultError(f"holds {value:g}, which is no {dtype.name}; stay between {low} and {high}")


_DRAWS: dict[str, Callable[[np.random.Generator, Any, Shape, np.dtype[Any]], Array]] = {
    "normal": _normal,
    "fan_in": _fan_in,
    "uniform": _uniform,
    "integers": _integers,
    "constant": _constant,
    "zeros": _constant,
    "ones": _constant,
    "identity": _identity,
}
