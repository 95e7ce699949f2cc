"""The form for custom input: a field for each argument."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.problems.shapes import spec_words
from grader.model import Problem, Value
from grader.problem_format import write_input

_MOST_TEXT = 6000
_ROWS = (1, 8)


@dataclass(frozen=True, slots=True)
class CustomInputField:
    """One argument: its declared shape and type, and what stands in its field.

    Attributes:
        sample: what stands there at first.
        fault: what is wrong with the text, or empty.
    """

    name: str
    shape: str
    kind: str
    meaning: str
    text: str
    sample: str = ""
    fault: str = ""

    @property
    def rows(self) -> int:
        """How many lines the field shows."""
        return min(max(self.text.count("\n") + 1, _ROWS[0]), _ROWS[1])


@dataclass(frozen=True, slots=True)
class CustomInputForm:
    """The whole form; ``given`` where its fields hold what the visitor wrote, and not a sample."""

    fields: tuple[CustomInputField, ...]
    sample: str
    shows_reference: bool
    given: bool = False

    @property
    def first_faulty(self) -> str:
        """The first argument whose text does not fit, or empty."""
        return next((field.name for field in self.fields if field.fault), "")


def view_custom_input(problem: Problem) -> CustomInputForm:
    """The form with the inputs of the first sample."""
    sample = problem.samples[0] if problem.samples else None
    texts = {name: _text(value) for name, value in sample.inputs.items()} if sample else {}
    fields = tuple(
        CustomInputField(a.name, *spec_words(a.spec), a.meaning, *(texts.get(a.name, ""),) * 2)
        for a in problem.arguments
    )
    return CustomInputForm(fields, sample.name if sample else "", problem.shows_reference)


def fill_custom_input(
    form: CustomInputForm, texts: Mapping[str, str], faults: Mapping[str, str] | None = None
) -> CustomInputForm:
    """The form with what the visitor wrote, and what is wrong with it."""
    fields = tuple(
        replace(field, text=texts.get(field.name, ""), fault=(faults or {}).get(field.name, ""))
        for field in form.fields
    )
    return replace(form, fields=fields, given=True)


def _text(value: Value) -> str:
    """A sample's input as it would be written; a very large one is left to the student."""
    text = write_input(value)
    shape = getattr(value, "shape", ())
    return text if len(text) <= _MOST_TEXT else f"np.zeros({shape})"
