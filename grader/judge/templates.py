"""How right answers look on the wire: bytes that must be just so, and numbers that may lie a little apart.

Held against a template, the answers to many cases are accepted at once, as one vector. It says yes or it says nothing:
whatever does not fit takes the way of the decoder and the comparison, which also find out why.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from grader.checkers.closeness import with_atol
from grader.model import ArraySpec, DictSpec, ScalarSpec, SequenceSpec, Spec, Tolerance, Value
from grader.sandbox import frames, wire

_NUMBER = np.dtype("<f8")
_LARGEST_BYTES = 1 << 16
_EXACT = frozenset("biu")
"""Kinds of dtypes whose values are right or wrong, and nothing between."""


class Numbers(NamedTuple):
    """Where doubles stand in a value's bytes, and how far each may lie from what is expected there."""

    start: int
    end: int
    rtol: float
    atol: float


class AnswerTemplate(NamedTuple):
    """A right answer as a child sends it; what stands in none of the spans must be the same to the byte."""

    payload: bytes
    numbers: tuple[Numbers, ...]


class _NoTemplateError(Exception):
    """An answer that a template cannot speak of."""


def answer_template(expected: Value, spec: Spec, tolerance: Tolerance) -> AnswerTemplate | None:
    """The template of one right answer; None where its form, its values or what is asked of it need a closer look.

    So does one of more than 64 kB: comparing it is not what takes the time.
    """
    try:
        parts = list(_parts(expected, spec, tolerance))
    except _NoTemplateError:
        return None
    ends = np.cumsum([len(chunk) for chunk, _ in parts]).tolist()
    spans = (Numbers(end - len(chunk), end, *bound) for (chunk, bound), end in zip(parts, ends, strict=True) if bound)
    payload = b"".join(chunk for chunk, _ in parts)
    return AnswerTemplate(payload, tuple(spans)) if len(payload) <= _LARGEST_BYTES else None


_Part = tuple[bytes, tuple[float, float] | None]
"""Bytes of a value; if they are doubles, how far each may lie apart: rtol and atol."""


def _parts(expected: Value, spec: Spec, tolerance: Tolerance) -> Iterator[_Part]:
    if isinstance(spec, ArraySpec):
        yield from _array_parts(expected, spec, spec.tolerance or tolerance)
    elif isinstance(spec, ScalarSpec):
        yield from _scalar_parts(expected, spec, spec.tolerance or tolerance)
    elif isinstance(spec, DictSpec) and isinstance(expected, dict):
        yield wire.head_of(expected), None
        for key, item in expected.items():  # in the reference's order; another order takes the long way
            yield wire.text(key), None
            yield from _parts(item, spec.items[key], tolerance)
    elif isinstance(spec, SequenceSpec) and isinstance(expected, list | tuple):
        yield wire.head_of(expected), None
        for item, part in zip(expected, spec.items, strict=True):
            yield from _parts(item, part, tolerance)
    else:
        raise _NoTemplateError


def _array_parts(expected: Value, spec: ArraySpec, tolerance: Tolerance) -> Iterator[_Part]:
    if not isinstance(expected, np.ndarray) or spec.properties or not spec.by_value:
        raise _NoTemplateError
    if expected.nbytes > _LARGEST_BYTES:
        raise _NoTemplateError
    if expected.dtype.kind not in _EXACT and expected.dtype != _NUMBER:
        raise _NoTemplateError
    whole = wire.encode(expected)
    head = len(whole) - expected.nbytes
    yield whole[:head], None
    yield whole[head:], None if expected.dtype.kind in _EXACT else _bound(expected, tolerance)


def _scalar_parts(expected: Value, spec: ScalarSpec, tolerance: Tolerance) -> Iterator[_Part]:
    whole = wire.encode(expected)
    if spec.kind == "float":
        if not isinstance(expected, float) or isinstance(expected, np.generic):
            raise _NoTemplateError
        yield whole[:1], None
        yield whole[1:], _bound(np.array(expected), tolerance)
    elif spec.kind in ("int", "bool", "str", "none"):
        yield whole, None
    else:
        raise _NoTemplateError


def _bound(expected: np.ndarray[Any, Any], tolerance: Tolerance) -> tuple[float, float] | None:
    """How far each number may lie apart; infinities, NaN and bounds beyond every number need a closer look."""
    if not expected.size:
        return None
    atol = with_atol(expected, tolerance).atol or 0.0
    if not atol + tolerance.rtol * float(np.abs(expected).max()) < math.inf:
        raise _NoTemplateError
    return tolerance.rtol, atol


@dataclass(frozen=True, slots=True)
class Template:
    """The frames of right answers to consecutive requests.

    Attributes:
        size: how many bytes they have together.
        fixed: where bytes must be just so, and those bytes.
        numbers: where doubles stand.
        expected: those doubles, as one vector.
        bound: how far each may lie apart.
    """

    size: int
    fixed: tuple[tuple[int, int, bytes], ...]
    numbers: tuple[tuple[int, int], ...]
    expected: np.ndarray[Any, Any]
    bound: np.ndarray[Any, Any]

    def accepts(self, frames: bytes) -> bool:
        """Whether these are the frames of right answers, all of them."""
        if len(frames) != self.size or any(frames[start:end] != known for start, end, known in self.fixed):
            return False
        got = np.frombuffer(b"".join([frames[start:end] for start, end in self.numbers]), _NUMBER)
        with np.errstate(all="ignore"):
            return bool((np.abs(got - self.expected) <= self.bound).all())


def join_templates(answers: Sequence[AnswerTemplate], first: int) -> Template:
    """The template of answers to the requests that are numbered from `first`."""
    whole = [frames.right_answer(number, one.payload) for number, one in enumerate(answers, first)]
    known, at, spans = b"".join(whole), 0, list[Numbers]()
    for frame, one in zip(whole, answers, strict=True):
        at += len(frame)
        start = at - len(one.payload)
        spans += [span._replace(start=start + span.start, end=start + span.end) for span in one.numbers]
    edges = [0, *(edge for span in spans for edge in span[:2]), len(known)]
    fixed = [(start, end, known[start:end]) for start, end in zip(edges[::2], edges[1::2], strict=True) if start < end]
    expected = np.frombuffer(b"".join([known[span.start : span.end] for span in spans]), _NUMBER)
    counts = [(span.end - span.start) // _NUMBER.itemsize for span in spans]
    bound = np.abs(expected) * np.repeat([span.rtol for span in spans], counts)
    bound += np.repeat([span.atol for span in spans], counts)
    return Template(len(known), tuple(fixed), tuple(span[:2] for span in spans), expected, bound)
