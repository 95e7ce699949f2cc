"""The signature of an entry point: symbolic shapes, and the real ones of the first sample."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.problems.model import ShownExamples
from app.show.values import to_array
from grader.model import ArraySpec, DictSpec, JsonValue, Problem, SequenceSpec, Spec

_RESULT = ""


@dataclass(frozen=True, slots=True)
class ShapeView:
    """One line: an argument or a part of the result, its declared shape, that of the first sample, and its type."""

    name: str
    shape: str
    real: str
    kind: str
    result: bool = False


def list_shapes(problem: Problem, examples: ShownExamples | None) -> tuple[ShapeView, ...]:
    """Every argument, then everything that is returned."""
    first = problem.samples[0].inputs if problem.samples else {}
    views = [ShapeView(a.name, *_describe(a.spec, first.get(a.name))) for a in problem.arguments]
    expected = examples.expected[0] if examples and examples.expected else None
    return (*views, *_view_returned(problem.returns, expected, _RESULT))


def _view_returned(spec: Spec, value: JsonValue, key: str) -> Iterator[ShapeView]:
    if isinstance(spec, DictSpec):
        for name, item in spec.items.items():
            part = value.get(name) if isinstance(value, dict) else None
            yield from _view_returned(item, part, f'{key}["{name}"]')
    elif isinstance(spec, SequenceSpec):
        for index, item in enumerate(spec.items):
            part = value[index] if isinstance(value, list) and index < len(value) else None
            yield from _view_returned(item, part, f"{key}[{index}]")
    else:
        yield ShapeView(key, *_describe(spec, value), result=True)


def _describe(spec: Spec, value: object) -> tuple[str, str, str]:
    shape, kind = spec_words(spec)
    array = to_array(value) if isinstance(spec, ArraySpec) and value is not None else None
    return shape, _write_shape(array.shape) if array is not None else "", kind


def spec_words(spec: Spec) -> tuple[str, str]:
    """A declared shape such as ``(N?, D)`` and the type, such as ``float64 array`` or ``int``."""
    if isinstance(spec, ArraySpec):
        return _write_shape(spec.shape), f"{spec.dtype} array"
    if isinstance(spec, DictSpec):
        return "", "dict"
    return "", "NumPy Generator" if spec.kind == "generator" else spec.kind


def _write_shape(sizes: tuple[str | int, ...]) -> str:
    inside = ", ".join(map(str, sizes))
    return f"({inside},)" if len(sizes) == 1 else f"({inside})"
