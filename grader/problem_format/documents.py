"""YAML as plain data with a line and a column for each key and item; everything in it is taken to be hostile."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias

import yaml

Location: TypeAlias = tuple[str | int, ...]

DOCUMENT_LIMIT = 1_000_000
"""Largest document, in bytes."""

DEPTH_LIMIT = 50
"""Deepest nesting of mappings and sequences."""

NODE_LIMIT = 100_000
"""Most keys and values in one document."""

NUMBER_LIMIT = 400
"""Longest number, in characters; more digits than that are no input of ours."""

_TAG = "tag:yaml.org,2002:"
_COLLECTION_TAGS = (None, "!", f"{_TAG}seq", f"{_TAG}map")
_NULLS = ("", "~", "null", "Null", "NULL")
_BOOLS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"[-+]?[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_UNFIT = re.compile("[\0\ud800-\udfff]")
_POINT_WORD = re.compile(r"\.(inf|nan)")

_Loader: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class DocumentError(Exception):
    """A document that is not the YAML that we take: line and column from 1, the location, and what is wrong."""

    def __init__(self, line: int, column: int, location: Location, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.location = location
        self.message = message


@dataclass(slots=True)
class Document:
    """Plain data (dict, list, str, int, float, bool, None) and where each key or item stands, from (1, 1)."""

    data: Any
    positions: dict[Location, tuple[int, int]] = field(default_factory=dict)

    def position(self, location: Location) -> tuple[int, int]:
        """Line and column of a location, or of the nearest thing around it."""
        for end in range(len(location), -1, -1):
            if location[:end] in self.positions:
                return self.positions[location[:end]]
        return (1, 1)


def read_document(content: bytes) -> Document:
    """Read one YAML document, with the scalars of YAML 1.2's core schema.

    Raises:
        DocumentError: it is too large or too deep, is not UTF-8 or not YAML, holds several documents, an anchor, an
            alias, a tag beyond the core ones, a key that is no text, or a key twice.
    """
    if len(content) > DOCUMENT_LIMIT:
        raise DocumentError(1, 1, (), f"is larger than {DOCUMENT_LIMIT} bytes; move long texts into files of their own")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        raise DocumentError(line, column, (), "is not UTF-8; save the file as UTF-8") from None
    try:
        return _Composer(text).compose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise DocumentError(line, column, (), f"is not YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        position = _forbidden_character(text)
        raise DocumentError(*position, (), f"is not YAML: {str(error).splitlines()[0][:80]}") from None


def _forbidden_character(text: str) -> tuple[int, int]:
    """Line and column of the first character that YAML does not allow."""
    match = re.search(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    start = match.start() if match else 0
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


class _Composer:
    """Builds data from the parser's events, so that each limit is checked before anything grows."""

    def __init__(self, text: str) -> None:
        self._loader = _Loader(text)
        self._positions: dict[Location, tuple[int, int]] = {}
        self._nodes = 0

    def compose(self) -> Document:
        """The only document of the stream."""
        try:
            self._loader.get_event()  # the stream's start
            event = self._loader.get_event()
            if isinstance(event, yaml.StreamEndEvent):
                raise DocumentError(1, 1, (), "is empty; start with `format: 1`")
            data = self._value(self._loader.get_event(), ())
            self._loader.get_event()  # the document's end
            event = self._loader.get_event()
            if not isinstance(event, yaml.StreamEndEvent):
                _refuse(event, (), "holds more than one document; one file is one problem: take out the `---`")
            return Document(data, self._positions)
        finally:
            self._loader.dispose()

    def _value(self, event: Any, location: Location) -> Any:
        """The value that starts with this event."""
        self._check(event, location)
        self._positions.setdefault(location, (event.start_mark.line + 1, event.start_mark.column + 1))
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event, location)
        if event.tag not in _COLLECTION_TAGS:
            _refuse(event, location, f"has the tag {event.tag!r:.60}; take the tag away")
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(location)
        return self._sequence(location)

    def _check(self, event: Any, location: Location) -> None:
        """Refuse aliases, anchors, and what is too deep or too much."""
        self._nodes += 1
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            _refuse(event, location, "uses an anchor or an alias (& or *); write the value out")
        if len(location) > DEPTH_LIMIT:
            _refuse(event, location, f"is nested deeper than {DEPTH_LIMIT} levels")
        if self._nodes > NODE_LIMIT:
            _refuse(event, location, f"is one value too many (over {NODE_LIMIT}); let `generate` draw large inputs")

    def _mapping(self, location: Location) -> dict[str, Any]:
        """Keys and values up to the mapping's end."""
        data: dict[str, Any] = {}
        while not isinstance(event := self._loader.get_event(), yaml.MappingEndEvent):
            self._check(event, location)
            key = _scalar(event, location) if isinstance(event, yaml.ScalarEvent) else None
            if not isinstance(key, str):
                _refuse(event, location, "has a key that is not text; put it in quotes")
            if key in data:
                _refuse(event, (*location, key), "stands here twice; keep one of them")
            self._positions[(*location, key)] = (event.start_mark.line + 1, event.start_mark.column + 1)
            data[key] = self._value(self._loader.get_event(), (*location, key))
        return data

    def _sequence(self, location: Location) -> list[Any]:
        """Items up to the sequence's end."""
        data: list[Any] = []
        while not isinstance(event := self._loader.get_event(), yaml.SequenceEndEvent):
            data.append(self._value(event, (*location, len(data))))
        return data


