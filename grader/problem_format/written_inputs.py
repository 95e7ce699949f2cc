"""Inputs that a student wrote, held against the declared arguments; and inputs written out, to start from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.model import Argument, ArraySpec, ScalarSpec, Seeded, Value
from grader.problem_format.dimensions import Dimensions, write_shape
from grader.problem_format.documents import Location
from grader.problem_format.inputs import InputFaultError, convert, freeze
from grader.problem_format.literal_arrays import ArrayBudget, LiteralError, Made
from grader.problem_format.literals import Literal, parse

TEXT_LIMIT = 64 * 1024
"""Most characters of all written inputs together."""

_WORDS = {"NaN": np.nan, "Infinity": np.inf, "-Infinity": -np.inf}


class WrittenInputsError(Exception):
    """Inputs that cannot be taken.

    Attributes:
        faults: by argument, a sentence that names it, says what is wrong and what to change.
    """

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(" ".join(faults.values()))
        self.faults = dict(faults)


@dataclass(frozen=True, slots=True)
class WrittenInputs:
    """Inputs that fit.

    Attributes:
        values: by argument, in the order of the signature; arrays have the declared dtype.
        dims: what the symbols of declared shapes stand for in them.
    """

    values: Mapping[str, Value]
    dims: Mapping[str, int]


@dataclass(slots=True)
class _Reading:
    budget: ArrayBudget = field(default_factory=ArrayBudget)
    dims: Dimensions = field(default_factory=Dimensions)
    values: dict[str, Value] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)

    def take(self, argument: Argument, text: str) -> None:
        """Read one input, or note what is wrong with it."""
        name = argument.name
        if not text.strip():
            self.faults[name] = f"`{name}` is empty. Write {_describe_wanted(argument)}."
            return
        try:
            value = _fit(parse(text, self.budget), argument.spec)
            if isinstance(argument.spec, ArraySpec) and isinstance(value, np.ndarray):
                self.bind(argument, argument.spec, value)
        except LiteralError as error:
            self.faults[name] = f"`{name}` {error}"
        except InputFaultError as error:
            self.faults[name] = f"`{name}`{_at(error.location)} {error.message}."
        else:
            self.values[name] = value

    def bind(self, argument: Argument, spec: ArraySpec, value: np.ndarray[Any, Any]) -> None:
        """Hold a shape against the declared one and against the sizes that the inputs before it set."""
        try:
            self.dims.bind(argument.name, spec, value.shape)
        except InputFaultError as error:
            told = f"is declared as {write_shape(spec)}; change one of the two"
            if "declared" in error.message:
                told = "does not fit; change its axes or its sizes"
            raise InputFaultError(f"{error.message}; the shape {value.shape} {told}") from None


def read_inputs(arguments: Sequence[Argument], texts: Mapping[str, str]) -> WrittenInputs:
    """Read what was written for each argument.

    Args:
        arguments: in the order of the signature.
        texts: by argument, JSON or a literal of Python and NumPy; a plain list takes the declared dtype.

    Raises:
        WrittenInputsError: an input is missing, unknown, cannot be read, or does not fit.
    """
    known = [argument.name for argument in arguments]
    faults = {
        name: f"`{name[:64]}` is no argument of this function. It takes {', '.join(known)}."
        for name in texts
        if name not in known
    }
    if sum(map(len, texts.values())) > TEXT_LIMIT:
        raise WrittenInputsError({known[0]: f"The inputs have over {TEXT_LIMIT:,} characters in all. Write less."})
    reading = _Reading(faults=faults)
    for argument in arguments:
        reading.take(argument, texts.get(argument.name, ""))
    if reading.faults:
        raise WrittenInputsError(reading.faults)
    return WrittenInputs(reading.values, reading.dims.sizes)


def _describe_wanted(argument: Argument) -> str:
    spec = argument.spec
    if isinstance(spec, ScalarSpec) and spec.kind == "generator":
        return "the seed of the generator, such as 7"
    if isinstance(spec, ScalarSpec):
        return f"a single {spec.kind}"
    return f"an array of the shape {write_shape(spec)}, such as {'np.zeros(...)' if spec.shape else '0.5'}"


def _at(location: Location) -> str:
    """`` at [0][1]``, or nothing."""
    return f" at {''.join(f'[{place}]' for place in location)}" if location else ""


def _fit(literal: Literal, spec: ArraySpec | ScalarSpec) -> Value:
    """What was written in its declared type; raises InputFaultError."""
    if isinstance(spec, ScalarSpec):
        if isinstance(literal.value, np.ndarray):
            raise InputFaultError(f"is an array, but the argument is a single {spec.kind}; write the value alone")
        return convert(_unnest(literal.value, np.dtype(complex)) if spec.kind == "complex" else literal.value, spec)
    if literal.dtype and literal.dtype != spec.dtype:
        raise InputFaultError(
            f"is {literal.dtype}, but the argument is {spec.dtype}; leave the dtype out, or change it"
        )
    if isinstance(literal.value, np.ndarray):
        return _cast(literal.value, np.dtype(spec.dtype))
    return convert(_unnest(literal.value, np.dtype(spec.dtype)), spec)


def _unnest(data: Any, dtype: np.dtype[Any]) -> Any:
    """Plain lists: arrays inside them as lists too, and NaN and infinities that JSON can only write as text."""
    if isinstance(data, list):
        return [_unnest(item, dtype) for item in data]
    if isinstance(data, str) and dtype.kind in "fc":
        return _WORDS.get(data, data)
    if isinstance(data, complex) and dtype.kind == "c":
        return {"re": data.real, "im": data.imag}
    return data.array.tolist() if isinstance(data, Made) else data


def _cast(array: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """An array in the declared dtype, where no value changes its kind; raises InputFaultError."""
    with np.errstate(all="ignore"):
        cast = array.astype(dtype)
    kinds = "biufc"
    widens = array.dtype.kind == dtype.kind or (
        array.dtype.kind != "b" and dtype.kind != "b" and kinds.index(array.dtype.kind) <= kinds.index(dtype.kind)
    )
    if not (widens or (dtype.kind in "iu" and array.dtype.kind in "iuf")) or _loses_values(array, cast):
        raise InputFaultError(f"holds values that are no {dtype.name}; write values of that dtype")
    return freeze(np.ascontiguousarray(cast))


def _loses_values(array: np.ndarray[Any, Any], cast: np.ndarray[Any, Any]) -> bool:
    """Whether a conversion to whole numbers cut something off, or one to floats ran over."""
    if cast.dtype.kind in "iu":
        return bool((cast != array).any())
    return cast.dtype.kind in "fc" and bool((np.isinf(cast) & np.isfinite(array)).any())


def write_input(value: Value) -> str:
    """A value as text that `read_inputs` takes: the rows of an array on lines of their own."""
    if isinstance(value, Seeded):
        return str(value.seed)
    if not isinstance(value, np.ndarray):
        return repr(value.item() if isinstance(value, np.generic) else value)
    if not value.size and value.ndim > 1:
        return f"np.zeros({value.shape})"
    return _write_rows(value.tolist(), "")


def _write_rows(data: Any, indent: str) -> str:
    if not isinstance(data, list) or not data or not isinstance(data[0], list):
        return repr(data)
    inner = f",\n{indent} ".join(_write_rows(item, f"{indent} ") for item in data)
    return f"[{inner}]"
