"""Single values: numbers, bools, text and None, each of exactly its own kind."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from grader.checkers.difference import Context, Difference
from grader.checkers.wording import dtype_name, kind_of, need_of, pair_of, subject, value_of
from grader.errors import UnfitProblemError
from grader.model import Reason, ScalarSpec, Tolerance, Value

_AUTO = 1e-3
_NARROW: dict[str, tuple[type[np.generic], str]] = {
    "float": (np.floating, "float64"),
    "complex": (np.complexfloating, "complex128"),
}
_MENDS = {
    ("int", "float"): ": write 1.0 in place of 1, or use float(...)",
    ("float", "int"): ": use // in place of /, or int(...) once the value is whole",
    ("bool", "int"): ": a bool is not taken for a number",
    ("bool", "float"): ": a bool is not taken for a number",
    ("array", "float"): ": take the element out, with .item() or an index",
    ("array", "int"): ": take the element out, with .item() or an index",
}


def compare_scalar(expected: Value, got: Value, spec: ScalarSpec, context: Context, path: str) -> Difference | None:
    """Hold an answer against an expected single value.

    Raises:
        UnfitProblemError: the expected value is not of the declared kind, so the problem is at fault.
    """
    if not _is_kind(expected, spec.kind):
        raise UnfitProblemError(f"the reference does not give {need_of(spec)} for {path or 'its result'}")
    if not _is_kind(got, spec.kind):
        return _wrong_kind(got, spec, context, path)
    if spec.kind in ("float", "complex"):
        tolerated = context if spec.tolerance is None else replace(context, tolerance=spec.tolerance)
        return _compare_inexact(expected, got, tolerated, path)
    if (bool(got) if spec.kind == "bool" else got) == expected:
        return None
    return _wrong_value(expected, got, context, path)


def _is_kind(value: Any, kind: str) -> bool:
    """Whether a value is of a scalar kind: a bool is no int, an int is no float, an array is no scalar."""
    if kind == "int":
        return type(value) is int or (isinstance(value, np.integer) and not isinstance(value, np.timedelta64))
    if kind == "bool":
        return type(value) is bool or isinstance(value, np.bool_)
    exact = {"float": (float, np.float64), "complex": (complex, np.complex128), "str": (str,), "none": (type(None),)}
    return type(value) in exact[kind]


def _wrong_kind(got: Any, spec: ScalarSpec, context: Context, path: str) -> Difference:
    """Another type, or the right kind of number in another precision."""
    if spec.kind in _NARROW and isinstance(got, _NARROW[spec.kind][0]):
        name = dtype_name(got.dtype.name, hidden=context.hidden)
        start = f"{path}: dtype" if path else "The dtype"
        message = f"{start} is {name}, need {_NARROW[spec.kind][1]}: keep double precision."
        return Difference(Reason.WRONG_DTYPE, message, path)
    need = need_of(spec)
    if got is None and not path:
        message = f"Your function returned None. It needs a return statement that gives {need}."
        return Difference(Reason.WRONG_TYPE, message, path)
    mend = _MENDS.get((_family(got), spec.kind), "")
    message = f"{subject(path)} is {kind_of(got, hidden=context.hidden)}, need {need}{mend}."
    return Difference(Reason.WRONG_TYPE, message, path)


def _family(value: Any) -> str:
    """A coarse type for the choice of a mend."""
    families = ((bool | np.bool_, "bool"), (int | np.integer, "int"), (float | np.floating, "float"))
    for kind, name in families:
        if isinstance(value, kind):
            return name
    return "array" if isinstance(value, np.ndarray) else ""


def _compare_inexact(expected: Any, got: Any, context: Context, path: str) -> Difference | None:
    """Floats and complex numbers: within the tolerance, infinities exactly, NaN only with ``equal_nan``."""
    want, have = complex(expected), complex(got)
    if _close(want, have, context.tolerance):
        return None
    if not _finite(have):
        return _not_finite(expected, got, context, path)
    return _wrong_value(expected, got, context, path)


def _close(want: complex, have: complex, tolerance: Tolerance) -> bool:
    """``|got - want| <= atol + rtol*|want|``, by modulus."""
    if want == have:
        return True
    if not _finite(want) or not _finite(have):
        return tolerance.equal_nan and _nan(want) and _nan(have)
    size = _modulus(want)
    atol = tolerance.rtol * _AUTO * size if tolerance.atol is None else tolerance.atol
    return _modulus(have - want) <= atol + tolerance.rtol * size


def _modulus(number: complex) -> float:
    """Absolute value; infinity where it overflows."""
    return math.hypot(number.real, number.imag)


def _finite(number: complex) -> bool:
    return math.isfinite(number.real) and math.isfinite(number.imag)


def _nan(number: complex) -> bool:
    return math.isnan(number.real) or math.isnan(number.imag)


def _not_finite(expected: Any, got: Any, context: Context, path: str) -> Difference:
    """NaN or infinity where something else is needed."""
    shown = "not finite (NaN or infinity)" if context.hidden else f"{value_of(got)}, need {value_of(expected)}"
    message = f"{subject(path)} is {shown}. Look for a division by zero, the logarithm of zero or an overflow."
    return Difference(Reason.NOT_FINITE, message, path)


def _wrong_value(expected: Any, got: Any, context: Context, path: str) -> Difference:
    """Another value; a hidden case does not even tell how far off it is, since that would read it off."""
    if context.hidden:
        return Difference(Reason.WRONG_VALUE, f"{subject(path)} is not the value that is needed.", path)
    shown, wanted = pair_of(got, expected)
    message = f"{subject(path)} is {shown}, need {wanted}."
    absolute, relative = _measure_errors(expected, got)
    if absolute is not None:
        message += f" The error is {absolute:.3g}."
    return Difference(Reason.WRONG_VALUE, message, path, absolute, relative, 1, 1)


def _measure_errors(expected: Any, got: Any) -> tuple[float | None, float | None]:
    """Absolute and relative error of two numbers; None for anything else, or beyond the range of a float."""
    if isinstance(expected, bool | np.bool_ | str | None):
        return None, None
    try:
        size = _modulus(complex(expected))
        whole = _is_kind(got, "int")
        error = float(abs(int(got) - int(expected))) if whole else _modulus(complex(got) - complex(expected))
    except OverflowError:
        return None, None
    if not math.isfinite(size):
        return None, None
    return error, error / size if size else None
