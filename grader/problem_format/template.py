"""Values in prose: ``{{ name.key[0, 1]:.4f }}``, parsed here and never evaluated; and numbers that someone typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.errors import GraderError
from grader.model import Value

SHOWN_LIMIT = 1_000
"""Most elements of an array that one placeholder may show."""

_PLACEHOLDER = re.compile(r"\{\{(?P<inside>.*?)\}\}", re.DOTALL)
_INSIDE = re.compile(
    r"\s*(?P<name>[A-Za-z_]\w*)(?P<keys>(?:\.[A-Za-z_]\w*)*)\s*"
    r"(?:\[(?P<indices>\s*-?\d{1,9}\s*(?:,\s*-?\d{1,9}\s*)*)\])?\s*"
    r"(?::(?P<spec>[^:{}]*))?\s*",
    re.ASCII,
)
_SPEC = re.compile(r"[+ ]?,?(?:\.[0-9]{1,2})?[feEgGd%]?", re.ASCII)
_CITATION = re.compile(r"\[\[\s*(?P<citation>[-+\u2212]?\d+\.\d+(?:[eE][-+]?\d+)?)\s*\]\]")
_MARKED = re.compile(f"{_PLACEHOLDER.pattern}|{_CITATION.pattern}", re.DOTALL)
_NOT_NUMBERS = re.compile(r"https?://\S+|arXiv:\s?\d+\.\d+(?:v\d+)?|doi:\s?\S+", re.IGNORECASE)
_DECIMAL = re.compile(r"(?<![\w.])[-+\u2212]?\d+\.\d{3,}(?:[eE][-+]?\d+)?(?![\w]|\.\d)")


class TemplateError(GraderError):
    """A placeholder that cannot be filled.

    Attributes:
        line: its line in the text, from 1.
        column: its column, from 1.
        message: what is wrong, and how to mend it.
    """

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        self.column = column
        self.message = message


@dataclass(frozen=True, slots=True)
class TypedDecimal:
    """A number of three decimal places or more that stands in prose as the author typed it.

    Attributes:
        text: as it was typed; a minus sign of typography is kept.
        value: what it says.
        places: digits after the point.
        line: from 1.
        column: from 1.
    """

    text: str
    value: float
    places: int
    line: int
    column: int


class _UnfitError(Exception):
    """What is wrong with one placeholder."""


def fill(text: str, values: Mapping[str, Value]) -> str:
    """Put values into the placeholders of a text, and take the brackets off its citations ``[[0.3799]]``.

    Args:
        text: Markdown. ``{{ expected.outputs[0, 1, 0]:.4f }}`` is a name, keys, indices and a format; without
            indices an array is shown whole, each element in that format.
        values: what the names stand for.

    Raises:
        TemplateError: a placeholder that is malformed or speaks of what is not there.
    """

    def replace(match: re.Match[str]) -> str:
        if match["citation"] is not None:
            return str(match["citation"])
        try:
            return _filled(match["inside"], values)
        except _UnfitError as error:
            raise TemplateError(*_position(text, match.start()), str(error)) from None

    return _MARKED.sub(replace, text)


def typed_decimals(text: str) -> Iterator[TypedDecimal]:
    """Numbers of three places or more that are neither placeholders, nor citations, nor parts of an address."""
    for pattern in (_PLACEHOLDER, _CITATION, _NOT_NUMBERS):
        text = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for match in _DECIMAL.finditer(text):
        number = match[0].replace("\u2212", "-")
        places = len(re.split(r"[eE]", number)[0].partition(".")[2])
        yield TypedDecimal(match[0], float(number), places, *_position(text, match.start()))


def _position(text: str, start: int) -> tuple[int, int]:
    """Line and column of an offset, from (1, 1)."""
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


def _filled(inside: str, values: Mapping[str, Value]) -> str:
    """What stands in place of one placeholder."""
    match = _INSIDE.fullmatch(inside)
    if match is None:
        raise _UnfitError(f"{inside.strip()[:60]!r} is no placeholder; write {{{{ name.key[0, 1]:.4f }}}}")
    spec = (match["spec"] or "").strip()
    if not _SPEC.fullmatch(spec):
        raise _UnfitError(f"{spec[:20]!r} is no format; write one such as .4f, .2e or d")
    value = _look_up(match["name"], match["keys"].split(".")[1:], values)
    if match["indices"]:
        value = _take_item(value, tuple(int(index) for index in match["indices"].split(",")))
    return _write_value(value, spec)


def _look_up(name: str, keys: list[str], values: Mapping[str, Value]) -> Value:
    """The value of a name, and of keys in dicts below it."""
    if name not in values:
        raise _UnfitError(f"{name[:60]!r} is not known; known here: {', '.join(sorted(values))}")
    value = values[name]
    for key in keys:
        if not isinstance(value, dict) or key not in value:
            known = ", ".join(sorted(map(str, value))) if isinstance(value, dict) else "no keys"
            raise _UnfitError(f"{name[:60]!r} has no key {key[:60]!r}; it has: {known}")
        value = value[key]
    return value


def _take_item(value: Value, indices: tuple[int, ...]) -> Value:
    """An element or a part of an array, list or tuple."""
    if isinstance(value, np.ndarray):
        if len(indices) > value.ndim or any(not -n <= i < n for i, n in zip(indices, value.shape, strict=False)):
            raise _UnfitError(f"index {list(indices)} lies outside of shape {value.shape}")
        part: Value = value[indices]
        return part
    for position, index in enumerate(indices):
        if isinstance(value, np.ndarray):
            return _take_item(value, indices[position:])
        if not isinstance(value, list | tuple) or not -len(value) <= index < len(value):
            raise _UnfitError(f"there is nothing at index {list(indices)}")
        value = value[index]
    return value


def _write_value(value: Any, spec: str) -> str:
    """A value in a format; arrays and lists with each element in it."""
    if isinstance(value, np.ndarray):
        if value.size > SHOWN_LIMIT:
            raise _UnfitError(f"has {value.size} elements, over {SHOWN_LIMIT}; name a part of it by indices")
        value = value.tolist()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_write_value(item, spec) for item in value) + "]"
    return _format_value(value, spec)


def _format_value(value: Any, spec: str) -> str:
    """A single value in a checked format; a rounded minus zero loses its sign."""
    if isinstance(value, str | bool | None):
        if spec:
            raise _UnfitError(f"is {type(value).__name__}, which takes no format; take {spec!r} away")
        return str(value)
    if not isinstance(value, int | float | complex):
        raise _UnfitError("is no number; name a part of it by key or index")
    try:
        sign = "z" if isinstance(value, float) and spec else ""
        return format(value, _with_sign(spec, sign))
    except (ValueError, OverflowError):
        raise _UnfitError(
            f"{spec[:20]!r} does not go with {type(value).__name__}; write one such as .4f or d"
        ) from None


def _with_sign(spec: str, sign: str) -> str:
    """A format in which ``z`` stands after the plus or the space, where Python wants it."""
    return spec[:1] + sign + spec[1:] if spec[:1] in ("+", " ") else sign + spec
