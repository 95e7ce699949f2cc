"""Telling what is wrong with an array, in words that a student can act on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader.checkers.difference import Context, Difference
from grader.checkers.shapes import expected_symbols, in_symbols, index_words, shape_message
from grader.checkers.wording import dtype_name, kind_of, pair_of, power_of_ten, power_words, subject
from grader.model import ArraySpec, Foreign, ForeignArray, Reason, Value

Array = np.ndarray[Any, Any]

_MENDS = {
    "list": "use np.array or np.stack to build one array",
    "tuple": "return the array itself, or build one with np.array or np.stack",
    "number": "a sum, a mean or an index may have taken away axes that should stay",
    "subclass": "np.asarray gives a plain array",
}
_OBJECTS = "pieces of unequal shape, or None among the numbers, make an array of objects"
_TO_FLOAT = {
    "f": "something made it narrower: look for astype, dtype= or a float32 constant",
    "i": "integers came in: build arrays with dtype=float, and look for rounding or np.sign",
    "u": "integers came in: build arrays with dtype=float",
    "b": "a comparison gives bools: return the numbers themselves",
    "c": "nothing here needs complex numbers: look for a root or logarithm of a negative number, or for 1j",
    "O": _OBJECTS,
}
_TO_INT = {
    "f": "use // in place of /, or build the array with dtype=int",
    "b": "a comparison gives bools: np.where or astype(int) makes numbers of them",
    "O": _OBJECTS,
}
_TO_BOOL = {"f": "return the comparison itself", "i": "return the comparison itself", "O": _OBJECTS}
_MENDS_TO_KIND = {"f": _TO_FLOAT, "i": _TO_INT, "u": _TO_INT, "b": _TO_BOOL}


def form_difference(expected: Array, got: Value, spec: ArraySpec, context: Context, path: str) -> Difference:
    """The first of type, shape and dtype that is wrong."""
    if not isinstance(got, ForeignArray) and type(got) is not np.ndarray:
        return Difference(Reason.WRONG_TYPE, _type_message(got, _need(expected, spec, context), context, path), path)
    if got.shape != expected.shape:
        return Difference(Reason.WRONG_SHAPE, shape_message(got.shape, expected.shape, spec, context, path), path)
    name = got.dtype_name if isinstance(got, ForeignArray) else got.dtype.name
    shown = dtype_name(name, hidden=context.hidden)
    start = f"{path}: dtype" if path else "The dtype"
    return Difference(Reason.WRONG_DTYPE, f"{start} is {shown}, need {spec.dtype}{_dtype_mend(got, spec)}.", path)


def _need(expected: Array, spec: ArraySpec, context: Context) -> str:
    """The needed shape in symbols."""
    return in_symbols(expected_symbols(expected.shape, spec, context))


def _type_message(got: Value, shape: str, context: Context, path: str) -> str:
    """What came in place of an array."""
    if got is None and not path:
        return f"Your function returned None. It needs a return statement that gives a numpy.ndarray of shape {shape}."
    if isinstance(got, list | tuple):
        mend = _MENDS["list" if isinstance(got, list) else "tuple"]
    elif isinstance(got, np.generic | int | float | complex):
        mend = _MENDS["number"]
    elif isinstance(got, Foreign) and got.type_name.startswith("numpy."):
        mend = _MENDS["subclass"]
    else:
        mend = f"its shape is {shape}"
    return f"{subject(path)} is {kind_of(got, hidden=context.hidden)}, need a numpy.ndarray: {mend}."


def _dtype_mend(got: Array | ForeignArray, spec: ArraySpec) -> str:
    """How to come to the needed dtype, or nothing."""
    name = got.dtype_name if isinstance(got, ForeignArray) else got.dtype.kind
    kind = {"object": "O"}.get(name, name)
    mend = _MENDS_TO_KIND.get(np.dtype(spec.dtype).kind, {}).get(kind)
    return f"; {mend}" if mend else ""


@dataclass(frozen=True, slots=True)
class _Finding:
    """What is wrong with the values of an array.

    Attributes:
        index: the first wrong element.
        where: the same by axis, or None where there are no axes.
        differing: how many elements are wrong in this way.
        total: how many elements there are.
        absolute: largest absolute error.
        relative: largest error relative to an expected value that is not zero.
        telling: whether a hidden case may tell how far and how many: several inexact numbers, so that the
            answer to a guess is no value.
    """

    reason: Reason
    index: tuple[int, ...]
    where: str | None
    differing: int
    total: int
    absolute: float | None
    relative: float | None
    telling: bool


def value_difference(arrays: tuple[Array, Array, Array], spec: ArraySpec, context: Context, path: str) -> Difference:
    """Not finite, or wrong values.

    Args:
        arrays: expected, got (both of one shape and dtype), and which elements are right.
        spec: names the axes.
        context: says what may be told.
        path: the part of the answer.
    """
    expected, got, right = arrays
    found = _find(expected, got, right)
    if found.index:
        found = replace(found, where=index_words(found.index, spec, context))
    if context.hidden:
        found = _redact(found)
        message = _hidden_message(found, path)
    else:
        message = _sample_message(found, got[found.index], expected[found.index], path)
    return Difference(
        reason=found.reason,
        message=message,
        path=path,
        max_abs_error=found.absolute,
        max_rel_error=found.relative,
        differing=found.differing if found.telling or not context.hidden else None,
        total=found.total if found.telling or not context.hidden else None,
        first_index=found.where,
        axes_index=found.index or None,
    )


def _find(expected: Array, got: Array, right: Array) -> _Finding:
    """Locate what is wrong: what is not finite comes before what is only far off."""
    inexact = got.dtype.kind in "fc"
    wrong = ~right
    bad = wrong & ~np.isfinite(got) if inexact else wrong
    not_finite = inexact and bool(bad.any())
    chosen = np.asarray(bad if not_finite else wrong)
    index = np.unravel_index(int(np.argmax(chosen)), chosen.shape) if chosen.ndim else ()
    absolute, relative = (None, None) if not_finite else _measure_errors(expected, got, wrong)
    return _Finding(
        reason=Reason.NOT_FINITE if not_finite else Reason.WRONG_VALUE,
        index=tuple(int(position) for position in index),
        where=None,
        differing=int(np.count_nonzero(chosen)),
        total=int(chosen.size),
        absolute=absolute,
        relative=relative,
        telling=inexact and chosen.size > 1,
    )


def _measure_errors(expected: Array, got: Array, wrong: Array) -> tuple[float | None, float | None]:
    """Largest absolute and relative error of the wrong elements; bools and infinities have none."""
    if got.dtype.kind == "b":
        return None, None
    with np.errstate(all="ignore"):
        if got.dtype.kind in "iu":  # wraps round within 64 bits, so that no difference overflows
            error = np.maximum(got, expected).astype(np.uint64) - np.minimum(got, expected).astype(np.uint64)
        else:
            error = np.abs(got - expected)
        error = np.asarray(error, dtype=np.float64)
        size = np.abs(np.asarray(expected, dtype=np.complex128))
        measured = np.asarray(wrong & np.isfinite(size) & ~np.isnan(error))
        relative = np.divide(error, size, out=np.full(error.shape, -1.0), where=measured & (size > 0))
    absolute = float(np.max(error, where=measured, initial=-1.0))
    largest = float(relative.max())
    return (absolute if absolute >= 0 else None), (largest if largest >= 0 else None)


def _redact(found: _Finding) -> _Finding:
    """Errors as powers of ten, or not at all."""
    if not found.telling:
        return replace(found, absolute=None, relative=None)
    return replace(found, absolute=power_of_ten(found.absolute), relative=power_of_ten(found.relative))


def _sample_message(found: _Finding, got: Any, expected: Any, path: str) -> str:
    """Everything: values, place, how many, how far."""
    shown, wanted = pair_of(got, expected)
    place = f" at {found.where}" if found.where else ""
    many = f"{found.differing} of {found.total} elements"
    if found.reason is Reason.NOT_FINITE:
        spread = f" {many} {'is' if found.differing == 1 else 'are'} not finite." if found.total > 1 else ""
        return f"{subject(path)} is {shown}{place}, need {wanted}.{spread} {_LOOK_FINITE}"
    message = f"{subject(path)} is {shown}{place}, need {wanted}."
    if found.total > 1:
        message += f" {many} differ." if found.differing > 1 else f" {many} differs."
    if found.absolute is not None:
        relative = f", relative {found.relative:.3g}" if found.relative is not None else ""
        message += f" Largest error: absolute {found.absolute:.3g}{relative}."
    return message


def _hidden_message(found: _Finding, path: str) -> str:
    """Kind, place and at most the error's power of ten."""
    place = f", first at {found.where}" if found.where else ""
    if found.reason is Reason.NOT_FINITE:
        return f"{subject(path)} is not finite (NaN or infinity){place}. {_LOOK_FINITE}"
    message = f"{subject(path)} has a wrong value{place}."
    if found.absolute is not None:
        message += f" Largest absolute error: about {power_words(found.absolute)}."
    return message


_LOOK_FINITE = "Look for a division by zero, the logarithm of zero or an overflow."