def _refuse(event: Any, location: Location, message: str) -> NoReturn:
    """Raise a fault where the event starts."""
    raise DocumentError(event.start_mark.line + 1, event.start_mark.column + 1, location, message)


def _scalar(event: Any, location: Location) -> Any:
    """The value of a scalar by its explicit tag, or by YAML 1.2's core schema if it is plain."""
    value: str = event.value
    tag = event.tag
    if _UNFIT.search(value):
        _refuse(event, location, "holds a NUL or half of a character pair; take it out")
    if tag in ("!", f"{_TAG}str") or (tag is None and not event.implicit[0]):
        return value
    if tag is None:
        return _read_bare(event, location)
    read = _BY_TAG.get(tag)
    if read is None:
        _refuse(event, location, f"has the tag {tag!r:.60}; take the tag away")
    found = read(value) if len(value) <= NUMBER_LIMIT else None
    if found is None and tag != f"{_TAG}null":
        _refuse(event, location, f"is no {tag.removeprefix(_TAG)}; take the tag away or mend the value")
    return found


def _read_bare(event: Any, location: Location) -> Any:
    """A scalar without quotes: null, bool, int, float, or else text (dates, `yes` and `2..8` among it)."""
    value: str = event.value
    if value in _NULLS:
        return None
    if value in _BOOLS:
        return _BOOLS[value]
    if not (value[0].isdigit() or value[0] in "+-."):
        return value
    if len(value) > NUMBER_LIMIT and _FLOAT.fullmatch(value):
        _refuse(event, location, f"is a number of more than {NUMBER_LIMIT} digits; use a shorter one")
    number = _parse_int(value)
    return number if number is not None else _parse_float(value) if _FLOAT.fullmatch(value) else value


def _parse_int(value: str) -> int | None:
    """A whole number, or None."""
    if not _INT.fullmatch(value):
        return None
    base = {"0x": 16, "0o": 8}.get(value[:2], 10)
    return int(value, base)


def _parse_float(value: str) -> float | None:
    """A float such as ``0.5``, ``1e-9``, ``.inf`` or ``.nan``, or None."""
    if not _FLOAT.fullmatch(value):
        return None
    return float(_POINT_WORD.sub(r"\1", value.lower()))


_BY_TAG: dict[str, Callable[[str], Any]] = {
    f"{_TAG}int": _parse_int,
    f"{_TAG}float": _parse_float,
    f"{_TAG}bool": _BOOLS.get,
    f"{_TAG}null": lambda _: None,
}
