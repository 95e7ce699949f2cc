"""The version of all that judging depends on: what is only read changes nothing of it.

Whatever is not named here as being read alone counts, so that nothing new in the format is forgotten.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from grader.problem_format.schema import (
    ArrayArgumentModel,
    CaseModel,
    DictModel,
    FunctionPropertyModel,
    ListModel,
    ProblemModel,
    PythonModel,
    ScalarArgumentModel,
    TupleModel,
)

_PROGRAMS = {"reference", "worked", "any_of", "mistakes"}
"""Told by their text, wherever that is written."""

_PASSED_OVER: dict[type[BaseModel], set[str]] = {
    ProblemModel: _PROGRAMS | {
        "id", "uuid", "title", "status", "version", "license", "credits", "difficulty", "concepts", "track", "source",
        "statement", "theory", "starter", "hints", "requirements", "constraints", "alternatives", "editorial",
        "fresh", "waive",
    },
    ArrayArgumentModel: {"meaning"},
    ScalarArgumentModel: {"meaning"},
    CaseModel: {"hint", "explanation"},
    FunctionPropertyModel: {"says"},
    PythonModel: {"python"},
}  # fmt: skip

_FORMS: dict[type[BaseModel], str] = {DictModel: "dict", TupleModel: "tuple", ListModel: "list"}
"""What tells models apart whose fields have the same names."""


def judging_version(model: ProblemModel, programs: Mapping[str, bytes]) -> str:
    """SHA-256, as 64 hexadecimal digits, over what may change a verdict, a value, a score or a recognised mistake.

    Args:
        model: the document.
        programs: the text of each program that is run when a submission is judged, by what it is for.
    """
    digests = {name: hashlib.sha256(source).hexdigest() for name, source in programs.items()}
    canonical = json.dumps([_judged_part(model), digests], separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _judged_part(value: Any) -> Any:
    """A part of the document as JSON, its defaults written out, without what is passed over."""
    if isinstance(value, BaseModel):
        names = [name for name in type(value).model_fields if name not in _PASSED_OVER.get(type(value), ())]
        fields = {name: _judged_part(getattr(value, name)) for name in names}
        return [_FORMS[type(value)], fields] if type(value) in _FORMS else fields
    if isinstance(value, Mapping):
        return {key: _judged_part(item) for key, item in value.items()}
    return [_judged_part(item) for item in value] if isinstance(value, list | tuple) else value
