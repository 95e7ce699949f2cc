"""An instructor's faults: collected with their place in the file, and pydantic's errors retold in plain words."""

from __future__ import annotations

import difflib
import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, Tag, ValidationError
from pydantic_core import ErrorDetails

from grader.errors import FileFault
from grader.problem_format.documents import Document, Location
from grader.problem_format.schema import ProblemModel

FAULT_LIMIT = 100
"""Most faults that are told at once."""

_NEEDS = {
    "string_type": "needs text; put it in quotes",
    "int_type": "needs a whole number",
    "float_type": "needs a number",
    "bool_type": "needs true or false",
    "list_type": "needs a list: [a, b]",
    "dict_type": "needs a mapping: {key: value}",
    "model_type": "needs a mapping: {key: value}",
    "int_parsing_size": "needs a smaller whole number",
    "finite_number": "needs a finite number",
}
_LARGE = 1e20
_PATTERNS = {
    r"^[a-z0-9][a-z0-9-]{0,63}$": "use small letters, digits and hyphens, at most 64, starting with a letter or digit",
    r"^[A-Za-z][A-Za-z0-9_]{0,31}\??$": "an axis is a name such as N, a name that may be absent such as N?, or a size",
    r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$": "write it as Python's uuid.uuid4() does, in small letters",
    r"^[0-9]{1,8}\.\.[0-9]{1,8}$": "a range is written 2..8; both ends belong to it",
}


@dataclass(slots=True)
class Faults:
    """Collects what is wrong in one document."""

    path: Path
    document: Document
    found: list[FileFault] = field(default_factory=list)

    def add(self, location: Location, message: str) -> None:
        """Note a fault at a location of the document (or at the nearest thing around it)."""
        line, column = self.document.position(location)
        self.found.append(FileFault(self.path, line, column, write_location(location), message))

    def locate(self, location: Location) -> str:
        """A location of the document as file, line, column and field, for what shows only later."""
        line, column = self.document.position(location)
        return f"{self.path}:{line}:{column}: {write_location(location)}"

    def add_validation(self, error: ValidationError) -> None:
        """Note everything that the models refused."""
        for details in error.errors(include_url=False):
            location = tuple(item for item in details["loc"] if not is_tag(item))
            self.add(location, _sentence(details))

    def sort_faults(self) -> list[FileFault]:
        """The faults in the order of the file, the first of them if there are very many."""
        return sorted(self.found, key=lambda fault: (fault.line, fault.column))[:FAULT_LIMIT]


def is_tag(item: str | int) -> bool:
    """Whether part of an error's location is a union's tag and no key of the author's."""
    return isinstance(item, str) and item.startswith("<") and item.endswith(">")


def write_location(location: Location) -> str:
    """``cases.3.dims``; keys are cut at 40 characters, what cannot be printed is escaped."""
    parts = [item if isinstance(item, str) and item.isprintable() else repr(item) for item in location]
    return ".".join(part[:40] for part in parts) or "(the whole file)"


def quote(value: Any) -> str:
    """A short picture of an author's value."""
    if isinstance(value, str):
        return repr(value[:40]) + ("..." if len(value) > 40 else "")  # noqa: PLR2004
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value) if abs(value) < _LARGE else f"{value:.3g}" if isinstance(value, float) else "a huge number"
    return "a list" if isinstance(value, list) else "a mapping"


def suggest_nearest(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'x'?`` or the list of what is known."""
    names = list(known)
    match = difflib.get_close_matches(word[:60], names, n=1, cutoff=0.6)
    if match:
        return f"did you mean {match[0]!r}?"
    return f"known here: {', '.join(names)}" if names else "nothing is known here; take it away"


def _sentence(details: ErrorDetails) -> str:
    """One pydantic error in plain words."""
    kind, value, context = details["type"], details["input"], details.get("ctx", {})
    if kind == "extra_forbidden":
        key = str(details["loc"][-1])
        return f"is an unknown key; {suggest_nearest(key, known_keys(details['loc']))}"
    if kind == "missing":
        return "is missing; add it"
    if kind == "literal_error":
        return f"must be {context['expected']}, not {quote(value)}"
    if kind == "string_pattern_mismatch":
        return f"is {quote(value)}; {_PATTERNS.get(context['pattern'], context['pattern'])}"
    if kind in _NEEDS:
        return f"{_NEEDS[kind]}, not {quote(value)}"
    return details["msg"][0].lower() + details["msg"][1:]


def known_keys(location: Location) -> list[str]:
    """The keys that the models know where an unknown one stood, by walking the types along its location."""
    kind: Any = ProblemModel
    for item in location[:-1]:
        kind = _follow_step(kind, item)
    model = next((part for part in _parts(kind) if _is_model(part)), None)
    return [info.alias or name for name, info in model.model_fields.items()] if model else []


def _follow_step(kind: Any, item: str | int) -> Any:
    """The type that is reached from a type by a key, an index or a union's tag."""
    if is_tag(item):
        return next((part for part in _parts(kind) if Tag(str(item)) in getattr(part, "__metadata__", ())), None)
    for part in _parts(kind):
        if _is_model(part):
            for name, info in part.model_fields.items():
                if item in (info.alias, name):
                    return info.annotation
        elif get_origin(part) in (list, dict):
            return get_args(part)[-1]
    return None


def _parts(kind: Any) -> Iterator[Any]:
    """A type and everything inside its unions and annotations."""
    yield kind
    origin = get_origin(kind)
    if origin is Annotated:
        yield from _parts(get_args(kind)[0])
    elif origin in (Union, types.UnionType):
        for part in get_args(kind):
            yield from _parts(part)


def _is_model(kind: Any) -> bool:
    """Whether a type is one of our models."""
    return isinstance(kind, type) and issubclass(kind, BaseModel)
