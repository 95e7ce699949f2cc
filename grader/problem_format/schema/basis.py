"""What every part of the document is made of: strict models, lines, numbers, texts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

TEXT_LIMIT = 200_000
"""Longest text, in characters."""

LARGEST = 1e100
"""Largest parameter of a distribution."""

DIMENSION_LIMIT = 10_000_000
"""Longest axis."""

Line = Annotated[str, Field(min_length=1, max_length=2_000)]
Number = Annotated[float, Field(allow_inf_nan=False, ge=-LARGEST, le=LARGEST)]
Size = Annotated[int, Field(ge=0, le=DIMENSION_LIMIT)]


def number_form(value: Any) -> str:
    """A word stands for itself, anything else should be a number."""
    return "<word>" if isinstance(value, str) else "<number>"


PositiveOrAuto = Annotated[
    Annotated[Literal["auto"], Tag("<word>")] | Annotated[Number, Field(ge=0), Tag("<number>")],
    Discriminator(number_form),
]


class Model(BaseModel):
    """Strict: no conversion, no unknown key, no change afterwards."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True)


class FileModel(Model):
    """A text that stands in a file of the problem's folder."""

    file: Annotated[str, Field(min_length=1, max_length=200)]
    """A file of the problem's folder, as a path below it."""


def _text_form(value: Any) -> str:
    """A mapping names a file, anything else should be text."""
    return "<file>" if isinstance(value, dict) else "<text>"


LongText = Annotated[
    Annotated[Annotated[str, Field(max_length=TEXT_LIMIT)], Tag("<text>")] | Annotated[FileModel, Tag("<file>")],
    Discriminator(_text_form),
]
