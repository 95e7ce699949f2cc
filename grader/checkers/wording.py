"""How types, numbers and parts of an answer are called; hidden cases use words from fixed lists only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.model import ArraySpec, DictSpec, Foreign, ForeignArray, ScalarSpec, Spec, clean

_BUILTIN = {
    list: "a list",
    tuple: "a tuple",
    dict: "a dict",
    str: "a str",
    bool: "a bool",
    int: "an int",
    float: "a float",
    complex: "a complex number",
    type(None): "None",
    np.ndarray: "a numpy.ndarray",
    ForeignArray: "a numpy.ndarray",
}
_KNOWN_FOREIGN = frozenset({
        "numpy.matrix", "numpy.ma.MaskedArray", "numpy.ma.core.MaskedArray", "numpy.memmap", "numpy.recarray",
        "numpy.rec.recarray", "numpy.char.chararray", "generator", "coroutine", "async_generator", "function",
        "builtin_function_or_method", "method", "module", "type", "object", "set", "frozenset", "bytes", "bytearray",
        "memoryview", "range", "map", "zip", "filter", "enumerate", "reversed", "slice", "ellipsis", "dict_keys",
        "dict_values", "dict_items", "list_iterator", "decimal.Decimal", "fractions.Fraction",
        "numpy.random._generator.Generator",
})  # fmt: skip
_KNOWN_DTYPES = frozenset({
        "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
        "float64", "float128", "longdouble", "complex64", "complex128", "complex256", "clongdouble", "object",
})  # fmt: skip
_DTYPE_KINDS = {"U": "text", "S": "bytes", "M": "datetime64", "m": "timedelta64", "V": "structured", "O": "object"}
_SMALL_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_WIDE_INT = 200
_TEXT_SHOWN = 60
_PLAIN_POWER = 2
_SCALARS = {"int": "an int", "none": "None", "complex": "a complex number"}


def subject(path: str) -> str:
    """What a sentence about a part of the answer starts with."""
    return f"result{path}" if path.startswith("[") else path or "The result"


def kind_of(value: Any, *, hidden: bool) -> str:
    """The type of a value with its article; a student's own type names are left out where inputs are hidden."""
    if isinstance(value, Foreign):
        if hidden and value.type_name not in _KNOWN_FOREIGN:
            return "an object of another type"
        return with_article(on_one_line(value.type_name))
    if isinstance(value, np.generic):
        known = value.dtype.name in _KNOWN_DTYPES or not hidden
        return f"a numpy.{on_one_line(value.dtype.name)}" if known else "a NumPy scalar of another dtype"
    return next((word for kind, word in _BUILTIN.items() if isinstance(value, kind)), "an object of another type")


def with_article(name: str) -> str:
    """``a`` or ``an`` before a name."""
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


def on_one_line(text: str) -> str:
    """A student's text on one line, harmless, of its first 60 characters."""
    return clean(text[:_TEXT_SHOWN], kept="") + ("..." if len(text) > _TEXT_SHOWN else "")


def quote(text: str) -> str:
    """The same in quotes, as Python writes it."""
    return clean(repr(text if len(text) <= _TEXT_SHOWN else f"{text[:_TEXT_SHOWN]}..."), kept="")


def dtype_name(name: str, *, hidden: bool) -> str:
    """A dtype's name; widths and fields of unusual ones could carry inputs, so hidden cases name only the kind."""
    if name in _KNOWN_DTYPES:
        return name
    if not hidden:
        return on_one_line(name)
    letter = "U" if name.startswith("str") else name.lstrip("<>|=")[:1]
    times = [word for word in ("datetime64", "timedelta64") if name.startswith(word)]
    return times[0] if times else _DTYPE_KINDS.get(letter, "another dtype")


def need_of(spec: Spec) -> str:
    """What is needed, with its article."""
    if isinstance(spec, ArraySpec):
        return "a numpy.ndarray"
    if isinstance(spec, ScalarSpec):
        return _SCALARS.get(spec.kind, f"a {spec.kind}")
    if isinstance(spec, DictSpec):
        return f"a dict with {keys(list(spec.items))}"
    return f"a {spec.kind} of {count(len(spec.items), 'item')}"


def keys(names: Sequence[str]) -> str:
    """``the key 'a'`` or ``the keys 'a', 'b' and 'c'``."""
    return f"the key{'s' if len(names) != 1 else ''} {join_words([quote(name) for name in names])}"


def join_words(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def count(number: int, noun: str) -> str:
    """``one axis``, ``two items``; an axis becomes axes."""
    word = _SMALL_NUMBERS[number] if 0 <= number < len(_SMALL_NUMBERS) else str(number)
    plural = {"axis": "axes"}.get(noun, f"{noun}s")
    return f"{word} {noun if number == 1 else plural}"


def value_of(value: Any) -> str:
    """A single value for a sample's message; never the digits of a huge int, never a long text."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        bits = value.bit_length()
        return str(value) if bits <= _WIDE_INT else f"an int of {bits} bits"
    if isinstance(value, float):
        return {math.inf: "inf", -math.inf: "-inf"}.get(value, "NaN" if math.isnan(value) else f"{value:.10g}")
    return repr(value) if isinstance(value, complex) else quote(value) if isinstance(value, str) else "None"


def pair_of(got: Any, expected: Any) -> tuple[str, str]:
    """Two values in enough digits to be told apart."""
    shown = value_of(got), value_of(expected)
    if shown[0] == shown[1] and isinstance(got, float | np.floating) and math.isfinite(got):
        return repr(float(got)), repr(float(expected))
    return shown


def power_of_ten(error: float | None) -> float | None:
    """An error rounded to a power of ten, which is all that a hidden case may tell."""
    if error is None or not math.isfinite(error) or error <= 0:
        return None
    exponent = round(math.log10(error))
    return float(f"1e{exponent}")


def power_words(power: float) -> str:
    """A power of ten as it is read most easily: ``0.01``, ``1``, ``100``, and beyond that ``1e-8``."""
    exponent = round(math.log10(power))
    return f"{10.0**exponent:g}" if abs(exponent) <= _PLAIN_POWER else f"1e{exponent}"
